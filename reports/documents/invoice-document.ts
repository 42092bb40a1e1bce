import type { Json } from '../../src/core/cell.ts'
import type { FetchedInvoice } from '../../src/core/invoice.ts'

/** An invoice as JSON, in our words: money in COP, times as received, null for what is absent. */
export const invoiceDocument = ({ invoice, paymentUrl }: FetchedInvoice): Json => ({
  id: invoice.id,
  reference: invoice.reference,
  status: invoice.status,
  amount: invoice.amount,
  paid: invoice.paid,
  description: invoice.description,
  contract: invoice.contract,
  customerDocument: invoice.customerDocument,
  customerName: invoice.customerName,
  createdAt: invoice.createdAt,
  expirationDate: invoice.expirationDate,
  paymentUrl,
  paymentDate: invoice.paymentDate,
  paymentMethod: invoice.paymentMethod,
  paymentSource: invoice.paymentSource,
  paymentId: invoice.paymentId,
  ownDate: invoice.ownDate,
  ownCycle: invoice.ownCycle,
  flaws: invoice.flaws,
  extra: invoice.extra === null ? null : JSON.parse(invoice.extra),
})
