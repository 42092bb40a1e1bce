import { type Centavos, minus, negate, sumOf, ZERO } from '../money.ts'
import type { Slot, SlotDate } from '../slot.ts'
import type { DifferenceState, PayoutParts, SettlementMoney } from './position.ts'
import { reportedPayout } from './settlement-money.ts'
import type { Recovered, SettlementTimes } from './settlement-times.ts'

/** Why a settlement still has a balance in the account with the operator. */
export const BALANCE_KINDS = ['in-process', 'failed', 'underpaid', 'overpaid'] as const
export type BalanceKind = (typeof BALANCE_KINDS)[number]

/** A settlement with an expected payout, as the account uses it. */
export interface AccountItem {
  readonly slot: Slot
  readonly expected: Centavos
  readonly listed: Centavos
  readonly parts: PayoutParts
  readonly money: SettlementMoney
  readonly times: SettlementTimes
}

/** The state of an item at the end of a day: the expected payout was paid out, accepted, or is still open. */
export interface ItemBalance {
  readonly slot: Slot
  readonly expected: Centavos
  /** Null until it is paid out. */
  readonly paidOut: Centavos | null
  /** The part that a person accepted and so took out of the account; negative when too much was paid. */
  readonly accepted: Centavos
  /** What was paid of it elsewhere after a claim; negative when it was given back. */
  readonly recovered: Centavos
  /** Positive: the operator owes it. */
  readonly balance: Centavos
  readonly kind: BalanceKind
  /** The decision of people about the rest by then. */
  readonly state: DifferenceState
  /** What became of it after that day. */
  readonly later: readonly LaterEvent[]
}

/** A payout, the acceptance of a difference or failure, or its payment elsewhere, after the end of an account. */
export interface LaterEvent {
  readonly kind: 'paid-out' | 'accepted' | 'recovered'
  readonly on: SlotDate
  /** The payout; or what was taken out of the account, negative where too much was paid. */
  readonly sum: Centavos
}

/** Null for a settlement whose date is after that day. */
export const balanceOn = (day: SlotDate, item: AccountItem): ItemBalance | null => {
  const { slot, expected, money, times } = item
  if (slot.date > day) return null
  const isPaidOut = isBy(times.paidOn, day)
  const paidOut = isPaidOut ? money.paidOut : null
  const left = minus(expected, paidOut ?? ZERO)
  const hasFailed = !isPaidOut && hasFailedOn(day, times)
  const isAccepted = isBy(times.acceptedOn, day) && (isPaidOut || hasFailed)
  const accepted = !isAccepted ? ZERO : isPaidOut ? negate(money.shares.accepted) : left
  const recovered = recoveredBy(day, times.recoveries)
  const balance = minus(minus(left, accepted), recovered)
  return {
    slot,
    expected,
    paidOut,
    accepted,
    recovered,
    balance,
    kind: isPaidOut ? kindOfDifference(balance === ZERO ? left : balance) : hasFailed ? 'failed' : 'in-process',
    state: stateOn(money, isAccepted, isPaidOut || hasFailed),
    later: eventsAfter(day, item),
  }
}

const eventsAfter = (day: SlotDate, { expected, money, times }: AccountItem): readonly LaterEvent[] => {
  const { paidOn, acceptedOn, recoveries } = times
  const taken = money.notCompared === null ? negate(money.shares.accepted) : expected
  return [
    ...(paidOn === null || paidOn <= day
      ? []
      : [{ kind: 'paid-out', on: paidOn, sum: reportedPayout(money) } as const]),
    ...(acceptedOn === null || acceptedOn <= day ? [] : [{ kind: 'accepted', on: acceptedOn, sum: taken } as const]),
    ...recoveries.filter(({ on }) => on > day).map(({ on, sum }) => ({ kind: 'recovered', on, sum }) as const),
  ]
}

/** What was paid elsewhere by the end of a day. */
export const recoveredBy = (day: SlotDate, recoveries: readonly Recovered[]): Centavos =>
  sumOf(recoveries.filter(({ on }) => on <= day).map(({ sum }) => sum))

/** Of expected less paid out. */
export const kindOfDifference = (left: Centavos): BalanceKind => (left < ZERO ? 'overpaid' : 'underpaid')

const isBy = (on: SlotDate | null, day: SlotDate): boolean => on !== null && on <= day

const hasFailedOn = (day: SlotDate, { statuses }: SettlementTimes): boolean =>
  statuses.findLast((status) => status.day <= day)?.hasFailed ?? false

/** A difference accepted after that day was still open on it, and one paid elsewhere later was claimed. A settlement in process, then as now, keeps its claim. */
const stateOn = (
  { state, notCompared }: SettlementMoney,
  isAccepted: boolean,
  hasBalance: boolean,
): DifferenceState => {
  if (!hasBalance) return notCompared === 'not-final' && state !== 'open' ? state : 'none'
  if (state === 'paid') return 'claimed'
  return state === 'accepted' && !isAccepted ? 'open' : state
}
