import { htmlDocument } from '../../src/print/html/document.tsx'
import type { LetterParts } from './claim-letter.ts'

const RULES = `
.sheet { max-width: 52rem; background: var(--paper); } .sheet .screen { padding-bottom: 1rem; } .sheet main > * + * { margin-top: 1rem; } .sheet h1 { font-size: 1.125rem; } .sheet address { font-style: normal; margin-top: 1.5rem; } .sheet address span { display: block; }
.sheet table { font-size: .8125rem; } .sheet th, .sheet td { padding: .25rem .375rem; } .sheet tr:has(+ .because) > * { border-bottom: 0; padding-bottom: 0; } .sheet .because td { color: var(--soft); } .sheet footer { display: block; border: 0; color: inherit; font-size: inherit; } .sheet tbody { break-inside: avoid; }
`

/** The letter on paper: a page or two. */
export const letterPage = (letter: LetterParts): string => {
  const { language, title, from, to, date, sirs, subject, greeting, opening, closing, farewell, mailto, mailLink } =
    letter
  const skip = { en: 'To the letter', es: 'Ir a la carta' }[language]
  return htmlDocument(
    { language, title: `${title} · ${from[0] ?? ''}`, skip, rules: RULES },
    <div class="wrap sheet">
      {mailto === null ? null : (
        <p class="screen">
          <a href={mailto}>{mailLink}</a>
        </p>
      )}
      <main id="content">
        <header>
          <p>{date}</p>
          <address>
            {sirs}
            {to.map((line) => (
              <span>{line}</span>
            ))}
          </address>
        </header>
        <h1>{subject}</h1>
        <p>{greeting}</p>
        {opening.map((text) => (
          <p>{text}</p>
        ))}
        <Rows letter={letter} />
        {closing.map((text) => (
          <p>{text}</p>
        ))}
        <footer>
          <p>{farewell}</p>
          <address>
            {from.map((line) => (
              <span>{line}</span>
            ))}
          </address>
        </footer>
      </main>
    </div>,
  )
}

/** Dates and names to the left, sums to the right. */
const FIRST_SUM = 4

const Rows = ({ letter: { heads, lines, more, total } }: { readonly letter: LetterParts }) => (
  <table>
    <thead>
      <tr>
        {heads.map((head, at) => (
          <th scope="col" class={at >= FIRST_SUM ? 'n' : ''}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    {lines.map(({ cells, says }) => (
      <tbody>
        <tr>
          {cells.map((cell, at) => (
            <td class={at >= FIRST_SUM ? 'n' : ''}>{cell}</td>
          ))}
        </tr>
        {says.length === 0 ? null : (
          <tr class="because">
            <td />
            <td colspan={cells.length - 1}>{says.join(' ')}</td>
          </tr>
        )}
      </tbody>
    ))}
    <tbody>
      {more === null ? null : (
        <tr>
          <td />
          <td colspan={heads.length - 1}>{more}</td>
        </tr>
      )}
      <tr class="total">
        <th colspan={heads.length - 1} scope="row">
          {total.head}
        </th>
        <td class="n">{total.digits}</td>
      </tr>
      <tr>
        <td colspan={heads.length} class="n">
          {total.words}
        </td>
      </tr>
    </tbody>
  </table>
)
