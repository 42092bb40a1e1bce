import type { PaidInvoice } from '../../invoice.ts'
import type { Centavos } from '../../money.ts'
import type { Slot } from '../../slot.ts'

/** A payment with the fields that decide its fee. */
export interface FeePayment extends Pick<PaidInvoice, 'paid' | 'paymentDate'> {
  readonly paymentMethod: string
}

/** A settlement of the history: its charged fees, and the payments that count. */
export interface ChargedSettlement {
  readonly slot: Slot
  readonly charged: Centavos
  readonly payments: readonly FeePayment[]
}

/** Settlements whose fees can be compared with payments, and the number of others by reason. */
export interface FeesHistory {
  readonly settlements: readonly ChargedSettlement[]
  /** Never read whole, without a settlement, or with that of another date or cycle. */
  readonly absent: number
  readonly notFinal: number
  /** With a malformed record. */
  readonly malformed: number
  /** With a payment that has no method. */
  readonly noMethod: number
}
