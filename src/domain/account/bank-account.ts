import { assertThat } from '../../std/assert-that.ts'
import type { AccountEntry } from '../bank/account-entry.ts'
import type { Arrival } from '../bank/bank-facts.ts'
import type { Days } from '../calendar/month.ts'
import { type Centavos, minus, negate, plus, ZERO } from '../money.ts'
import { nameOf, type Slot, type SlotDate } from '../slot.ts'
import type { Amount } from './money-totals.ts'

/** The facts of bank statements about payouts. */
export interface ArrivalFacts {
  /** By the name of the slot (`nameOf`), for every slot whose payout was paid out. */
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
 * From what the operator reports as paid out to what arrived at the bank, over a range of days. It adds up: opening +
 * paidOut - arrived - arrivedLess + arrivedMore - notExpected - notCovered = closing, and closing is the sum of its
 * parts. In centavos.
 */
export interface BankAccount {
  /** Paid out before the range and not arrived by its beginning. */
  readonly opening: Amount
  readonly paidOut: Amount
  /** The credits for the payouts that arrived in the range. */
  readonly arrived: Amount
  /**
   * The missing part of payouts that arrived with less, and the surplus of those that arrived with more. Both positive,
   * never netted.
   */
  readonly arrivedLess: Amount
  readonly arrivedMore: Amount
  /** Paid out in the range, but no credit is expected: negative payouts, and those of another settlement's answer. */
  readonly notExpected: Amount
  /** Paid out in the range, on days without a bank statement. */
  readonly notCovered: Amount
  readonly closing: Amount
  readonly onTheWay: Amount
  readonly missing: Amount
  /** Payouts with several possible credits, from which a person must choose. */
  readonly undecided: Amount
  /** Credits of the operator in the range that no payout explains: not included in the sums. */
  readonly unknownCredits: Amount
}

/** The state of a payout at the end of a day. */
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

/** Payouts whose arrival cannot be known: they count only in the month of their payout. */
const NEVER_ARRIVE: ReadonlySet<Standing> = new Set(['not-expected', 'not-covered'])

/** A payout that arrived was paid out by then, even if its status was read later. */
const paidOnOf = ({ paidOn }: PaidPayout, arrival: Arrival | null): SlotDate =>
  arrival?.kind === 'arrived' && arrival.on < paidOn ? arrival.on : paidOn

/**
 * On a day, a credit of a later day has not arrived yet, and a payout is not missing before its last day has passed.
 */
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
