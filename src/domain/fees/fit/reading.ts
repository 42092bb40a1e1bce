import type { PaidInvoice } from '../../invoice.ts'
import type { Centavos } from '../../money.ts'
import type { Slot } from '../../slot.ts'

/** A payment as fees are computed from it. */
export interface FeePayment extends Pick<PaidInvoice, 'paid' | 'paymentDate'> {
  readonly paymentMethod: string
}

/** A settlement as history has it: the fees that were charged, and the payments that count. */
export interface FeesReading {
  readonly slot: Slot
  readonly charged: Centavos
  readonly payments: readonly FeePayment[]
}

/** Settlements whose fees can be held against payments, and how many others there are, by why they cannot. */
export interface FeesHistory {
  readonly readings: readonly FeesReading[]
  /** Never read whole, or without a settlement. */
  readonly absent: number
  readonly notFinal: number
  /** With a record that could not be read. */
  readonly malformed: number
  /** With a payment that names no method. */
  readonly noMethod: number
}
