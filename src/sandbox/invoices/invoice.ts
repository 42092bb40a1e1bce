import type { Method, Source } from '../settlements/calendar.ts'
import { misstated } from '../settlements/misstatement.ts'
import { isoText } from '../time/iso-text.ts'

export type InvoiceStatus = 'ready' | 'paid' | 'cancelled' | 'chargeback'

/** A stored invoice: the columns of one row. */
export interface InvoiceRow {
  readonly number: number
  readonly merchant: number
  readonly id: string
  readonly reference: string | null
  readonly status: InvoiceStatus
  readonly amount: number
  readonly description: string
  readonly contract: string
  readonly document: string
  readonly document_type: string | null
  readonly customer_name: string | null
  readonly redirect_url: string | null
  readonly created_at: number
  readonly expires_at: number
  readonly busy_until: number | null
  readonly paid_at: number | null
  readonly paid_day: string | null
  readonly method: Method | null
  readonly source: Source | null
  readonly paid: number | null
  readonly date: string | null
  readonly cycle: string | null
  readonly payment_id: string | null
  /** 1 for an invoice of the made-up history. */
  readonly seeded: number
  readonly patch: string | null
}

export interface InvoiceRendering {
  /** The address of the hosted payment pages of this sandbox. */
  readonly pageUrl: string
  /** The address of payment pages in seeded invoices. */
  readonly seededPageUrl: string
  /** Whether every payload shows the link's expiry, or only the answer to creation. */
  readonly expirationDate: boolean
}

const quoted = (text: string): string => JSON.stringify(text)

const optional = (name: string, text: string | null): string => (text === null ? '' : `"${name}":${quoted(text)},`)

/** The fields that only a paid or charged back invoice has (api.md, Invoice). */
const paymentFields = (row: Omit<InvoiceRow, 'number'>): string =>
  row.status === 'paid' || row.status === 'chargeback'
    ? `"paymentDate":"${isoText(row.paid_at ?? 0)}","paymentMethod":"${row.method}","paymentSource":"${row.source}",` +
      `"paymentAmount":${row.paid},"settlementDate":"${row.date}","settlementTime":"${row.cycle}",` +
      `"paymentId":"${row.payment_id}",`
    : ''

/** An invoice with the fields of api.md, in their order; absent ones are left out. The JSON is written by hand, for speed. */
export const writeInvoice = (row: Omit<InvoiceRow, 'number'>, rendering: InvoiceRendering): string => {
  const expiration = rendering.expirationDate ? `"expirationDate":"${isoText(row.expires_at)}",` : ''
  const pageUrl = row.seeded === 1 ? rendering.seededPageUrl : rendering.pageUrl
  const truth =
    `{"id":"${row.id}",${optional('reference', row.reference)}"status":"${row.status}","amount":${row.amount},` +
    `"description":${quoted(row.description)},"contract":${quoted(row.contract)},${expiration}` +
    `"customerDocumentNumber":${quoted(row.document)},${optional('customerName', row.customer_name)}` +
    `"createdAt":"${isoText(row.created_at)}",${paymentFields(row)}"paymentUrl":"${pageUrl}/${row.id}"}`
  return row.patch === null ? truth : JSON.stringify(misstated(JSON.parse(truth), row.patch))
}
