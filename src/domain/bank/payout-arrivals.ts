import { compareText } from '../../std/compare-text.ts'
import { type Centavos, minus, sumOf, ZERO } from '../money.ts'
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
  const take = partsTaken(credits)
  let left = sumOf(credits.map(({ value }) => value))
  const isExact = left === sumOf(payouts.map(({ payout }) => payout))
  return payouts.map(({ slot, payout }, index) => {
    const banked = !isExact && (index === payouts.length - 1 || left < payout) ? left : payout
    left = minus(left, banked)
    return { slot, tie: number, banked, tied: payout, on, parts: banked > ZERO ? take(banked) : [{ on, sum: banked }] }
  })
}

/** Takes sums from the credits one after the other, the oldest first. What they do not have came with the last one. */
const partsTaken = (credits: readonly AccountEntry[]): ((sum: Centavos) => readonly ArrivedPart[]) => {
  const left = credits
    .toSorted((a, b) => compareText(a.bookedOn, b.bookedOn))
    .map(({ bookedOn: on, value }) => ({ on, sum: value }))
  return (sum) => {
    const parts: ArrivedPart[] = []
    let missing = sum
    while (missing > ZERO) {
      const [credit] = left
      if (credit === undefined) break
      const isLast = left.length === 1
      const part = isLast || credit.sum > missing ? missing : credit.sum
      parts.push({ on: credit.on, sum: part })
      missing = minus(missing, part)
      if (part === credit.sum && !isLast) left.shift()
      else credit.sum = minus(credit.sum, part)
    }
    return parts
  }
}
