import type { Instant, Zone } from '../../core/calendar/calendar.ts'
import { type Centavos, sumOf } from '../../core/money.ts'
import type { Cycle, SlotDate } from '../../core/slot.ts'
import { type Placed, type Position, placedTogether } from './position.ts'

/**
 * The settlements of a day that are at rest: they agree, nothing was ever found of them, nobody acted on them, and they were
 * paid out, and arrived at the bank where there is one, within their month. So they add nothing to an account that begins after
 * it, and of their own month sums are enough: there are thousands, and their reports need not be made. See
 * `store/pulls/at-rest.ts` for the condition.
 */
export interface DayAtRest {
  readonly date: SlotDate
  readonly cycles: readonly Cycle[]
  /** What was expected, and paid out. */
  readonly payouts: Centavos
  /** Deducted from the payouts. */
  readonly fees: Centavos
  /** Listed invoices that count, and all of them. */
  readonly counted: number
  readonly listed: number
  /** When each settlement was first read as final; null for one that counts as paid out on its own date. */
  readonly finalAt: readonly (Instant | null)[]
  /** When each payout arrived at the bank; null without a bank. */
  readonly arrivedOn: readonly (SlotDate | null)[]
}

/** All settlements at rest. */
export interface AtRest {
  /** In order. */
  readonly days: readonly DayAtRest[]
  /** When their content was first read, the oldest and the newest; null without any. */
  readonly contentAt: { readonly oldest: Instant; readonly newest: Instant } | null
}

export const NOTHING_AT_REST: AtRest = { days: [], contentAt: null }

/** The position of settlements at rest, as `positionOf` has it of their reports. */
export const positionAtRest = ({ days }: Pick<AtRest, 'days'>): Position => placedTogether(days.flatMap(placedAtRest))

const placedAtRest = ({ cycles, payouts, counted, listed }: DayAtRest): readonly Placed[] => [
  { bucket: 'compared', state: 'none', sum: payouts, number: cycles.length },
  { bucket: 'counted', state: 'none', sum: null, number: counted },
  { bucket: 'notCounted', state: 'none', sum: null, number: listed - counted },
]

/** What they add to the account of their month: nothing is left of it at the end. */
export const dueAtRest = (days: readonly DayAtRest[]) => {
  const [payouts, fees] = [sumOf(days.map((day) => day.payouts)), sumOf(days.map((day) => day.fees))]
  return { payouts, fees, settlements: days.reduce((all, { cycles }) => all + cycles.length, 0) }
}

/** The day on which each of them counts as paid out: never before its own, as in `settlementTimes`. */
export const daysPaidAtRest = ({ date, finalAt, arrivedOn }: DayAtRest, zone: Zone): readonly SlotDate[] =>
  finalAt.map((at, place) => {
    const day = at === null ? date : zone.dateAt(at)
    const paid = [day, arrivedOn[place] ?? day].reduce((a, b) => (a < b ? a : b))
    return paid > date ? paid : date
  })
