import { compareText } from '../../std/compare-text.ts'
import { type Centavos, minus, plus, sumOf, ZERO } from '../money.ts'
import type { Slot, SlotDate } from '../slot.ts'
import type { AccountEntry } from './account-entry.ts'
import type { BankTie } from './bank-tie.ts'

/** What arrived of a payout on one day. */
export interface ArrivedPart {
  readonly on: SlotDate
  readonly sum: Centavos
}

/** The part of a settlement that arrived at the bank. */
export interface PayoutArrival {
  /** The number of the tie. */
  readonly tie: number
  /**
   * This settlement's part of the credits, in centavos. The parts of all settlements of the tie add up to the credits.
   */
  readonly banked: Centavos
  /** The payout as it was when it was tied. */
  readonly tied: Centavos
  /** The day of the last credit. */
  readonly on: SlotDate
  /** `banked` by the days of the credits, in their order; credits pay the settlements of a tie in turn. */
  readonly parts: readonly ArrivedPart[]
}

/**
 * Each settlement gets its payout as tied, in order and as far as the credits go. The last one gets the rest. Where the
 * sums agree each gets its payout, also one below zero that the bank set off. A tie without credits says of none that it
 * arrived.
 */
export const payoutArrivals = (
  { number, payouts }: BankTie,
  credits: readonly AccountEntry[],
): readonly (PayoutArrival & { readonly slot: Slot })[] => {
  if (credits.length === 0) return []
  const on = credits.map(({ bookedOn }) => bookedOn).reduce((a, b) => (a > b ? a : b))
  const spans = spansOf(credits)
  let reached = ZERO
  let left = sumOf(credits.map(({ value }) => value))
  const isExact = left === sumOf(payouts.map(({ payout }) => payout))
  return payouts.map(({ slot, payout }, index) => {
    const banked = !isExact && (index === payouts.length - 1 || left < payout) ? left : payout
    left = minus(left, banked)
    if (banked <= ZERO) return { slot, tie: number, banked, tied: payout, on, parts: [{ on, sum: banked }] }
    const parts = partsBetween(spans, reached, plus(reached, banked))
    reached = plus(reached, banked)
    return { slot, tie: number, banked, tied: payout, on, parts }
  })
}

/** A credit as a part of the line of all credits, the oldest first: from where to where, in centavos. */
interface CreditSpan {
  readonly on: SlotDate
  readonly from: Centavos
  readonly to: Centavos
}

const spansOf = (credits: readonly AccountEntry[]): readonly CreditSpan[] => {
  let to = ZERO
  return credits
    .toSorted((a, b) => compareText(a.bookedOn, b.bookedOn))
    .map(({ bookedOn: on, value }) => {
      const from = to
      to = plus(from, value)
      return { on, from, to }
    })
}

/** What lies between two places of the line, by credits. What lies behind its end came with the last credit. */
const partsBetween = (spans: readonly CreditSpan[], from: Centavos, to: Centavos): readonly ArrivedPart[] =>
  spans.flatMap((span, index) => {
    const end = index === spans.length - 1 ? to : smaller(span.to, to)
    const sum = minus(end, from > span.from ? from : span.from)
    return sum > ZERO ? [{ on: span.on, sum }] : []
  })

const smaller = (a: Centavos, b: Centavos): Centavos => (a < b ? a : b)
