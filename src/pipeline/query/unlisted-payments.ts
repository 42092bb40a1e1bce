import { counts, type PaidInvoice, statusCounts } from '../../domain/invoice.ts'
import { rereadPage } from '../../service/wire/reread.ts'
import type { Store } from '../../storage/store.ts'
import type { QueryContext } from './read-database.ts'

/** The payments that the stored listings of dates show and that no settlement lists, by id of the invoice. */
export const unlistedPayments = async (
  store: Store,
  { settings: { policy }, signal }: QueryContext,
): Promise<ReadonlyMap<string, PaidInvoice>> => {
  const payments = new Map<string, PaidInvoice>()
  for await (const { invoiceIds, bytes } of store.listings.unlistedPages()) {
    signal.throwIfAborted()
    for (const record of rereadPage(bytes(), (status) => statusCounts(status, policy)) ?? []) {
      if (record.kind === 'malformed' || !invoiceIds.has(record.invoice.id)) continue
      if (counts(record.invoice, policy)) payments.set(record.invoice.id, record.invoice)
    }
  }
  return payments
}
