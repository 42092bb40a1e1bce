import type { SettlementMoney } from '../../domain/account/position.ts'
import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import { isOpen } from '../../domain/findings/discrepancy.ts'
import { type Centavos, plus } from '../../domain/money.ts'
import type { SlotDate } from '../../domain/slot.ts'

/** The sums of a row in centavos; null means unknown, never 0. */
export interface RowSums {
  readonly listed: Centavos | null
  readonly expected: Centavos | null
  readonly paidOut: Centavos | null
  readonly inProcess: Centavos | null
  readonly failed: Centavos | null
  /** The sum in process or failed. */
  readonly notPaidOut: Centavos | null
  readonly difference: Centavos | null
}

/** A row of the table: one settlement, the settlements of a day that add up, or a total of several. */
export type TerminalRow = { readonly reports: readonly SlotReport[]; readonly sums: RowSums } & (
  | { readonly kind: 'settlement'; readonly report: SlotReport }
  | { readonly kind: 'rest-of-day'; readonly date: SlotDate }
  | { readonly kind: 'compared' | 'not-compared' }
)

/** The rows of the table of settlements, and the number of those left out. */
export interface SettlementRows {
  readonly rows: readonly TerminalRow[]
  /** Totals: one of the compared settlements, one of the others. Together they are the sums of all rows. */
  readonly totals: readonly TerminalRow[]
  readonly withoutInvoices: readonly SlotReport[]
  readonly neverRead: readonly SlotReport[]
}

/**
 * A row for every settlement that needs attention, and one for the rest of its day; with `all`, a row for each settlement. Settlements
 * that are not due are left out.
 */
export const settlementRows = (reports: readonly SlotReport[], all: boolean): SettlementRows => {
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

const isWithoutRow = ({ verdict }: SlotReport): boolean => verdict === 'empty' || verdict === 'not-pulled'

/** Reconciled to the centavo, without a difference within the tolerance. */
const isRight = ({ verdict, money }: SlotReport): boolean => verdict === 'reconciled' && money.difference === 0n

const rowsOfDay = (date: SlotDate, reports: readonly SlotReport[], all: boolean): readonly TerminalRow[] => {
  const right = all ? [] : reports.filter(isRight)
  const rest = reports.filter((report) => !right.includes(report))
  return [
    ...rest.map((report) => ({ kind: 'settlement' as const, report, reports: [report], sums: sumsOf([report]) })),
    ...(right.length === 0 ? [] : [{ kind: 'rest-of-day' as const, date, reports: right, sums: sumsOf(right) }]),
  ]
}

const totalsOf = (reports: readonly SlotReport[]): readonly TerminalRow[] => {
  const compared = reports.filter(({ money }) => money.difference !== null)
  const rest = reports.filter((report) => !compared.includes(report) && isCountedApart(report))
  return [
    ...(compared.length === 0 ? [] : [{ kind: 'compared' as const, reports: compared, sums: sumsOf(compared) }]),
    ...(rest.length === 0 ? [] : [{ kind: 'not-compared' as const, reports: rest, sums: sumsOf(rest) }]),
  ]
}

/** Whether there is something to compare, or an open finding to show in the row. */
const isCountedApart = (report: SlotReport): boolean => !isWithoutRow(report) || report.discrepancies.some(isOpen)

export const sumsOf = (reports: readonly SlotReport[]): RowSums => ({
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

const sumOf = (reports: readonly SlotReport[], of: (report: SlotReport) => Centavos | null): Centavos | null =>
  reports.reduce<Centavos | null>((sum, report) => {
    const next = of(report)
    if (next === null) return sum
    return sum === null ? next : plus(sum, next)
  }, null)
