import { cellText } from '../../../../reports/fees/cell-text.ts'
import { nextCommands } from '../../../../reports/fees/fees-page.tsx'
import { entriesOff, type FeesReport, hasTariff } from '../../../../reports/fees/fees-report.ts'
import { feesSentence } from '../../../../reports/fees/fees-sentence.ts'
import {
  billTable,
  differenceTable,
  type FeesRow,
  type FeesTable,
  methodTable,
  monthTable,
  reasonName,
  unpricedTable,
  unpricedTitle,
} from '../../../../reports/fees/fees-tables.ts'
import type { FeesEntry } from '../../../domain/fees/fees-summary.ts'
import { clockIn, dayIn, shortMonthIn } from '../../../i18n/dates.ts'
import { feesWords } from '../../../i18n/fees-words.ts'
import { numberIn } from '../../../i18n/money.ts'
import { statementWords } from '../../../i18n/statement-words.ts'
import type { Display } from '../../../print/display.ts'
import { fitTable, type TableColumn } from '../../../print/fit-table.ts'
import { copyable, inTable, signedInTable, sumIn } from '../../../print/in-table.ts'
import { harmless } from '../../../std/harmless.ts'
import { wrapText } from '../../../std/wrap-text.ts'

type Report = FeesReport & { readonly files: readonly string[] }

/** Fees against the tariff: the conclusion, the operator's bill, the settlements off the tariff, the tables, and the files. */
export const feesText = (report: Report, display: Display, commandLine: (command: string) => string): string =>
  [
    headLines(report, display),
    billLines(report, display),
    offLines(report, display),
    titledTable(feesWords(report.language).byMonth, monthTable(report, shortMonthIn), display),
    hasTariff(report) ? titledTable('', differenceTable(report), display) : [],
    titledTable(feesWords(report.language).byMethod, methodTable(report, shortMonthIn), display),
    titledTable(unpricedTitle(report), unpricedTable(report), display),
    notComparedLines(report, display),
    endLines(report, commandLine),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const headLines = (report: Report, { width }: Display): readonly string[] => {
  const { language, days, merchant, zone, moment, policy, closed } = report
  const [words, ofStatement] = [feesWords(language), statementWords(language)]
  const sentences = [
    feesSentence(report, language).text,
    `${words.title}, ${ofStatement.days(dayIn(days.from, language), dayIn(days.to, language))}, ${ofStatement.merchant} ${harmless(merchant)}. ${ofStatement.asOf(clockIn(zone.clockAt(moment.at), language), zone.name)}`,
    ...(hasTariff(report) ? [words.fromTariff(policy.tariff.map(({ from }) => dayIn(from, language)))] : []),
    ...(closed === null
      ? []
      : [
          ofStatement.closedOn(
            dayIn(closed.closing.through, language),
            clockIn(zone.clockAt(closed.closing.at), language),
            harmless(closed.closing.by),
          ),
          words.closedNow(sumIn(closed.now.total.compared.difference, language)),
        ]),
  ]
  return sentences.flatMap((sentence) => wrapText('', sentence, width))
}

const billLines = (report: Report, display: Display): readonly string[] => {
  const { bill, language } = report
  const table = billTable(report)
  if (bill === null || table === null) return []
  const words = feesWords(language)
  const said = bill.matches === null ? words.billDiffers : words.billMatches(words.bases[bill.matches])
  return [
    ...wrapText('', `${words.bill(sumIn(bill.billed, language))}. ${said}`, display.width),
    ...linesOf(table, display),
  ]
}

/** The most rows on the screen; the CSV file has all. */
const ROWS_MAX = 20

const offLines = (report: Report, display: Display): readonly string[] => {
  const { language } = report
  const words = feesWords(language)
  const off = entriesOff(report)
  if (off.length === 0) return []
  const number = (head: string, of: (entry: FeesEntry) => string): TableColumn<FeesEntry> => ({
    head,
    of,
    isNumber: true,
  })
  const money = (sum: FeesEntry['charged']): string => inTable(sum, language)
  const columns: readonly TableColumn<FeesEntry>[] = [
    { head: words.off, of: ({ slot }) => `  ${dayIn(slot.date, language)} ${slot.cycle}`, tone: () => 'bad' },
    number(words.payments, ({ payments }) => (payments === null ? '' : numberIn(payments, language))),
    number(words.charged, ({ charged }) => money(charged)),
    number(words.expected, ({ expected }) => money(expected)),
    number(words.difference, ({ difference }) => (difference === null ? '' : signedInTable(difference, language))),
  ]
  const { head, rows } = fitTable([columns], off.slice(0, ROWS_MAX), display)
  const rest = off.length - ROWS_MAX
  return [head, ...rows, ...(rest > 0 ? [`  ${words.more(rest)}`] : [])]
}

const titledTable = (title: string, table: FeesTable, display: Display): readonly string[] =>
  table.rows.length === 0 ? [] : [...(title === '' ? [] : [title]), ...linesOf(table, display)]

const linesOf = ({ heads, spare = [], rows }: FeesTable, display: Display): readonly string[] => {
  const [first = '', ...others] = heads
  const columns: readonly TableColumn<FeesRow>[] = [
    { head: `  ${first}`, of: ({ label, isTotal }) => `${isTotal ? '= ' : '  '}${harmless(label)}`, least: 14 },
    ...others.map((head, at) => ({
      head,
      of: ({ cells }: FeesRow) => copyable(cellText(cells[at] ?? null, display.language)),
      isNumber: true as const,
    })),
  ]
  const sets = ['', ...spare].map((_, gone) => columns.filter(({ head }) => !spare.slice(0, gone).includes(head)))
  const { head, rows: lines } = fitTable(sets, rows, display)
  return [head, ...lines]
}

const notComparedLines = (report: Report, display: Display): readonly string[] => {
  const { entries, language } = report
  const words = feesWords(language)
  const rest = hasTariff(report) ? entries.filter(({ notCompared }) => notCompared !== null) : []
  if (rest.length === 0) return []
  const columns: readonly TableColumn<FeesEntry>[] = [
    { head: words.notComparedRow, of: ({ slot }) => `  ${dayIn(slot.date, language)} ${slot.cycle}` },
    { head: words.charged, of: ({ charged }) => inTable(charged, language), isNumber: true },
    { head: words.reason, of: (entry) => harmless(reasonName(entry, language)), least: 20 },
  ]
  const { head, rows } = fitTable([columns], rest.slice(0, ROWS_MAX), display)
  const more = rest.length - ROWS_MAX
  return [head, ...rows, ...(more > 0 ? [`  ${words.more(more)}`] : [])]
}

const endLines = (report: Report, commandLine: (command: string) => string): readonly string[] => {
  const { files, language } = report
  const words = feesWords(language)
  return [
    ...files.map((file) => `${statementWords(language).file}: ${harmless(file)}`),
    ...nextCommands(report, words, commandLine).map((command) => `${words.next}   ${command}`),
  ]
}
