import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import type { Finding } from '../../domain/findings/discrepancy.ts'
import type { Invoice } from '../../domain/invoice.ts'
import { HIDDEN, type Hide, hiderOf, quotesTheMerchant, withoutQuoted } from '../../domain/personal/personal.ts'
import type { FieldChange, InvoiceChange, InvoiceInPull } from '../../domain/pull/invoice-in-pull.ts'
import { once } from '../../std/once.ts'
import { NUMBER_MIN_DIGITS } from '../../storage/merchants/merchant-repository.ts'
import type { Store } from '../../storage/store.ts'
import { allCustomers } from '../query/all-customers.ts'
import { withReplacedFindings } from './mask-store.ts'

/**
 * The database for screens, logs and JSON. Merchants write document numbers into references and contracts; here they
 * are hidden. Files show them.
 */
export const hideDocuments = (store: Store): Store => {
  const hider = once(() => documentHider(store))
  const shown = async <F extends Quoting>(found: readonly F[]): Promise<readonly F[]> =>
    found.some(quotesTheMerchant) ? withoutQuotes(found, await hider()) : found
  return {
    ...store,
    invoices: {
      ...store.invoices,
      withIds: async (...asked) => {
        const hide = await hider()
        return (await store.invoices.withIds(...asked)).map((invoice) => invoiceInPullWithout(invoice, hide))
      },
      changes: async function* (...asked) {
        const hide = await hider()
        for await (const page of store.invoices.changes(...asked))
          yield page.map((change) => changeWithout(change, hide))
      },
    },
    findings: {
      ...store.findings,
      ofSlot: async (slot) => shown(await store.findings.ofSlot(slot)),
      all: async () => shown(await store.findings.all()),
      timelines: async (slot) => withReplacedFindings(await store.findings.timelines(slot), shown, (step) => step),
    },
  }
}

type Quoting = Pick<Finding, 'subject' | 'figures' | 'message'>

/** The reports with document numbers hidden in the same way. */
export const reportsWithoutDocuments = async (
  store: Store,
  reports: readonly SlotReport[],
): Promise<readonly SlotReport[]> => {
  if (!reports.some(({ discrepancies }) => discrepancies.some(quotesTheMerchant))) return reports
  const hide = await documentHider(store)
  return reports.map((report) => ({ ...report, discrepancies: withoutQuotes(report.discrepancies, hide) }))
}

const withoutQuotes = <F extends Quoting>(found: readonly F[], hide: Hide): readonly F[] =>
  found.map((one) => withoutQuoted(one, hide))

/** Hides the document numbers of all customers. */
const documentHider = async (store: Store): Promise<Hide> => hiderOfDocuments((await allCustomers(store)).documents)

/** Hides the document numbers and the names of all customers. */
export const personHider = async (store: Store): Promise<Hide> => {
  const { documents, names } = await allCustomers(store)
  const [hideNumbers, hideNames] = [hiderOfDocuments(documents), hiderOf(names, HIDDEN)]
  return (text) => hideNames(hideNumbers(text))
}

/** Only long numbers are hidden; shorter ones may be dates or cycles. */
export const hiderOfDocuments = (documents: readonly string[]): Hide =>
  hiderOf(
    documents.filter((document) => document.replace(/\P{N}/gu, '').length >= NUMBER_MIN_DIGITS),
    HIDDEN,
  )

const invoiceInPullWithout = (invoice: InvoiceInPull, hide: Hide): InvoiceInPull => ({
  ...invoice,
  current: invoiceWithout(invoice.current, hide),
  baseline: invoiceWithout(invoice.baseline, hide),
  previous: invoiceWithout(invoice.previous, hide),
})

const invoiceWithout = (invoice: Invoice | null, hide: Hide): Invoice | null =>
  invoice === null
    ? null
    : {
        ...invoice,
        reference: invoice.reference === null ? null : hide(invoice.reference),
        contract: invoice.contract === null ? null : hide(invoice.contract),
      }

const changeWithout = (change: InvoiceChange, hide: Hide): InvoiceChange =>
  change.kind === 'altered' ? { ...change, fields: change.fields.map((field) => fieldWithout(field, hide)) } : change

const fieldWithout = (change: FieldChange, hide: Hide): FieldChange => {
  if (change.field !== 'reference' && change.field !== 'contract') return change
  const shown = (value: FieldChange['now']): FieldChange['now'] => (typeof value === 'string' ? hide(value) : value)
  return { ...change, before: shown(change.before), now: shown(change.now) }
}
