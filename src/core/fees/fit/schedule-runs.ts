import type { Zone } from '../../calendar/calendar.ts'
import { addDays, daysBetween, type SlotDate } from '../../slot.ts'
import type { TariffDate } from '../tariff.ts'
import { type ChargedSettlement, type ChargeForm, expectedFees } from './charged-settlement.ts'
import { entry, lastEntry } from './equations.ts'
import { type BestFit, bestFit, type FitWindow, fitWindow, methodsOf, SUPPORT } from './schedule-fit.ts'

/** Neighbouring settlements that were charged by one schedule. */
export interface ScheduleRun {
  readonly settlements: readonly ChargedSettlement[]
  readonly fit: BestFit
}

/** Fewer settlements determine nothing. */
const WINDOW_MIN = 9
/** The shares of the settlements to try when no schedule fits all of them: from the first on, or up to the last. */
const WINDOW_PARTS = [1, 0.75, 0.6, 0.5, 0.4, 0.3, 0.2]

/** What runs are looked for: the forms to try, the first day, and how far off settlements may be (see `FitWindow`). */
export interface RunTerms extends Pick<FitWindow, 'zone' | 'leeway'> {
  readonly forms: readonly ChargeForm[]
  readonly from: SlotDate
}

/** The runs of a history, in order. Settlements in none of them have no schedule that a majority fits. */
export const scheduleRuns = (settlements: readonly ChargedSettlement[], terms: RunTerms): readonly ScheduleRun[] => {
  const fit = fitInWindows(settlements, terms)
  if (fit === null) return []
  const [start, end] = extent(settlements, fit, terms.zone)
  const alike = { ...terms, forms: formsOf(fit) }
  const before = scheduleRuns(settlements.slice(0, start), alike)
  const after = scheduleRuns(settlements.slice(end), alike)
  return [...before, { settlements: settlements.slice(start, end), fit }, ...after]
}

/** The forms of a fit: an operator rarely changes its own. */
const formsOf = (fit: BestFit): readonly ChargeForm[] =>
  [fit, ...fit.alike].map(({ schedule: { tax, rounding, to } }) => ({ tax, rounding, to }))

/** The first fit that leaves no method open, else the one that leaves the fewest: the rate of an open method may have changed. */
const fitInWindows = (
  settlements: readonly ChargedSettlement[],
  { forms, from, zone, leeway }: RunTerms,
): BestFit | null => {
  let best: BestFit | null = null
  for (const window of windowsOf(settlements)) {
    const fit = bestFit(fitWindow(window, zone, leeway), best === null ? forms : formsOf(best), from)
    if (fit !== null && (best === null || fit.loose.length < best.loose.length)) best = fit
    if (best !== null && !best.loose.some((method) => isFrequent(settlements, method))) return best
  }
  return best
}

const windowsOf = (settlements: readonly ChargedSettlement[]): readonly (readonly ChargedSettlement[])[] =>
  [...new Set(WINDOW_PARTS.map((part) => Math.ceil(part * settlements.length)))]
    .filter((size) => size >= WINDOW_MIN)
    .flatMap((size) =>
      size === settlements.length ? [settlements] : [settlements.slice(-size), settlements.slice(0, size)],
    )

/** This many settlements could determine the rates of a method twice. */
const FREQUENT = 3 * SUPPORT

const isFrequent = (settlements: readonly ChargedSettlement[], method: string): boolean =>
  settlements.filter((settlement) => methodsOf([settlement]).includes(method)).length >= FREQUENT

/** This many settlements with a method at one end, if nearly all do not fit, belong to another schedule. */
const CUT_MIN = 5

/** The range of settlements that the schedule was charged for: the first included, the last excluded. */
const extent = (
  settlements: readonly ChargedSettlement[],
  { schedule }: BestFit,
  zone: Zone,
): readonly [number, number] => {
  const expected = expectedFees([schedule], 'settlement', zone)
  const rows = settlements.flatMap((settlement, at) => {
    const sum = expected(settlement)
    return sum === null ? [] : [{ at, methods: methodsOf([settlement]), isOff: sum !== settlement.charged }]
  })
  const ends = Object.keys(schedule.methods).map((method) => {
    const holding = rows.filter(({ methods }) => methods.includes(method))
    return [cut(holding.toReversed()), cut(holding)] as const
  })
  const starts = ends.flatMap(([first]) => (first === null ? [] : [first + 1]))
  const stops = ends.flatMap(([, last]) => (last === null ? [] : [last]))
  const start = Math.max(0, ...starts)
  return [start, Math.min(settlements.length, ...stops.filter((stop) => stop > start))]
}

interface JudgedRow {
  readonly at: number
  readonly isOff: boolean
}

/** The beginning of a tail of settlements that are nearly all off; null without one. */
const cut = (rows: readonly JudgedRow[]): number | null => {
  const gains = rows.map((_, at) => gain(rows.slice(at)))
  const first = gains.indexOf(Math.max(0, ...gains))
  return first !== -1 && rows.length - first >= CUT_MIN ? entry(rows, first).at : null
}

/** After a change almost nothing fits, so one settlement that fits outweighs this many that do not. */
const FIT_COST = 5

const gain = (rows: readonly JudgedRow[]): number => rows.reduce((sum, { isOff }) => sum + (isOff ? 1 : -FIT_COST), 0)

/** The days on which a schedule may have begun; each fits the same number of settlements. */
interface ChangeDays {
  readonly first: SlotDate
  readonly last: SlotDate
  readonly count: number
}

/** Payments are made at most this many days before their settlement. */
const PAID_BEFORE = 15

/** The days on which the schedule of one run may have changed to that of the next, by the date of payments or of settlements. */
export const changeDays = (
  settlements: readonly ChargedSettlement[],
  [before, after]: readonly [ScheduleRun, ScheduleRun],
  date: TariffDate,
  zone: Zone,
): ChangeDays => {
  const dates = [lastEntry(before.settlements).slot.date, entry(after.settlements, 0).slot.date]
  const days = daysBetween(addDays(entry(dates, 0), -PAID_BEFORE), addDays(lastEntry(dates), 1))
  const end = addDays(lastEntry(dates), PAID_BEFORE + 1)
  const near = settlements.filter(({ slot }) => slot.date >= entry(days, 0) && slot.date <= end)
  const counted = days.map((day) => {
    const tariff = [
      { ...before.fit.schedule, from: ANCIENT },
      { ...after.fit.schedule, from: day },
    ]
    const expected = expectedFees(tariff, date, zone)
    return { day, count: near.filter((settlement) => expected(settlement) === settlement.charged).length }
  })
  const count = Math.max(...counted.map((one) => one.count))
  const best = counted.filter((one) => one.count === count).map(({ day }) => day)
  return { first: entry(best, 0), last: lastEntry(best), count }
}

/** The two dates count as alike when at most this many settlements distinguish them. */
const DATES_ALIKE = 1

/** The date by which more settlements fit, from the number of settlements that fit by each; null when they are alike. */
export const dateThatFits = ({ payment, settlement }: Readonly<Record<TariffDate, number>>): TariffDate | null => {
  if (Math.abs(payment - settlement) <= DATES_ALIKE) return null
  return settlement > payment ? 'settlement' : 'payment'
}

const ANCIENT = '0001-01-01' as SlotDate
