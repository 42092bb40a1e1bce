import type { InvoiceFilter, NewInvoice } from '../../core/invoice.ts'
import type { Slot } from '../../core/slot.ts'
import { isWellFormed } from '../wire/fields.ts'
import { unusableId } from './errors.ts'

/**
 * A new invoice in the service's spelling, as JSON (api.md, Create invoice). Members left to the service are not sent.
 */
const newInvoiceText = (order: NewInvoice): string =>
  JSON.stringify({
    reference: order.reference,
    amount: pesosOf(order),
    description: order.description,
    redirectUrl: order.redirectUrl,
    customerDocumentNumber: order.customerDocument,
    customerDocumentType: order.documentType ?? undefined,
    customerName: order.customerName ?? undefined,
    contract: order.contract ?? undefined,
  })

const pesosOf = ({ amount }: NewInvoice): number => {
  const pesos = Number(amount / 100n)
  if (amount % 100n !== 0n || !Number.isSafeInteger(pesos)) throw new Error('An amount to be sent is not whole pesos')
  return pesos
}

/** The request: its path is relative to the base address and includes the query. */
export interface Target {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The path for messages, without cursors and typed text, which may name somebody. */
  readonly shown: string
  /** JSON; null when nothing is sent along. */
  readonly body: string | null
  /** Texts about a person, which are hidden even when the service repeats them in an error. */
  readonly personal: readonly string[]
}

const plain = (path: string): Target => ({ method: 'GET', path, shown: path, body: null, personal: [] })

/** api.md, Endpoints, 4. Date and cycle have passed their allow-lists; they are encoded all the same. */
export const settlementTarget = ({ date, cycle }: Slot): Target =>
  plain(`/settlements/${encodeURIComponent(date)}/${encodeURIComponent(cycle)}`)

/** api.md, Endpoints, 3. An id is foreign text: `..` would be another resource, and encoding does not change it. */
export const invoiceTarget = (id: string): Target => {
  if (!isUsableId(id)) throw unusableId()
  return plain(`/invoices/${encodeURIComponent(id)}`)
}

export const isUsableId = (id: string): boolean => id !== '' && id !== '.' && id !== '..' && isWellFormed(id)

/** api.md, Endpoints, 1. */
export const creationTarget = (order: NewInvoice): Target => ({
  method: 'POST',
  path: '/invoices',
  shown: '/invoices',
  body: newInvoiceText(order),
  personal: personIn(order),
})

export const personIn = ({ customerDocument, customerName }: NewInvoice): readonly string[] => [
  customerDocument,
  customerName ?? '',
]

/** api.md, Endpoints, 2. */
export const pageTarget = (
  filter: InvoiceFilter,
  limit: number,
  page: number,
  cursor: string | null | undefined,
): Target => {
  const given = FILTERS.flatMap(([ours, theirs, isTyped]) => {
    const value = filter[ours]
    return value === undefined ? [] : [{ theirs, value: encodeURIComponent(value), isTyped }]
  })
  const queryOf = (pairs: readonly string[]): string => `/invoices?${[...pairs, `limit=${limit}`].join('&')}`
  const path = queryOf(given.map(({ theirs, value }) => `${theirs}=${value}`))
  const shown = queryOf(given.map(({ theirs, value, isTyped }) => `${theirs}=${isTyped ? '[hidden]' : value}`))
  const first: Target = { ...plain(path), shown, personal: [filter.customerDocument ?? ''] }
  if (typeof cursor !== 'string') return first
  return { ...first, path: `${path}&cursor=${encodeURIComponent(cursor)}`, shown: `${shown} (page ${page})` }
}

/** Our name of each filter, the service's, and whether it is free text, which may name a person. */
const FILTERS: readonly (readonly [keyof InvoiceFilter, string, boolean])[] = [
  ['reference', 'reference', true],
  ['customerDocument', 'customerDocumentNumber', true],
  ['contract', 'contract', true],
  ['paymentDate', 'paymentDate', false],
  ['date', 'settlementDate', false],
  ['cycle', 'settlementCycle', false],
]
