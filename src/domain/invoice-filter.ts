import type { Cycle, SlotDate } from './slot.ts'

/** The invoices to list: those that match every given member (api.md, List invoices). */
export interface InvoiceFilter {
  readonly reference?: string | undefined
  readonly customerDocument?: string | undefined
  readonly contract?: string | undefined
  readonly paymentDate?: SlotDate | undefined
  /** The date of the settlement, as `cycle` is its cycle. */
  readonly date?: SlotDate | undefined
  readonly cycle?: Cycle | undefined
}
