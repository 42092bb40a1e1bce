import type { StatementReport } from '../../../jobs/statement.ts'
import { STATEMENT } from '../../../reports/documents/statement-document.ts'
import { type AccountRow, accountRows, furtherParts, mainLines } from '../../../reports/statements/account-lines.ts'
import {
  hasBankChanged,
  hasChangedSinceClosing,
  isOfClosedDays,
  restatedIn,
} from '../../../reports/statements/since-closing.ts'
import { openingText } from '../../../reports/statements/statement-page.tsx'
import { itemStateIn, statementSentence } from '../../../reports/statements/statement-sentence.ts'
import { type Centavos, minus } from '../../core/money.ts'
import { type Display, displayOf } from '../../print/display.ts'
import { fitTable, type TableColumn } from '../../print/fit-table.ts'
import { countInTable, inTable } from '../../print/in-table.ts'
import { harmless } from '../../std/harmless.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { clockIn, dayIn } from '../../words/dates.ts'
import { numberIn } from '../../words/money.ts'
import { SAY } from '../../words/say.ts'
import { statementWords } from '../../words/statement-words.ts'
import { AS_OF } from '../framework/as-of.ts'
import { type Command, DEBUG, FORMAT, parseFormat, SETTINGS } from '../framework/command.ts'
import { MONTH_OR_DAYS, parseMonthOrDays } from '../framework/dates.ts'
import { fromHere, refuseOwnFolder } from '../framework/effective-settings.ts'
import type { Io } from '../framework/io.ts'
import { contextOf, JSON_FLAG } from '../framework/job.ts'

/**
 * The account with the operator: the conclusion, the lines of the account, the settlements of the closing balance, and
 * the files.
 */
export const statementText = (report: StatementReport, display: Display): string =>
  [
    headLines(report, display),
    accountTable(report, display),
    behindLines(report, display),
    sinceClosing(report, display),
    fileLines(report),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const headLines = (report: StatementReport, { width }: Display): readonly string[] => {
  const { language, days, merchant, zone, moment, closed } = report
  const opening = openingText(report)
  const words = statementWords(language)
  const sentences = [
    statementSentence(report),
    `${words.title}, ${words.days(dayIn(days.from, language), dayIn(days.to, language))}, ${words.merchant} ${harmless(merchant)}. ${words.asOf(clockIn(zone.clockAt(moment.at), language), zone.name)}`,
    ...(closed === null
      ? [words.draftNote]
      : [
          words.closedOn(
            dayIn(closed.closing.through, language),
            clockIn(zone.clockAt(closed.closing.at), language),
            harmless(closed.closing.by),
          ),
        ]),
    ...(opening === null ? [] : [opening]),
  ]
  return sentences.flatMap((sentence) => wrapText('', sentence, width))
}

const accountTable = (report: StatementReport, display: Display): readonly string[] => {
  const { language, account, closed } = report
  const words = statementWords(language)
  const rows = accountRows(closed === null ? [account] : [account, closed.now.account])
  const figures = (row: AccountRow): readonly string[] => {
    const [shown = null, now = null] = row.figures
    const number = shown?.number ?? null
    const digits = (amount: Centavos | undefined): string => inTable(amount ?? null, language)
    const cells = [number === null ? '' : numberIn(number, language), digits(shown?.amount)]
    if (closed === null) return cells
    const difference = shown === null || now === null ? undefined : minus(now.amount, shown.amount)
    return [...cells, digits(now?.amount), digits(difference)]
  }
  const line = (row: AccountRow): readonly string[] => [
    `${row.isTotal ? '= ' : '  '}${row.label[language]}`,
    ...figures(row),
  ]
  const heads = closed === null ? [words.amount] : [words.closed, words.now, words.difference]
  const cells = [
    ...mainLines(rows).map(line),
    ...furtherParts(rows, words).flatMap((part) => [[part.heading], ...part.lines.map(line)]),
  ]
  return tableLines(['', words.number, ...heads], cells, 1, display)
}

/** The fewest characters to which words are wrapped. */
const COLUMN_MIN_CHARACTERS = 12

/** A table that fits the screen: words are wrapped, and nothing is cut. A row of one text is a heading. */
const tableLines = (
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  toTheLeft: number,
  display: Display,
): readonly string[] => {
  const columns = heads.map((head, at): TableColumn<readonly string[]> => {
    const of = (row: readonly string[]): string => row[at] ?? ''
    if (at >= toTheLeft) return { head, of, isNumber: true }
    const isHeading = (row: readonly string[]): boolean => at === 0 && row.length === 1
    // Dates and cycles stay whole.
    return toTheLeft === 1 || at > 0
      ? { head, of, isHeading, least: COLUMN_MIN_CHARACTERS, isWrapped: true }
      : { head, of }
  })
  const { head, rows: lines } = fitTable([columns], rows, display)
  return [head, ...lines]
}

/** The most lines on the screen; the CSV file has all. */
const LINES_MAX = 40

const behindLines = ({ account: { items }, language }: StatementReport, display: Display): readonly string[] => {
  const words = statementWords(language)
  if (items.length === 0) return [words.behindNone]
  const cells = items
    .slice(0, LINES_MAX)
    .map((item) => [
      `  ${dayIn(item.slot.date, language)} ${item.slot.cycle}`,
      words.kinds[item.kind],
      itemStateIn(item, language),
      inTable(item.expected, language),
      inTable(item.paidOut, language),
      inTable(item.balance, language),
    ])
  const heads = ['', '', '', words.expected, words.paidOut, words.balance]
  const rest = items.length - LINES_MAX
  return [`${words.behind}:`, ...tableLines(heads, cells, 3, display), ...(rest > 0 ? [`  ${words.more(rest)}`] : [])]
}

const sinceClosing = (report: StatementReport, display: Display): readonly string[] => {
  if (!isOfClosedDays(report)) return []
  const { closed, language } = report
  const words = statementWords(language)
  const { restatements } = closed
  if (!hasChangedSinceClosing(report))
    return wrapText('', hasBankChanged(report) ? words.unchangedButBank : words.unchanged, display.width)
  // The table above shows the lines that have changed.
  if (restatements.length === 0) return []
  const textOf = (figure: Centavos | number | string | null): string => {
    if (typeof figure === 'bigint') return inTable(figure, language)
    if (typeof figure === 'number') return countInTable(figure, language)
    return figure === null ? '' : harmless(SAY[language].status(figure))
  }
  const cells = restatements.map(({ slot, subject, figures }) => {
    const { unit, reported, expected } = figures
    const difference = unit === 'COP' && reported !== null && expected !== null ? minus(reported, expected) : null
    return [
      `  ${dayIn(slot.date, language)} ${slot.cycle}`,
      harmless(restatedIn({ subject, figures }, language)),
      textOf(expected),
      textOf(reported),
      textOf(difference),
    ]
  })
  return tableLines([words.restated, words.subject, words.closed, words.now, words.difference], cells, 2, display)
}

const fileLines = ({ files, language }: StatementReport): readonly string[] =>
  files.map((file) => `${statementWords(language).file}: ${harmless(file)}`)

export const statement: Command = {
  name: 'statement',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'The account with the operator over a month or a range of settlement dates: opening, due, paid out, closing',
    es: 'La cuenta con el operador en un mes o un rango de fechas de liquidación: saldo inicial, por abonar, abonado, saldo final',
  },
  manual: [
    [
      '[--month M | --from D --to D] [--as-of N|TIME --out DIR] [--format csv|xlsx] [--json]',
      'The account with the operator: opening, collected, fees, adjustments, due, paid out, closing, each settlement behind it, and what is in transit at the end of the days. Without dates: the month of the newest settlement. Writes `statement.html` (a sheet to be signed, and a further one with the settlements of the closing balance where they do not fit), `statement.csv` and `statement.xlsx` to `<out>/statement/<from>_<to>/`. Of closed days the files are those of the closing; what has changed since is on the screen, and on a page and in a workbook under `since-closing/`; what the bank shows since then is on the screen alone, since it restates nothing.',
    ],
  ],
  examples: [
    ['cuadre statement', { en: 'the month of the newest settlement', es: 'el mes de la liquidación más reciente' }],
    ['cuadre statement --month 2026-02', { en: 'February', es: 'febrero' }],
    [
      'cuadre statement --month 2026-02 --as-of 2026-03-05 --out then',
      { en: 'as it was known at the end of that day', es: 'como se sabía al final de ese día' },
      'cuadre statement --month 2026-02 --as-of 2026-03-05 --out entonces',
    ],
  ],
  flags: {
    ...MONTH_OR_DAYS,
    ...FORMAT,
    ...AS_OF,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const asked = { days: parseMonthOrDays(given), format: parseFormat(given) }
    if (given.text('as-of') !== undefined) refuseOwnFolder('--as-of', given, io)
    const { asOf, ...context } = contextOf(given, io)
    const { readStatement } = await import('../../../jobs/statement.ts')
    const report = fromThere(await readStatement(context, { ...asked, asOf }), io)
    return { document: () => STATEMENT.of(report), text: () => statementText(report, displayOf(io, io.language)) }
  },
}

const fromThere = (report: StatementReport, { cwd }: Io): StatementReport => ({
  ...report,
  files: report.files.map((path) => fromHere(path, cwd)),
})
