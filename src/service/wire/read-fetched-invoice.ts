import type { FetchedInvoiceReading } from '../../domain/pull/fetched-invoice.ts'
import { isObject } from '../../std/json/json-object.ts'
import { textOf } from './fields.ts'
import { readInvoice, type StatusCounts } from './read-invoice.ts'

/** An invoice that somebody looks at: in our words, with the address of its payment page. */
export const readFetchedInvoice = (item: unknown, statusCounts: StatusCounts): FetchedInvoiceReading => {
  const reading = readInvoice(item, statusCounts)
  if (reading.kind === 'malformed') return reading
  return { kind: 'shown', invoice: reading.invoice, paymentUrl: paymentUrlIn(item) }
}

/** Somebody will open it: nothing but a web address will do. */
const paymentUrlIn = (item: unknown): string | null => {
  const text = isObject(item) ? textOf(item.paymentUrl) : null
  return text !== null && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? text : null
}
