import type { ActStamp } from '../findings/act.ts'
import type { Centavos } from '../money.ts'
import type { Slot } from '../slot.ts'

/** A payout of a tie, as it was when tied. */
export interface TiePayout {
  readonly slot: Slot
  readonly payout: Centavos
}

/** Payouts and bank entries that belong together. */
export interface TieIntent {
  readonly payouts: readonly TiePayout[]
  /** Ids of entries. */
  readonly entries: readonly string[]
  readonly reason: string
}

/** A tie that was made. `undone` is when, by whom and why it was undone. */
export interface BankTie extends TieIntent, ActStamp {
  readonly undone: (ActStamp & { readonly reason: string }) | null
}

/** The author of ties for which exact sums leave only one answer. */
export const BY_EXACT_SUMS = 'cuadre'
