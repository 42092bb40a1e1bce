import type { InvoiceAnswer } from '../../../reports/documents/search-report.ts'
import {
  fieldsMatching,
  type InvoiceMatch,
  type InvoiceSearch,
  SEARCH_FIELDS,
} from '../../domain/pull/unlisted-invoice.ts'
import { compareSlots } from '../../domain/slot.ts'
import { compareText } from '../../std/compare-text.ts'
import type { Store } from '../../storage/store.ts'
import type { InvoiceWithVersions } from './invoice-in-settlement-reader.ts'

/** The invoices with a field that equals the text; only when there are none, those with a field that begins with it. */
export const firstMatches = async (
  store: Store,
  text: string,
  most: number,
): Promise<{ readonly search: InvoiceSearch; readonly matches: readonly InvoiceMatch[] }> => {
  const exact: InvoiceSearch = { text, mode: 'exact' }
  const matches = await store.invoices.matching(exact, most)
  if (matches.length > 0) return { search: exact, matches }
  const beginning: InvoiceSearch = { text, mode: 'beginning' }
  return { search: beginning, matches: await store.invoices.matching(beginning, most) }
}

/** The invoices, each with its settlements in order; in the order of their first settlements. */
export const invoiceAnswers = (
  listed: readonly InvoiceWithVersions[],
  search: InvoiceSearch,
): readonly InvoiceAnswer[] => {
  const inOrder = listed.toSorted(
    (a, b) => compareSlots(a.settlement.slot, b.settlement.slot) || compareText(idOf(a), idOf(b)),
  )
  const byId = new Map<string, InvoiceWithVersions[]>()
  for (const one of inOrder) byId.set(idOf(one), [...(byId.get(idOf(one)) ?? []), one])
  return [...byId].map(([id, ofInvoice]) => ({
    id,
    fields: SEARCH_FIELDS.filter((field) =>
      ofInvoice.some(({ versions }) => versions.some(({ invoice }) => fieldsMatching(invoice, search).includes(field))),
    ),
    settlements: ofInvoice.map(({ settlement }) => settlement),
  }))
}

const idOf = ({ settlement }: InvoiceWithVersions): string => settlement.invoice.id
