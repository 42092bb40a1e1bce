import { type Centavos, minus, sumOf } from '../money.ts'
import type { Slot, SlotDate } from '../slot.ts'
import type { AccountEntry } from './account-entry.ts'
import type { BankTie } from './bank-tie.ts'

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
  let left = sumOf(credits.map(({ value }) => value))
  const isExact = left === sumOf(payouts.map(({ payout }) => payout))
  return payouts.map(({ slot, payout }, index) => {
    const banked = !isExact && (index === payouts.length - 1 || left < payout) ? left : payout
    left = minus(left, banked)
    return { slot, tie: number, banked, tied: payout, on }
  })
}
