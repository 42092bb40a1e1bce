import type { Zone } from '../../calendar/calendar.ts'
import type { SlotDate } from '../../slot.ts'
import { type BestFit, bestFit } from './best-fit.ts'
import type { ChargeForm } from './charge-form.ts'
import type { ChargedSettlement } from './charged-settlement.ts'
import { expectedFees } from './expected-fees.ts'
import { type FitWindow, fitWindow, methodsOf, SUPPORT } from './schedule-fit.ts'
import { entry } from './vector.ts'

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
