import { assertThat } from '../../std/assert-that.ts'
import type { AccountEntry } from '../bank/account-entry.ts'
import type { Arrival } from '../bank/bank-facts.ts'
import type { Days } from '../calendar/month.ts'
import { type Centavos, minus, negate, plus, ZERO } from '../money.ts'
import { nameOf, type Slot, type SlotDate } from '../slot.ts'
import type { Amount } from './money-totals.ts'

/** What bank statements say of payouts. */
export interface ArrivalFacts {
  /** By the name of the slot (`nameOf`), of every slot with a payout that was paid out. */
  readonly arrivals: ReadonlyMap<string, Arrival>
  /** Credits of the operator that no payout explains. */
  readonly unknownCredits: readonly AccountEntry[]
}

/** A payout that the operator says it paid. */
export interface PaidPayout {
  readonly slot: Slot
  /** Never zero. */
  readonly paidOut: Centavos
  /** Whether a credit should arrive for it. */
  readonly isExpected: boolean
  /** The day from which it counts as paid out. */
  readonly paidOn: SlotDate
}

/**
 * From what the operator says it paid out to what arrived at the bank, over a range of days. It foots: opening + paidOut - arrived -
 * arrivedLess + arrivedMore - notExpected - notCovered = closing, and closing is the sum of its parts. In centavos.
 */
export interface BankAccount {
  /** Paid out before the range and not arrived by its beginning. */
  readonly opening: Amount
  readonly paidOut: Amount
  /** What was credited for the payouts that arrived in the range. */
  readonly arrived: Amount
  /** What is missing of payouts that arrived with less, and what came on top of those that arrived with more. Both positive, never netted. */
  readonly arrivedLess: Amount
  readonly arrivedMore: Amount
  /** Paid out in the range, and nothing to arrive: payouts below zero, and those of answers for another settlement. */
  readonly notExpected: Amount
  /** Paid out in the range, on days without a bank statement. */
  readonly notCovered: Amount
  readonly closing: Amount
  readonly onTheWay: Amount
  readonly missing: Amount
  /** Payouts with several answers, which a person has to choose from. */
  readonly undecided: Amount
  /** Credits of the operator in the range that no payout explains: no part of the sums. */
  readonly unknownCredits: Amount
}

/** How a payout stands at the end of a day. */
type Standing = 'not-paid-out' | 'not-expected' | 'not-covered' | 'arrived' | 'on-the-way' | 'missing' | 'undecided'

export const bankAccount = (
  payouts: readonly PaidPayout[],
  { arrivals, unknownCredits }: ArrivalFacts,
  { from, to }: Days,
): BankAccount => {
  const known = payouts.map((payout) => {
    const arrival = arrivals.get(nameOf(payout.slot)) ?? null
    const paidOn = paidOnOf(payout, arrival)
    const isPaidBefore = paidOn < from
    const isArrivedBefore = arrival?.kind === 'arrived' && arrival.on < from
    return {
      sum: payout.paidOut,
      arrival,
      isPaidBefore,
      isArrivedBefore,
      now: standingOn(to, paidOn, payout.isExpected, arrival),
    }
  })
  const moved = known.filter(({ now, isPaidBefore, isArrivedBefore }) =>
    now === 'not-paid-out' || isArrivedBefore ? false : !(isPaidBefore && NEVER_ARRIVE.has(now)),
  )
  const where = (standing: Standing) => moved.filter(({ now }) => now === standing)
  const arrived = moved.flatMap(({ now, sum, arrival }) =>
    now === 'arrived' && arrival?.kind === 'arrived' ? [{ sum, banked: arrival.banked }] : [],
  )
  const differences = arrived.map(({ sum, banked }) => ({ sum: minus(sum, banked) }))
  const more = amountOf(differences.filter(({ sum }) => sum < ZERO))
  const open = moved.filter(({ now }) => now !== 'arrived' && !NEVER_ARRIVE.has(now))
  const account = {
    opening: amountOf(moved.filter(({ isPaidBefore }) => isPaidBefore)),
    paidOut: amountOf(moved.filter(({ isPaidBefore }) => !isPaidBefore)),
    arrived: amountOf(arrived.map(({ banked }) => ({ sum: banked }))),
    arrivedLess: amountOf(differences.filter(({ sum }) => sum > ZERO)),
    arrivedMore: { ...more, sum: negate(more.sum) },
    notExpected: amountOf(where('not-expected')),
    notCovered: amountOf(where('not-covered')),
    closing: amountOf(open),
    onTheWay: amountOf(where('on-the-way')),
    missing: amountOf(where('missing')),
    undecided: amountOf(where('undecided')),
    unknownCredits: amountOf(
      unknownCredits.filter(({ bookedOn }) => bookedOn >= from && bookedOn <= to).map(({ value }) => ({ sum: value })),
    ),
  }
  const { opening, paidOut, arrivedLess, arrivedMore, notExpected, notCovered } = account
  const made = opening.sum + paidOut.sum - account.arrived.sum - arrivedLess.sum + arrivedMore.sum
  assertThat(
    made - notExpected.sum - notCovered.sum === account.closing.sum,
    () => `the bank from ${from} to ${to} does not foot`,
  )
  return account
}

/** Payouts of which nobody can say that they arrive: they are in no month but that of their payout. */
const NEVER_ARRIVE: ReadonlySet<Standing> = new Set(['not-expected', 'not-covered'])

/** A payout that arrived was paid out by then, also when its status was read later. */
const paidOnOf = ({ paidOn }: PaidPayout, arrival: Arrival | null): SlotDate =>
  arrival?.kind === 'arrived' && arrival.on < paidOn ? arrival.on : paidOn

/** A credit of a later day had not arrived yet, and a payout was not missing before its last day had passed. */
const standingOn = (day: SlotDate, paidOn: SlotDate, isExpected: boolean, arrival: Arrival | null): Standing => {
  if (paidOn > day) return 'not-paid-out'
  if (!isExpected) return 'not-expected'
  switch (arrival?.kind) {
    case undefined:
    case 'not-covered':
      return 'not-covered'
    case 'arrived':
      return arrival.on <= day ? 'arrived' : 'on-the-way'
    case 'missing':
      return arrival.lastDay <= day ? 'missing' : 'on-the-way'
    case 'candidates':
      return 'undecided'
    case 'on-the-way':
      return 'on-the-way'
  }
}

const amountOf = (items: readonly { readonly sum: Centavos }[]): Amount => ({
  number: items.length,
  sum: items.reduce((all, { sum }) => plus(all, sum), ZERO),
})
