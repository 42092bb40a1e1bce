import type { Centavos } from '../money.ts'
import type { Slot } from '../slot.ts'

/** A current record that carries a key: an invoice in the list of a slot's latest whole pull. */
export interface KeyHolder {
  readonly slot: Slot
  readonly invoiceId: string
  readonly status: string
  readonly paid: Centavos | null
  /**
   * The ordinal of the run since which it is listed here without a gap. Runs of a database are numbered 1, 2, 3, ...
   */
  readonly listedSinceRun: number
  /** The ordinal of the run that made the slot's latest whole pull. */
  readonly readInRun: number
}

/** A payment id, reference or invoice id that more than one current record carries, over all slots of the merchant. */
export interface SharedKey {
  readonly kind: 'payment' | 'reference' | 'invoice'
  readonly value: string
  readonly holders: readonly KeyHolder[]
}
