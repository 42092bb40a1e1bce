import type { Invoice, MalformedRecord } from '../invoice.ts'

/** An invoice as the service shows it now, with the address where it is paid, which is never stored. */
export interface FetchedInvoice {
  readonly invoice: Invoice
  /** An http or https address; null when the service gives none. */
  readonly paymentUrl: string | null
}

/** The result of reading an invoice that is only shown, or the reason why it cannot be read. */
export type ParsedFetchedInvoice =
  | ({ readonly kind: 'shown' } & FetchedInvoice)
  | { readonly kind: 'malformed'; readonly record: MalformedRecord }
