import type { Zone } from '../../core/calendar/calendar.ts'
import type { Recovery } from '../../core/findings/act.ts'
import type { TimelineStep } from '../../core/findings/timeline.ts'
import { type FirstFinalRules, firstFinal, paidOutBy } from '../../core/in-transit.ts'
import { negate, ZERO } from '../../core/money.ts'
import type { SettlementInPull } from '../../core/pull/pull.ts'
import type { Slot, SlotDate } from '../../core/slot.ts'
import type { SettlementMoney } from './position.ts'

/** The days on which the outcome of a settlement became known. */
export interface SettlementTimes {
  /**
   * The day from which it counts as paid out: that of the pull that first read it final, or of its arrival at the bank
   * before. Null until it is final.
   */
  readonly paidOn: SlotDate | null
  /** The day on which a person accepted its difference or failure. Null until then. */
  readonly acceptedOn: SlotDate | null
  /** The day on which a person accepted that its payout is missing at the bank or arrived as another sum. Null until then. */
  readonly acceptedAtBankOn: SlotDate | null
  /** What was paid elsewhere of claims about its payout, and about its arrival at the bank; no day is before its own. */
  readonly recoveries: readonly Recovered[]
  readonly recoveriesAtBank: readonly Recovered[]
  /** Each status it was read with, oldest first. */
  readonly statuses: readonly { readonly day: SlotDate; readonly hasFailed: boolean }[]
}

export type Recovered = Pick<Recovery, 'on' | 'sum'>

/** The facts behind the times of a settlement. */
interface TimesFacts {
  readonly slot: Slot
  readonly money: Pick<SettlementMoney, 'notCompared' | 'paidOut' | 'state' | 'shares'>
  readonly settlements: readonly SettlementInPull[]
  /** The day on which its payout arrived at the bank, where it is tied. */
  readonly arrivedOn: SlotDate | undefined
  /** The timelines of the accepted discrepancies about its difference or failure. */
  readonly timelines: readonly (readonly TimelineStep[])[]
  /** The timeline of the accepted discrepancy between its payout and the bank, if there is one. */
  readonly bankTimelines: readonly (readonly TimelineStep[])[]
  readonly recoveries: readonly Recovered[]
  readonly recoveriesAtBank: readonly Recovered[]
}

/** No time is before the settlement's own date. */
export const settlementTimes = (facts: TimesFacts, known: FirstFinalRules): SettlementTimes => {
  const { slot, money, settlements, arrivedOn, timelines, bankTimelines } = facts
  const { zone, readSince } = known
  const notBefore = (day: SlotDate): SlotDate => later(day, slot.date)
  const within = (all: readonly Recovered[]): readonly Recovered[] =>
    all.map(({ on, sum }) => ({ on: notBefore(on), sum }))
  const final = isPaidOut(money) ? paidOutBy(firstFinal(slot, settlements, known), arrivedOn) : null
  return {
    paidOn: final && notBefore(final.day),
    acceptedOn: isTakenOut(money) ? acceptances(timelines, zone).reduce(later, slot.date) : null,
    acceptedAtBankOn: bankTimelines.length > 0 ? acceptances(bankTimelines, zone).reduce(later, slot.date) : null,
    recoveries: within(facts.recoveries),
    recoveriesAtBank: within(facts.recoveriesAtBank),
    statuses: settlements.map(({ settlement, at, isFirstPull }) => ({
      day: isFirstPull && slot.date < readSince ? slot.date : notBefore(zone.dateAt(at)),
      hasFailed: settlement.status === 'error',
    })),
  }
}

/**
 * A settlement of its own slot that was read as final was paid out, also where a record of its list keeps it from being
 * compared, or where the attempt after that reading failed.
 */
export const isPaidOut = ({ notCompared, paidOut }: Pick<SettlementMoney, 'notCompared' | 'paidOut'>): boolean =>
  notCompared === null ||
  notCompared === 'malformed' ||
  (notCompared === 'unread' && paidOut !== null && paidOut !== ZERO)

/** Accepting a difference, a part of it, or a failure takes it out of the account. A late settlement that was accepted may still be paid out. */
export const isTakenOut = ({
  notCompared,
  state,
  shares,
}: Pick<SettlementMoney, 'notCompared' | 'state' | 'shares'>): boolean =>
  notCompared === null ? shares.accepted !== ZERO : notCompared === 'failed' && state === 'accepted'

/** The day of the last acceptance of each discrepancy. */
const acceptances = (timelines: TimesFacts['timelines'], zone: Zone): readonly SlotDate[] =>
  timelines
    .flatMap((steps) => steps.findLast(({ event }) => event === 'accepted') ?? [])
    .map(({ at }) => zone.dateAt(at))

const later = (a: SlotDate, b: SlotDate): SlotDate => (a > b ? a : b)

/** Times as if everything had happened on the settlement's own date, for an account of settlements as last read. */
export const timesAsItStands = (slot: Slot, money: TimesFacts['money']): SettlementTimes => ({
  paidOn: isPaidOut(money) ? slot.date : null,
  acceptedOn: isTakenOut(money) ? slot.date : null,
  acceptedAtBankOn: null,
  recoveries: money.shares.paid === ZERO ? [] : [{ on: slot.date, sum: negate(money.shares.paid) }],
  recoveriesAtBank: [],
  statuses: [{ day: slot.date, hasFailed: money.notCompared === 'failed' }],
})
