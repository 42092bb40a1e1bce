import type { Invoice } from '../invoice.ts'
import type { Slot } from '../slot.ts'

/** The fields by which a person looks for an invoice. */
export const SEARCH_FIELDS = ['id', 'reference', 'contract', 'customerDocument', 'paymentId'] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]

/** A text to search for, and whether a field must equal it or only begin with it. */
export interface InvoiceSearch {
  readonly text: string
  readonly mode: 'exact' | 'beginning'
}

/** An invoice of a slot that carries the text, in its present list or an earlier one. */
export interface InvoiceMatch {
  readonly slot: Slot
  readonly invoiceId: string
}

/** The fields of an invoice that carry the text. */
export const fieldsMatching = (invoice: Invoice, { text, mode }: InvoiceSearch): readonly SearchField[] =>
  SEARCH_FIELDS.filter((field) => {
    const value = invoice[field]
    return value !== null && (mode === 'exact' ? value === text : value.startsWith(text))
  })
