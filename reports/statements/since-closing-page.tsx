import { differenceOf, type Figures } from '../../src/core/findings/discrepancy.ts'
import { type Centavos, minus } from '../../src/core/money.ts'
import { htmlDocument } from '../../src/print/html/document.tsx'
import { KeepWords } from '../../src/print/html/keep-words.tsx'
import { visibleText } from '../../src/print/html/visible-text.ts'
import { CELL_WORDS } from '../../src/words/cell-words.ts'
import { clockIn, dayIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { digitsOf, moneyIn, numberIn } from '../../src/words/money.ts'
import { SAY } from '../../src/words/say.ts'
import { type StatementWords, statementWords } from '../../src/words/statement-words.ts'
import { wordsIn } from '../../src/words/words.ts'
import { furtherParts, mainLines } from './account-lines.ts'
import { Digest, HeadRow, SheetPart, Signatures, SumCell } from './sheet-parts.tsx'
import { type LineSinceClosing, linesSinceClosing, restatedIn, type StatementOfClosedDays } from './since-closing.ts'

interface ClosingPageFacts {
  readonly statement: StatementOfClosedDays
  readonly language: Language
  readonly words: StatementWords
}

/**
 * What has changed in the account since its days were closed: a page next to the sheet that was signed then, which
 * stays unchanged.
 */
export const sinceClosingPage = (statement: StatementOfClosedDays, manifest: string): string => {
  const { language, merchant, days } = statement
  const words = statementWords(language)
  const props = { statement, language, words }
  const range = words.days(dayIn(days.from, language), dayIn(days.to, language))
  return htmlDocument(
    {
      language,
      title: `${words.title}, ${range}: ${words.sinceClosing} · ${merchant} · Cuadre`,
      skip: wordsIn(language).skip,
    },
    <div class="wrap sheet">
      <Head statement={statement} words={words} range={range} />
      <main id="content">
        <Lines {...props} />
        <Restatements {...props} />
        <p class="hint">{words.signs}</p>
        <Signatures words={words} />
      </main>
      <Digest words={words} manifest={manifest} />
    </div>,
  )
}

const Head = ({ statement, words, range }: Omit<ClosingPageFacts, 'language'> & { readonly range: string }) => (
  <header>
    <h1>
      <small>
        {visibleText(statement.merchant)} · <KeepWords text={range} />
      </small>
      {words.title}: {words.sinceClosing}
    </h1>
    <p>
      <b>{closingSinceText(statement, words)}</b>
    </p>
    <p class="hint">{closedText(statement, words)}</p>
  </header>
)

/** The conclusion in a sentence. */
export const closingSinceText = (
  { account, closed, language }: StatementOfClosedDays,
  words: StatementWords,
): string => {
  const [then, now] = [account.closing, closed.now.account.closing]
  return words.closingSince(moneyIn(then, language), moneyIn(now, language), moneyIn(minus(now, then), language))
}

/** Who closed the days, and as of when they are compared. */
export const closedText = (
  { closed: { closing, now }, zone, language }: StatementOfClosedDays,
  words: StatementWords,
): string => {
  const { through, at, by } = closing
  const closedOn = words.closedOn(dayIn(through, language), clockIn(zone.clockAt(at), language), visibleText(by))
  return `${closedOn} ${words.asOf(clockIn(zone.clockAt(now.moment.at), language), zone.name)}`
}

const Lines = ({ statement, language, words }: ClosingPageFacts) => {
  const lines = linesSinceClosing(statement)
  return (
    <table class="account stack">
      <HeadRow texts={[words.lines]} numbers={[words.closed, words.now, words.difference]} />
      <tbody>
        {mainLines(lines).map((line) => (
          <Line line={line} language={language} />
        ))}
      </tbody>
      {furtherParts(lines, words).map((part) => (
        <SheetPart title={part.heading} columns={4}>
          {part.lines.map((line) => (
            <Line line={line} language={language} />
          ))}
        </SheetPart>
      ))}
    </table>
  )
}

const Line = ({ line, language }: { readonly line: LineSinceClosing; readonly language: Language }) => {
  const words = statementWords(language)
  return (
    <tr class={line.isTotal ? 'sum' : undefined}>
      <th scope="row">{line.label[language]}</th>
      <SumCell sum={line.closed} language={language} label={words.closed} />
      <SumCell sum={line.now} language={language} label={words.now} />
      <SumCell sum={line.difference} language={language} label={words.difference} />
    </tr>
  )
}

/** Pesos and numbers of invoices share a column. Empty for texts. */
export const unitIn = ({ unit }: Figures, language: Language): string =>
  unit === null ? '' : (CELL_WORDS.unit[unit]?.[language] ?? unit)

const Restatements = ({ statement: { closed }, language, words }: ClosingPageFacts) => {
  const { states } = wordsIn(language)
  if (closed.restatements.length === 0) return null
  return (
    <table class="account stack">
      <caption>{words.restatements}</caption>
      <HeadRow
        texts={[words.date, words.cycle, words.subject, words.state, words.unit]}
        numbers={[words.closed, words.now, words.difference]}
      />
      <tbody>
        {closed.restatements.map(({ slot, subject, figures, state }) => (
          <tr>
            <td>{dayIn(slot.date, language)}</td>
            <td data-label={words.cycle}>{slot.cycle}</td>
            <td data-label={words.subject} class="break">
              {visibleText(restatedIn({ subject, figures }, language))}
            </td>
            <td data-label={words.state}>{states[state]}</td>
            <td data-label={words.unit}>{unitIn(figures, language)}</td>
            <FigureCell figure={figures.expected} label={words.closed} language={language} />
            <FigureCell figure={figures.reported} label={words.now} language={language} />
            <FigureCell figure={differenceOf(figures)} label={words.difference} language={language} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface FigureCellProps {
  readonly figure: Centavos | number | string | null
  readonly label: string
  readonly language: Language
}

const FigureCell = ({ figure, label, language }: FigureCellProps) => (
  <td class="n" data-label={label}>
    {figureIn(figure, language)}
  </td>
)

/** A figure as text: money, a number of invoices, or a status. */
const figureIn = (figure: Centavos | number | string | null, language: Language): string => {
  if (figure === null) return ''
  if (typeof figure === 'bigint') return digitsOf(figure, language)
  return typeof figure === 'number' ? numberIn(figure, language) : visibleText(SAY[language].status(figure))
}
