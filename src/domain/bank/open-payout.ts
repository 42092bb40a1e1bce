import type { Centavos } from '../money.ts'
import type { Slot, SlotDate } from '../slot.ts'

/** A payout that was paid out and is tied to no credit. */
export interface OpenPayout {
  readonly slot: Slot
  /** Above zero, in centavos: no other payout needs a credit. */
  readonly payout: Centavos
  /** Other payouts above zero that the settlement reported before it was issued again. */
  readonly earlier: readonly Centavos[]
  /** The last day on which its credit may arrive; the first is the settlement's own. */
  readonly lastDay: SlotDate
}
