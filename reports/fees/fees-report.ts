import type { Days, Zone } from '../../src/core/calendar/calendar.ts'
import type { FeesOfMonth } from '../../src/core/fees/operator-invoice.ts'
import type { Closing } from '../../src/core/findings/act.ts'
import type { Moment } from '../../src/core/past-run.ts'
import type { Policy } from '../../src/core/policy.ts'
import { addDays, weekdayOf } from '../../src/core/slot.ts'
import {
  type BillComparison,
  type FeesEntry,
  type FeesSummary,
  summariesBy,
} from '../../src/rules/account/fees-summary.ts'
import type { Language } from '../../src/words/language.ts'

/** The fees of settlements as known at one moment, in order of slot, and their sums. */
export interface FeesAsOf {
  readonly entries: readonly FeesEntry[]
  readonly total: FeesSummary
  /** The operator's invoices of months of which all settlements are among the entries. */
  readonly invoiced: readonly FeesOfMonth[]
  /** The policy by which the fees were computed; its tariff may be empty. */
  readonly policy: Policy
  readonly moment: Moment
}

/** Fees over a range of settlement dates, compared with the tariff. */
export interface FeesReport extends FeesAsOf {
  readonly merchant: string
  /** The merchants that the settings list; empty when they are about one. */
  readonly merchants: readonly string[]
  readonly language: Language
  readonly zone: Zone
  readonly days: Days
  /** Null when no bill was given. */
  readonly bill: BillComparison | null
  /**
   * When the days are closed, the figures above are those of the closing, and `now` has the present ones. Null while
   * they are open.
   */
  readonly closed: { readonly closing: Closing; readonly now: FeesAsOf } | null
}

export const hasTariff = ({ policy }: Pick<FeesAsOf, 'policy'>): boolean => policy.tariff.length > 0

/** Sums by month of the settlement date: `2026-03`. */
export const feesByMonth = ({ entries }: FeesAsOf) => summariesBy(entries, ({ slot }) => slot.date.slice(0, 7))

/** Sums by week of the settlement date, named by its Monday. */
export const feesByWeek = ({ entries }: FeesAsOf) =>
  summariesBy(entries, ({ slot: { date } }) => addDays(date, -weekdayOf(date)))

/** The settlements whose fees differ from the tariff, largest difference first. */
export const entriesOff = ({ entries }: FeesAsOf): readonly FeesEntry[] =>
  entries.filter(({ isOff }) => isOff).toSorted((a, b) => Number(magnitude(b) - magnitude(a)))

const magnitude = ({ difference }: FeesEntry): bigint => {
  const signed = difference ?? 0n
  return signed < 0n ? -signed : signed
}
