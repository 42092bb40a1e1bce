import { resultName } from '../../../reports/pages/result.ts'
import { isOpen, SEVERITIES, type Severity } from '../../core/findings/discrepancy.ts'
import { type Centavos, plus, ZERO } from '../../core/money.ts'
import type { SlotDate } from '../../core/slot.ts'
import type { Verdict } from '../../core/verdict.ts'
import type { Display, DisplayTone } from '../../print/display.ts'
import { fitTable, type TableColumn } from '../../print/fit-table.ts'
import { countInTable, inTable, slotInTable } from '../../print/in-table.ts'
import type { SettlementMoney } from '../../rules/account/position.ts'
import { groupCases } from '../../rules/assessment/case.ts'
import type { SlotAnswer } from '../../rules/assessment/slot-report.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { dayIn } from '../../words/dates.ts'
import type { Language } from '../../words/language.ts'
import { type TerminalWords, terminalWords } from '../../words/terminal.ts'

/** The sums of a row in centavos; null means unknown, never 0. */
interface RowSums
  extends Pick<SettlementMoney, 'listed' | 'expected' | 'paidOut' | 'inProcess' | 'failed' | 'difference'> {
  /** The sum in process or failed. */
  readonly notPaidOut: Centavos | null
}

/** A row of the table: one settlement, the settlements of a day that add up, or a total of several. */
type TerminalRow = { readonly reports: readonly SlotAnswer[]; readonly sums: RowSums } & (
  | { readonly kind: 'settlement'; readonly report: SlotAnswer }
  | { readonly kind: 'rest-of-day'; readonly date: SlotDate }
  | { readonly kind: 'compared' | 'not-compared' }
)

/** The rows of the table of settlements, and the number of those left out. */
interface SettlementRows {
  readonly rows: readonly TerminalRow[]
  /** Totals: one of the compared settlements, one of the others. Together they are the sums of all rows. */
  readonly totals: readonly TerminalRow[]
  readonly withoutInvoices: readonly SlotAnswer[]
  readonly neverRead: readonly SlotAnswer[]
}

/**
 * A row for every settlement that needs attention, and one for the rest of its day; with `all`, a row for each settlement. Settlements
 * that are not due are left out.
 */
export const settlementRows = (reports: readonly SlotAnswer[], all: boolean): SettlementRows => {
  const due = reports.filter(({ verdict }) => verdict !== 'not-due')
  const shown = due.filter((report) => all || !isWithoutRow(report))
  const dates = [...new Set(shown.map(({ slot }) => slot.date))]
  const rows = dates.flatMap((date) =>
    rowsOfDay(
      date,
      shown.filter(({ slot }) => slot.date === date),
      all,
    ),
  )
  return {
    rows,
    totals: totalsOf(shown),
    withoutInvoices: all ? [] : due.filter(({ verdict }) => verdict === 'empty'),
    neverRead: all ? [] : due.filter(({ verdict }) => verdict === 'not-pulled'),
  }
}

const isWithoutRow = ({ verdict }: SlotAnswer): boolean => verdict === 'empty' || verdict === 'not-pulled'

/** Reconciled to the centavo, without a difference within the tolerance. */
const isRight = ({ verdict, money }: SlotAnswer): boolean => verdict === 'reconciled' && money.difference === 0n

const rowsOfDay = (date: SlotDate, reports: readonly SlotAnswer[], all: boolean): readonly TerminalRow[] => {
  const right = all ? [] : reports.filter(isRight)
  const rest = reports.filter((report) => !right.includes(report))
  return [
    ...rest.map((report) => ({ kind: 'settlement' as const, report, reports: [report], sums: sumsOf([report]) })),
    ...(right.length === 0 ? [] : [{ kind: 'rest-of-day' as const, date, reports: right, sums: sumsOf(right) }]),
  ]
}

const totalsOf = (reports: readonly SlotAnswer[]): readonly TerminalRow[] => {
  const compared = reports.filter(({ money }) => money.difference !== null)
  const rest = reports.filter((report) => !compared.includes(report) && isCountedApart(report))
  return [
    ...(compared.length === 0 ? [] : [{ kind: 'compared' as const, reports: compared, sums: sumsOf(compared) }]),
    ...(rest.length === 0 ? [] : [{ kind: 'not-compared' as const, reports: rest, sums: sumsOf(rest) }]),
  ]
}

/** Whether there is something to compare, or an open finding to show in the row. */
const isCountedApart = (report: SlotAnswer): boolean => !isWithoutRow(report) || report.discrepancies.some(isOpen)

const sumsOf = (reports: readonly SlotAnswer[]): RowSums => ({
  listed: sumOf(reports, ({ money }) => money.listed),
  expected: sumOf(reports, ({ money }) => money.expected),
  paidOut: sumOf(reports, ({ money }) => (isPaidOut(money) ? money.paidOut : null)),
  inProcess: sumOf(reports, ({ money }) => nothingAsNull(money.inProcess)),
  failed: sumOf(reports, ({ money }) => nothingAsNull(money.failed)),
  notPaidOut: sumOf(reports, ({ money }) => nothingAsNull(money.inProcess) ?? nothingAsNull(money.failed)),
  difference: sumOf(reports, ({ money }) => money.difference),
})

const isPaidOut = ({ notCompared, inProcess, failed }: SettlementMoney): boolean =>
  notCompared !== 'failed' && notCompared !== 'not-final' && inProcess === 0n && failed === 0n

/** Exactly one of three columns has the payout; the other two are empty. */
const nothingAsNull = (sum: Centavos | null): Centavos | null => (sum === 0n ? null : sum)

const sumOf = (reports: readonly SlotAnswer[], of: (report: SlotAnswer) => Centavos | null): Centavos | null =>
  reports.reduce<Centavos | null>((sum, report) => {
    const next = of(report)
    if (next === null) return sum
    return sum === null ? next : plus(sum, next)
  }, null)

/** The table of settlements: those that need attention, the sums of the others by day, and the totals. */
export const settlementTable = (reports: readonly SlotAnswer[], all: boolean, display: Display): readonly string[] => {
  const { rows, totals } = settlementRows(reports, all)
  if (rows.length === 0) return []
  const table = fitTable(columnSets(rows, display.language), [...rows, ...totals], display)
  const rule = '-'.repeat(table.width)
  const { open, openLetters } = terminalWords(display.language)
  const legend = table.head.endsWith(open) ? wrapText('', openLetters, display.width) : []
  return [table.head, rule, ...table.rows.slice(0, rows.length), rule, ...table.rows.slice(rows.length), ...legend]
}

type Column = TableColumn<TerminalRow>

/**
 * Sets of columns from wide to narrow: first the sums not paid out share one column, then the listed sums are dropped,
 * then the number of open findings.
 */
const columnSets = (rows: readonly TerminalRow[], language: Language): readonly (readonly Column[])[] => {
  const words = terminalWords(language)
  const money = (head: string, of: (sums: RowSums) => Centavos | null): Column => ({
    head,
    isNumber: true,
    of: ({ sums }) => inTable(of(sums), language),
  })
  const settlement: Column = { head: words.settlement, of: (row) => nameOf(row, words, language) }
  const result: Column = { head: words.result, of: (row) => resultOf(row, words, language), tone: toneOf }
  const listed = money(words.listed, (sums) => sums.listed)
  const payout = [money(words.expected, (sums) => sums.expected), money(words.paidOut, (sums) => sums.paidOut)]
  const inProcess = money(words.inProcess, (sums) => sums.inProcess)
  const failed = money(words.failed, (sums) => sums.failed)
  const apart = [...usedColumns(inProcess, rows), ...usedColumns(failed, rows)]
  const together = apart.length < 2 ? apart : [money(words.notPaidOut, (sums) => sums.notPaidOut)]
  const difference: Column = { ...money(words.difference, (sums) => sums.difference), tone: toneOfDifference }
  const open: Column = { head: words.open, of: ({ reports }) => openOf(reports, language), isNumber: true }
  return [
    [settlement, result, listed, ...payout, ...apart, difference, open],
    [settlement, result, listed, ...payout, ...together, difference, open],
    [settlement, result, ...payout, ...together, difference, open],
    [settlement, result, ...payout, ...together, difference],
  ]
}

/** Leaves out a column that would be empty. */
const usedColumns = (column: Column, rows: readonly TerminalRow[]): readonly Column[] =>
  rows.some((row) => column.of(row) !== '') ? [column] : []

const nameOf = (row: TerminalRow, words: TerminalWords, language: Language): string => {
  if (row.kind === 'settlement') {
    const { slot, verdict, settlement } = row.report
    return `${slotInTable(slot, language)}${verdict === 'incomplete' && settlement !== null ? '*' : ''}`
  }
  if (row.kind === 'rest-of-day') return dayIn(row.date, language)
  return row.kind === 'compared' ? words.compared : words.notCompared
}

const resultOf = (row: TerminalRow, words: TerminalWords, language: Language): string => {
  if (row.kind === 'settlement') return resultName(row.report, language)
  return row.kind === 'rest-of-day' ? words.addUp(row.reports.length) : countInTable(row.reports.length, language)
}

/** Only what needs a person is in colour: no payout, or a difference that nobody decided about. */
const UNPAID: readonly Verdict[] = ['failed', 'incomplete', 'not-pulled']

const toneOf = (row: TerminalRow): DisplayTone =>
  row.kind === 'settlement' && UNPAID.includes(row.report.verdict) ? 'bad' : 'plain'

const toneOfDifference = ({ reports, sums }: TerminalRow): DisplayTone =>
  (sums.difference ?? ZERO) !== ZERO && reports.some(({ money }) => money.shares.open !== ZERO) ? 'bad' : 'plain'

const LETTERS: Readonly<Record<Language, Readonly<Record<Severity, string>>>> = {
  en: { error: 'E', warning: 'W', info: 'I' },
  es: { error: 'E', warning: 'A', info: 'I' },
}

/** The number of open cases, gravest first: `2E 1W`. */
const openOf = (reports: readonly SlotAnswer[], language: Language): string => {
  const open = groupCases(reports.flatMap(({ discrepancies }) => discrepancies)).filter(isOpen)
  return SEVERITIES.toReversed()
    .map((severity) => ({ severity, number: open.filter(({ first }) => first.severity === severity).length }))
    .filter(({ number }) => number > 0)
    .map(({ severity, number }) => `${number}${LETTERS[language][severity]}`)
    .join(' ')
}
