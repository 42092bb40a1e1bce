import { htmlDocument } from '../../../src/print/html/document.tsx'
import { Headline, TONE_SIGNS } from '../../../src/print/html/headline.tsx'
import { KeepWords } from '../../../src/print/html/keep-words.tsx'
import { NumberCell, NumberHeads } from '../../../src/print/html/number-cells.tsx'
import { clockIn } from '../../../src/words/dates.ts'
import type { Language } from '../../../src/words/language.ts'
import { merchantsWords } from '../../../src/words/merchants-words.ts'
import { digitsOf, numberIn, signedDigitsOf } from '../../../src/words/money.ts'
import { wordsIn } from '../../../src/words/words.ts'
import {
  hasAccepted,
  MERCHANT_COLUMNS,
  type MerchantColumn,
  type MerchantLine,
  type MerchantsFacts,
  noteOf,
} from './merchants-facts.ts'

/** `index.html` above the pages of all merchants: the figures of each, and links to their pages. */
export const merchantsPage = (facts: MerchantsFacts, version: string): string => {
  const { language, sentence, asOf, zone } = facts
  const [words, ofPage] = [wordsIn(language), merchantsWords(language)]
  return htmlDocument(
    { language, title: `${ofPage.title} · Cuadre`, skip: words.skip },
    <div class="wrap">
      <header>
        <div class="brand">
          <strong>Cuadre</strong>
        </div>
        <div class="top">
          <h1>{ofPage.title}</h1>
          <p class="hint">{asOf === null ? '' : ofPage.asOf(clockIn(asOf, language))}</p>
        </div>
      </header>
      <main id="content">
        <Headline sentence={sentence} />
        <section aria-labelledby="merchants">
          <h2 id="merchants">{ofPage.merchants}</h2>
          <p class="hint">{hasAccepted(facts) ? ofPage.hintAccepted : ofPage.hint}</p>
          <Table facts={facts} />
        </section>
      </main>
      <footer>
        <span>{words.madeBy(version)}</span>
        <span>{words.timesIn(zone)}</span>
      </footer>
    </div>,
  )
}

const Table = ({ facts }: { readonly facts: MerchantsFacts }) => {
  const { language, lines, total } = facts
  const [words, ofPage] = [wordsIn(language), merchantsWords(language)]
  const columns = MERCHANT_COLUMNS.filter((column) => column !== 'accepted' || hasAccepted(facts))
  return (
    <table class="merchants stack">
      <thead>
        <tr>
          <th scope="col">{ofPage.merchant}</th>
          <NumberHeads of={[...columns.map((column) => ofPage.sums[column]), ofPage.unread]} />
          <th scope="col">{ofPage.readAt}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr>
            <th scope="row" class="name">
              <Name line={line} language={language} />
            </th>
            <Figures of={line} columns={columns} language={language} />
            <td data-label={ofPage.readAt}>
              {line.readAt === null ? null : <KeepWords text={clockIn(line.readAt, language)} />}
            </td>
          </tr>
        ))}
        <tr class="total">
          <th scope="row">{words.total}</th>
          <Figures of={total} columns={columns} language={language} />
          <td />
        </tr>
      </tbody>
    </table>
  )
}

const Name = ({ line, language }: { readonly line: MerchantLine; readonly language: Language }) => {
  const { merchant, page, sentence } = line
  const note = noteOf(line, language)
  return (
    <>
      {page === null ? merchant : <a href={page}>{merchant}</a>}
      {sentence === null ? null : (
        <span class="about">
          <span aria-hidden="true">{TONE_SIGNS[sentence.tone]}</span> {sentence.text}
        </span>
      )}
      {note === null ? null : <p class="note bad">{note}</p>}
    </>
  )
}

interface FiguresProps {
  readonly of: Pick<MerchantLine, 'sums' | 'unread'>
  readonly columns: readonly MerchantColumn[]
  readonly language: Language
}

const Figures = ({ of: { sums, unread }, columns, language }: FiguresProps) => {
  const words = merchantsWords(language)
  const textOf = (column: MerchantColumn): string => {
    const sum = sums[column]
    if (sum === null) return ''
    return column === 'accepted' ? signedDigitsOf(sum, language) : digitsOf(sum, language)
  }
  return (
    <>
      {columns.map((column) => (
        <NumberCell label={words.sums[column]} text={textOf(column)} />
      ))}
      <NumberCell label={words.unread} text={unread === 0 ? '' : numberIn(unread, language)} />
    </>
  )
}
