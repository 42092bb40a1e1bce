import type { Invoice } from '../../domain/invoice.ts'
import { cellsOf, type ReportedCells } from '../invoices/versions.ts'

/** An invoice waiting to be written. */
export interface InvoiceToWrite {
  readonly id: string
  readonly cells: ReportedCells
}
export const invoiceToWrite = (invoice: Invoice): InvoiceToWrite => ({ id: invoice.id, cells: cellsOf(invoice) })

/**
 * Orders buffered rows by id, so that neighbouring index pages are written together. The sort is stable, so that copies keep their order.
 */
export const byId = (a: InvoiceToWrite, b: InvoiceToWrite): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
