import type { Cycle, SlotDate } from './slot.ts'

/** Which invoices are listed: those that fit all that is given (api.md, List invoices). A slot is one, too. */
export interface InvoiceFilter {
  readonly reference?: string | undefined
  readonly customerDocument?: string | undefined
  readonly contract?: string | undefined
  readonly paymentDate?: SlotDate | undefined
  /** Of the slot, as is the cycle. */
  readonly date?: SlotDate | undefined
  readonly cycle?: Cycle | undefined
}
