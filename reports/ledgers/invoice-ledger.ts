import type { Row } from '../../src/domain/cell.ts'
import { counts, type Invoice } from '../../src/domain/invoice.ts'
import type { Policy } from '../../src/domain/policy.ts'
import type { Slot } from '../../src/domain/slot.ts'

export const INVOICE_COLUMNS = [
  'merchant',
  'date',
  'cycle',
  'invoice_id',
  'reference',
  'status',
  'counted',
  'contract',
  'customer_document',
  'customer_name',
  'description',
  'amount',
  'paid',
  'payment_method',
  'payment_source',
  'payment_id',
  'payment_date',
  'created_at',
  'expiration_date',
  'settlement_status',
  'own_date',
  'own_cycle',
] as const

/** What is the same in every row of one slot. */
export interface InvoiceList {
  readonly merchant: string
  readonly slot: Slot
  /** Of the slot's settlement; null without one. */
  readonly settlementStatus: string | null
  readonly policy: Policy
  /** Shows a date-time of the service in the policy's zone. */
  readonly localTime: (text: string) => string
}

/** A row of one listed invoice. Rows come in order of slot and invoice id: the caller reads them so, a page at a time. */
export const invoiceRow = (invoice: Invoice, list: InvoiceList): Row => [
  list.merchant,
  list.slot.date,
  list.slot.cycle,
  invoice.id,
  invoice.reference,
  invoice.status,
  counts(invoice, list.policy),
  invoice.contract,
  invoice.customerDocument,
  invoice.customerName,
  invoice.description,
  invoice.amount,
  invoice.paid,
  invoice.paymentMethod,
  invoice.paymentSource,
  invoice.paymentId,
  shown(invoice.paymentDate, list),
  shown(invoice.createdAt, list),
  shown(invoice.expirationDate, list),
  list.settlementStatus,
  invoice.ownDate,
  invoice.ownCycle,
]

const shown = (time: string | null, { localTime }: InvoiceList): string | null =>
  time === null ? null : localTime(time)
