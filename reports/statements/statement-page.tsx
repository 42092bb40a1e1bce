import { type Days, monthOf } from '../../src/core/calendar/calendar.ts'
import { minus } from '../../src/core/money.ts'
import { addDays } from '../../src/core/slot.ts'
import { htmlDocument } from '../../src/print/html/document.tsx'
import { KeepWords } from '../../src/print/html/keep-words.tsx'
import { visibleText } from '../../src/print/html/visible-text.ts'
import { tableOf } from '../../src/print/html.tsx'
import { clockIn, dayIn, monthIn } from '../../src/words/dates.ts'
import { dayWords } from '../../src/words/day-words.ts'
import type { Language } from '../../src/words/language.ts'
import { countOf, digitsOf, moneyIn, numberIn } from '../../src/words/money.ts'
import { methodName } from '../../src/words/say.ts'
import { type StatementWords, statementWords } from '../../src/words/statement-words.ts'
import { wordsIn } from '../../src/words/words.ts'
import { Bars } from '../pages/bars.tsx'
import { accountRows } from './account-lines.ts'
import { inTransitBars, inTransitNotes } from './in-transit-lines.ts'
import { Digest, Signatures } from './sheet-parts.tsx'
import type { Statement } from './statement.ts'
import { statementSentence, statementTitle } from './statement-sentence.ts'
import { accountTable, itemsTable, restatedSumsIn, restatedTable } from './statement-tables.ts'

/** The number of lines, methods and settlements that fit on the sheet. */
const SHEET_ROWS = 34
const SETTLEMENTS = { least: 3, most: 12 }

/** Whether the settlements of the closing balance fit on the sheet; otherwise a second one lists them. */
const doSettlementsFit = ({ account }: Statement): boolean => {
  const left = SHEET_ROWS - accountRows([account]).length - account.due.byMethod.length
  return account.items.length <= Math.max(SETTLEMENTS.least, Math.min(SETTLEMENTS.most, left))
}

/** Whether there are more lines than fit on the sheet in the ordinary font size. */
const isLong = ({ account }: Statement): boolean =>
  accountRows([account]).length + account.due.byMethod.length + SETTLEMENTS.least > SHEET_ROWS

interface StatementPageFacts {
  readonly statement: Statement
  readonly language: Language
  readonly words: StatementWords
}

/**
 * The account with the operator on one sheet of letter paper, to be signed once its days are closed, and the settlements of its closing balance
 * on further ones where they do not fit. `manifest` is the SHA-256 of its manifest; null in a pack, which has one of its own.
 */
export const statementPage = (
  statement: Statement,
  manifest: string | null,
  ways: StatementWays | null = null,
): string => {
  const { language, merchant, days } = statement
  const words = statementWords(language)
  const props = { statement, language, words }
  const title = `${statementTitle(statement)}, ${words.days(dayIn(days.from, language), dayIn(days.to, language))} · ${merchant} · Cuadre`
  return htmlDocument(
    { language, title, skip: wordsIn(language).skip },
    <div class={isLong(statement) ? 'wrap sheet dense' : 'wrap sheet'}>
      {ways === null ? null : <Ways ways={ways} language={language} />}
      <Head {...props} />
      <main id="content">
        {tableOf(
          accountTable(statement.account, (name) => listOf(name, statement, ways)),
          language,
          true,
        )}
        <Behind {...props} />
        <div class="halves">
          <Methods {...props} />
          <OnTheirWay {...props} />
        </div>
        <p class="hint">{notesOf(props).join(' ')}</p>
        {statement.closed === null ? null : <Signatures words={words} />}
      </main>
      {manifest === null ? null : <Digest words={words} manifest={manifest} />}
      <RestatedDays {...props} />
      <FurtherSheet {...props} />
    </div>,
  )
}

/** The pages that stand around that of a statement. */
export interface StatementWays {
  readonly hasIndex: boolean
  readonly hasBank: boolean
  /** The months before and after it that have a statement. */
  readonly previous: Days | null
  readonly next: Days | null
}

const Ways = ({ ways: { hasIndex, previous, next }, language }: { ways: StatementWays; language: Language }) => {
  const { allDays } = dayWords(language)
  const linkOf = (days: Days | null, rel: 'prev' | 'next') =>
    days === null ? null : (
      <a href={pageBeside(days)} rel={rel}>
        {rel === 'prev' ? '← ' : ''}
        {monthIn(days.from, language)}
        {rel === 'next' ? ' →' : ''}
      </a>
    )
  return (
    <nav class="ways screen" aria-label={allDays}>
      {linkOf(previous, 'prev')}
      {hasIndex ? <a href="../../index.html">{allDays}</a> : null}
      {linkOf(next, 'next')}
    </nav>
  )
}

const BALANCE: readonly string[] = ['closing', 'in_process', 'failed', 'underpaid', 'overpaid']

/** Where that of which a line is the sum is listed: on this page, on those beside it, or on the days of its month in the index. */
const listOf = (name: string, { days }: Statement, ways: StatementWays | null): string | undefined => {
  if (BALANCE.includes(name)) return '#behind'
  if (name.startsWith('restated_')) return '#restated'
  if (name === 'opening') return ways?.previous ? `${pageBeside(ways.previous)}#behind` : undefined
  if (name.startsWith('bank_')) return ways?.hasBank ? '../../bank.html' : undefined
  const part = CHARGED_BACK.test(name) ? 'chargebacks' : monthOf(days.from).from
  return ways?.hasIndex ? `../../index.html#${part}` : undefined
}

const CHARGED_BACK = /^(chargebacks|adjustments_)/
const pageBeside = ({ from, to }: Days): string => `../${from}_${to}/statement.html`

const notesOf = ({ statement, language, words }: StatementPageFacts): readonly string[] => [
  words.signs,
  ...(statement.account.bank === null ? [words.withoutBank] : []),
  words.methodNote,
  ...inTransitNotes(statement, language),
]

const Head = ({ statement, language, words }: StatementPageFacts) => {
  const { merchant, days, moment, zone, closed } = statement
  const opening = openingText(statement)
  return (
    <header>
      <h1>
        <small>
          {visibleText(merchant)} ·{' '}
          <KeepWords text={words.days(dayIn(days.from, language), dayIn(days.to, language))} />
        </small>
        {statementTitle(statement)}
      </h1>
      <p>
        <b>{statementSentence(statement)}</b>
      </p>
      <p class="hint">
        {words.asOf(clockIn(zone.clockAt(moment.at), language), zone.name)}{' '}
        {closed === null
          ? words.draftNote
          : words.closedOn(
              dayIn(closed.closing.through, language),
              clockIn(zone.clockAt(closed.closing.at), language),
              visibleText(closed.closing.by),
            )}
      </p>
      {closingNotes(statement).map((text) => (
        <p class="hint">
          <b>{text}</b>
        </p>
      ))}
      {opening === null ? null : <p class="hint">{opening}</p>}
    </header>
  )
}

/** The settlements that are named of those that were unfinished at a forced closing. */
const NAMED_MAX = 6

/** What a signature must know: that it was closed by force, in spite of what and why, and what was never read. */
export const closingNotes = ({ closed, unfinished, account, language }: Statement): readonly string[] => {
  if (closed === null) return []
  const words = statementWords(language)
  const { verdicts } = wordsIn(language)
  const { number } = account.beside.notRead
  const names = [
    ...unfinished
      .slice(0, NAMED_MAX)
      .map(({ slot, verdict }) => `${dayIn(slot.date, language)} ${slot.cycle}: ${verdicts[verdict]}`),
    ...(unfinished.length > NAMED_MAX ? [words.andMore(unfinished.length - NAMED_MAX)] : []),
  ].join('; ')
  const { isForced, reason } = closed.closing
  return [
    ...(isForced && unfinished.length > 0
      ? [words.closedByForce(countOf(unfinished.length, 'settlement', language), names, visibleText(reason))]
      : []),
    ...(number === 0 ? [] : [words.neverRead(countOf(number, 'settlement', language))]),
  ]
}

type Opening = Pick<Statement, 'account' | 'closed' | 'openingAsClosed' | 'bankOpeningAsClosed' | 'language'>

/** Where the opening balances come from; null where there is nothing to say. */
export const openingText = (statement: Opening): string | null => {
  const sentences = [accountOpening(statement), bankOpening(statement)].filter((one) => one !== null)
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** Ties and statements that came after the closing change what had not arrived by then. */
const bankOpening = ({ account: { bank, from }, bankOpeningAsClosed, language }: Opening): string | null =>
  bank === null || bankOpeningAsClosed === null || bank.opening.sum === bankOpeningAsClosed
    ? null
    : statementWords(language).bankOpening(
        dayIn(addDays(from, -1), language),
        moneyIn(bankOpeningAsClosed, language),
        moneyIn(minus(bank.opening.sum, bankOpeningAsClosed), language),
      )

/**
 * Where the opening balance comes from: the closing through the day before, or the settlements before the range alone; and
 * what closed days became since.
 */
const accountOpening = ({ account, closed, openingAsClosed, language }: Opening): string | null => {
  const words = statementWords(language)
  const { opening, from, restated } = account
  const amount = moneyIn(opening, language)
  const since =
    restated === null || restated.settlements.length === 0
      ? []
      : [
          words.restatedSince(
            countOf(restated.settlements.length, 'settlement', language),
            moneyIn(restated.due, language),
            moneyIn(restated.paidOut, language),
          ),
        ]
  if (closed !== null && since.length === 0) return null
  const said =
    openingAsClosed === null
      ? words.openingComputed(amount, dayIn(from, language))
      : words.openingClosed(dayIn(addDays(from, -1), language), amount)
  return [said, ...since].join(' ')
}

/** Each settlement of the closing balance, or the place where they are listed. */
const Behind = ({ statement, language, words }: StatementPageFacts) => {
  const { items } = statement.account
  if (items.length === 0) return <p class="hint">{words.behindNone}</p>
  if (doSettlementsFit(statement))
    return <div id="behind">{tableOf(itemsTable(statement.account), language, true)}</div>
  return <p class="hint">{words.behindOnNextSheet(numberIn(items.length, language))}</p>
}

/** A sheet of its own for settlements that do not fit on the first one. */
const FurtherSheet = ({ statement, language, words }: StatementPageFacts) =>
  doSettlementsFit(statement) ? null : (
    <section class="further" aria-labelledby="behind">
      <h2 id="behind">{words.behind}</h2>
      {tableOf(itemsTable(statement.account), language, false)}
    </section>
  )

/** A sheet of its own: each settlement of closed days that is another one since. */
const RestatedDays = ({ statement, language, words }: StatementPageFacts) => {
  const { restated } = statement.account
  if (restated === null || restated.settlements.length === 0) return null
  return (
    <section class="further" aria-labelledby="restated">
      <h2 id="restated">{words.restatedDays}</h2>
      {tableOf(restatedTable(restated, restatedSumsIn(restated)), language, false)}
    </section>
  )
}

const Methods = ({ statement: { account }, language, words }: StatementPageFacts) => {
  const { byMethod, collected } = account.due
  if (byMethod.length === 0) return null
  return (
    <table class="account">
      <caption>{words.byMethod}</caption>
      <tbody>
        {byMethod.map(({ method, invoices, sum }) => (
          <tr>
            <th scope="row">{visibleText(methodName(method, language))}</th>
            <td class="n">
              {numberIn(invoices, language)} {words.invoices.toLowerCase()}
            </td>
            <td class="n">{digitsOf(sum, language)}</td>
          </tr>
        ))}
        <tr class="sum">
          <th scope="row" colspan={2}>
            {words.total}
          </th>
          <td class="n">{digitsOf(collected, language)}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** From the payments in transit before the month to those in transit at the end of the range. */
const OnTheirWay = ({ statement: { inTransit }, language, words }: StatementPageFacts) => (
  <section aria-labelledby="transit">
    <h2 id="transit" class="caption">
      {words.transit(dayIn(inTransit.figures.at, language))}
    </h2>
    <Bars bars={inTransitBars(inTransit.figures, language)} language={language} />
  </section>
)
