import type { Invoice, MalformedRecord } from '../invoice.ts'

/** An invoice as the service shows it at this moment: with the address where it is paid, which is never kept. */
export interface FetchedInvoice {
  readonly invoice: Invoice
  /** An http or https address; null when the service gives none. */
  readonly paymentUrl: string | null
}

/** What the boundary makes of an invoice that is only shown, or the reason why it cannot. */
export type FetchedInvoiceReading =
  | ({ readonly kind: 'shown' } & FetchedInvoice)
  | { readonly kind: 'malformed'; readonly record: MalformedRecord }
