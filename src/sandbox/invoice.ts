import type { Method, Source } from './calendar.ts'
import { misstated } from './misstatement.ts'

export type InvoiceStatus = 'ready' | 'paid' | 'cancelled' | 'chargeback'

/** An invoice as it is kept; columns of one row. */
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
  readonly page_url: string | null
  readonly patch: string | null
}

export interface Telling {
  /** Where the hosted payment pages of this sandbox are. */
  readonly pageUrl: string
  /** Whether the link's expiry is told in every payload, or in the answer to creation only. */
  readonly expirationDate: boolean
}

const iso = (instant: number): string => new Date(instant).toISOString()

/** The fields that only a paid or charged back invoice has (api.md, Invoice). */
const paymentFields = (row: InvoiceRow): Readonly<Record<string, unknown>> => ({
  paymentDate: iso(row.paid_at ?? 0),
  paymentMethod: row.method,
  paymentSource: row.source,
  paymentAmount: row.paid,
  settlementDate: row.date,
  settlementTime: row.cycle,
  paymentId: row.payment_id,
})

/** An invoice in the words and the order of api.md; what is absent is left out. */
export const tellInvoice = (row: InvoiceRow, telling: Telling): Readonly<Record<string, unknown>> => {
  const paid = row.status === 'paid' || row.status === 'chargeback'
  const told = {
    id: row.id,
    ...(row.reference === null ? {} : { reference: row.reference }),
    status: row.status,
    amount: row.amount,
    description: row.description,
    contract: row.contract,
    ...(telling.expirationDate ? { expirationDate: iso(row.expires_at) } : {}),
    customerDocumentNumber: row.document,
    ...(row.customer_name === null ? {} : { customerName: row.customer_name }),
    createdAt: iso(row.created_at),
    ...(paid ? paymentFields(row) : {}),
    paymentUrl: `${row.page_url ?? telling.pageUrl}/${row.id}`,
  }
  return row.patch === null ? told : misstated(told, row.patch)
}
