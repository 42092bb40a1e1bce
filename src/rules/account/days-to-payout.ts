import type { Zone } from '../../core/calendar/calendar.ts'
import { daysFrom, nameOf, type SlotDate } from '../../core/slot.ts'
import type { SlotReport } from '../assessment/slot-report.ts'
import { type AtRest, daysPaidAtRest, NOTHING_AT_REST } from './at-rest.ts'
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
  rest: AtRest = NOTHING_AT_REST,
): DaysToPayoutByMonth => {
  const readSince = firstDay(reports, rest, zone)
  const ofReports = reports.map((report) => ({ report, ...daysOf(report, times, readSince) }))
  const atRest = rest.days.flatMap((day) =>
    daysPaidAtRest(day, zone).map((paidOn) => paidAfter(day.date, paidOn, readSince)),
  )
  const known: readonly PayoutDelay[] = [...ofReports, ...atRest]
  const inMonths = [...new Set(known.filter(isShown).map(({ month }) => month))]
    .sort()
    .toReversed()
    .slice(0, MONTHS_MAX)
  const shown = known.filter(({ month }) => inMonths.includes(month))
  return {
    months: inMonths.map((month) => ({ month, ...daysToPayout(shown.filter((one) => one.month === month)) })),
    total: daysToPayout(shown),
    unknown: known.filter(({ isUnknown }) => isUnknown).length,
    leftOut: ofReports.filter((one) => one.report.settlement !== null && !isShown(one) && !one.isUnknown).length,
  }
}

interface PayoutDelay {
  readonly month: string
  /** Null when it was not paid out, or the day is unknown. */
  readonly days: number | null
  readonly isOpen: boolean
  readonly isUnknown: boolean
}

type Report = AccountReport & Pick<SlotReport, 'pulledAt'>

const isShown = ({ days, isOpen }: PayoutDelay): boolean => days !== null || isOpen

const daysOf = (report: Report, times: AccountFacts['times'], readSince: SlotDate): PayoutDelay => {
  const { date } = report.slot
  const paidOn = times.get(nameOf(report.slot))?.paidOn ?? null
  return paidOn === null
    ? { month: date.slice(0, 7), days: null, isOpen: isOpen(report), isUnknown: false }
    : paidAfter(date, paidOn, readSince)
}

const paidAfter = (date: SlotDate, paidOn: SlotDate, readSince: SlotDate): PayoutDelay => {
  const isUnknown = date < readSince && paidOn === date
  return { month: date.slice(0, 7), days: isUnknown ? null : daysFrom(date, paidOn), isOpen: false, isUnknown }
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
const firstDay = (reports: readonly Report[], { contentAt }: AtRest, zone: Zone): SlotDate => {
  const times = [...reports.map(({ pulledAt }) => pulledAt), contentAt?.oldest ?? null].filter((at) => at !== null)
  return zone.dateAt(times.length === 0 ? 0 : times.reduce((a, b) => Math.min(a, b)))
}
