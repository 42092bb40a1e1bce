import { type Centavos, minus, plus, ZERO } from '../money.ts'
import type { Slot, SlotDate } from '../slot.ts'
import type { AccountEntry } from './account-entry.ts'
import type { BankTie } from './bank-tie.ts'

/** What arrived at the bank of a settlement. */
export interface PayoutArrival {
  /** The number of the tie. */
  readonly tie: number
  /** What of the credits is this settlement's: over all settlements of the tie it comes to the credits. */
  readonly banked: Centavos
  /** The payout as it was when it was tied. */
  readonly tied: Centavos
  /** The day of the last credit. */
  readonly on: SlotDate
}

/** Each settlement is given its payout as it was tied, and the last one what the credits are more or less. */
export const payoutArrivals = (
  { number, payouts }: BankTie,
  credits: readonly AccountEntry[],
): readonly (PayoutArrival & { readonly slot: Slot })[] => {
  const sum = credits.reduce((total, { value }) => plus(total, value), ZERO)
  const rest = minus(
    sum,
    payouts.reduce((total, { payout }) => plus(total, payout), ZERO),
  )
  const on = credits.map(({ bookedOn }) => bookedOn).reduce((a, b) => (a > b ? a : b))
  return payouts.map(({ slot, payout }, index) => ({
    slot,
    tie: number,
    banked: index === payouts.length - 1 ? plus(payout, rest) : payout,
    tied: payout,
    on,
  }))
}
