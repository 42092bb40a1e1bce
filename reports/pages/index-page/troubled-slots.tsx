import { cellIn, numberIn } from '../../../src/i18n/money.ts'
import { wordsIn } from '../../../src/i18n/words.ts'
import type { IndexFacts } from '../index-facts.ts'
import { openInWords } from '../open-in-words.ts'
import { VerdictBadge } from '../verdict-badge.tsx'

/** What needs somebody, the gravest first; of what was never read the number alone. */
export const TroubledSlots = ({ facts: { troubled, moreTroubled, notPulled, language } }: { facts: IndexFacts }) => {
  const words = wordsIn(language)
  return (
    <section aria-labelledby="troubled">
      <h2 id="troubled">{words.troubledSlots}</h2>
      {troubled.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <table class="glance">
          <thead>
            <tr>
              <th scope="col">{words.slot}</th>
              <th scope="col">{words.verdict}</th>
              <th scope="col" class="n">
                {words.difference}
              </th>
              <th scope="col" class="far">
                {words.findings}
              </th>
            </tr>
          </thead>
          <tbody>
            {troubled.map(({ slot: { date, cycle }, verdict, difference, open, hasPage }) => (
              <tr>
                <th scope="row" class="keep">
                  {hasPage ? (
                    <a href={`${date}/report.html#cycle-${cycle}`}>{`${date} · ${cycle}`}</a>
                  ) : (
                    `${date} · ${cycle}`
                  )}
                </th>
                <td>
                  <VerdictBadge verdict={verdict} words={words} />
                </td>
                <td class="n">{difference === null ? '' : cellIn(difference, language)}</td>
                <td class="far keep">{openInWords(open, words)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {notPulled === 0 ? null : <p class="hint">{words.notPulledYet(numberIn(notPulled, language))}</p>}
      {moreTroubled === 0 ? null : <p class="hint">{words.andMoreBelow(numberIn(moreTroubled, language))}</p>}
    </section>
  )
}
