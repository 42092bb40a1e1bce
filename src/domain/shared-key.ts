import type { Slot } from './slot.ts'

/** A current record that carries a key: an invoice in the list of a slot's latest whole pull. */
export interface KeyHolder {
  readonly slot: Slot
  readonly invoiceId: string
  readonly status: string
  /** The run that made the slot's latest pull. */
  readonly runId: string
}

/** A payment id, reference or invoice id that more than one current record carries, over all slots of the merchant. */
export interface SharedKey {
  readonly kind: 'payment' | 'reference' | 'invoice'
  readonly value: string
  readonly holders: readonly KeyHolder[]
}
