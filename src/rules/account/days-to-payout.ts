import type { Zone } from '../../core/calendar/calendar.ts'
import { daysFrom, nameOf, type SlotDate } from '../../core/slot.ts'
import type { SlotReport } from '../assessment/slot-report.ts'
import type { AccountFacts, AccountReport } from './operator-account.ts'

/** How long settlements took from their date to the pull that first read them final. */
export interface DaysToPayout {
  /** Paid out on a known day. */
  readonly paidOut: number
  /** The median number of days; null without any. */
  readonly median: number | null
  readonly longest: number | null
  /** In process, failed, or without a settlement. */
  readonly open: number
}

export interface DaysToPayoutByMonth {
  /** Newest first. */
  readonly months: readonly (DaysToPayout & { readonly month: string })[]
  /** The total of these months. */
  readonly total: DaysToPayout
  /** Final at their first reading and older than the database, so that the day of payment is unknown. No other figure includes them. */
  readonly unknown: number
  /** Settlements that are in no other figure: they answer for another slot, were not read whole, or failed and were accepted. */
  readonly leftOut: number
}

/** Older months do not show how the operator works now. */
const MONTHS_MAX = 12

export const daysToPayoutByMonth = (
  reports: readonly Report[],
  times: AccountFacts['times'],
  zone: Zone,
): DaysToPayoutByMonth => {
  const readSince = firstDay(reports, zone)
  const known = reports.map((report) => ({ report, ...daysOf(report, times, readSince) }))
  const inMonths = [...new Set(known.filter(isShown).map(({ report }) => monthOf(report)))]
    .sort()
    .toReversed()
    .slice(0, MONTHS_MAX)
  const shown = known.filter(({ report }) => inMonths.includes(monthOf(report)))
  return {
    months: inMonths.map((month) => ({ month, ...daysToPayout(shown.filter((one) => monthOf(one.report) === month)) })),
    total: daysToPayout(shown),
    unknown: known.filter(({ isUnknown }) => isUnknown).length,
    leftOut: known.filter((one) => one.report.settlement !== null && !isShown(one) && !one.isUnknown).length,
  }
}

interface PayoutDelay {
  /** Null when it was not paid out, or the day is unknown. */
  readonly days: number | null
  readonly isOpen: boolean
  readonly isUnknown: boolean
}

type Report = AccountReport & Pick<SlotReport, 'pulledAt'>

const monthOf = ({ slot }: Report): string => slot.date.slice(0, 7)
const isShown = ({ days, isOpen }: PayoutDelay): boolean => days !== null || isOpen

const daysOf = (report: Report, times: AccountFacts['times'], readSince: SlotDate): PayoutDelay => {
  const { date } = report.slot
  const paidOn = times.get(nameOf(report.slot))?.paidOn ?? null
  if (paidOn === null) return { days: null, isOpen: isOpen(report), isUnknown: false }
  const isUnknown = date < readSince && paidOn === date
  return { days: isUnknown ? null : daysFrom(date, paidOn), isOpen: false, isUnknown }
}

const isOpen = ({ money, totals }: Report): boolean => {
  if (money.notCompared === 'no-settlement') return totals !== null && totals.counted > 0
  return money.notCompared === 'not-final' || (money.notCompared === 'failed' && money.state !== 'accepted')
}

const daysToPayout = (of: readonly PayoutDelay[]): DaysToPayout => {
  const days = of.flatMap((one) => one.days ?? []).toSorted((a, b) => a - b)
  return {
    paidOut: days.length,
    median: medianOf(days),
    longest: days.at(-1) ?? null,
    open: of.filter((one) => one.isOpen).length,
  }
}

/** The middle of sorted days; between two of them, their mean. */
const medianOf = (days: readonly number[]): number | null => {
  const [lower, upper] = [days[Math.ceil(days.length / 2) - 1], days[Math.floor(days.length / 2)]]
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2
}

/** The day on which the oldest content was read. */
const firstDay = (reports: readonly Report[], zone: Zone): SlotDate => {
  const times = reports.flatMap(({ pulledAt }) => pulledAt ?? [])
  return zone.dateAt(times.length === 0 ? 0 : times.reduce((a, b) => Math.min(a, b)))
}
