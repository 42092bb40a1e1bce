import type { ParsedFetchedInvoice } from '../../domain/invoice.ts'
import { isObject } from '../../std/json/json-object.ts'
import { textOf } from './fields.ts'
import { readInvoice, type StatusCounts } from './read-invoice.ts'

/** An invoice for a person: in our words, with the address of its payment page. */
export const readFetchedInvoice = (item: unknown, statusCounts: StatusCounts): ParsedFetchedInvoice => {
  const parsed = readInvoice(item, statusCounts)
  if (parsed.kind === 'malformed') return parsed
  return { kind: 'shown', invoice: parsed.invoice, paymentUrl: paymentUrlIn(item) }
}

/** A person will open the address, so only a web address is accepted. */
const paymentUrlIn = (item: unknown): string | null => {
  const text = isObject(item) ? textOf(item.paymentUrl) : null
  return text !== null && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? text : null
}
