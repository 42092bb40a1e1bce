import type { InvoiceAnswer } from '../../../reports/documents/search-report.ts'
import type { Finding } from '../../../src/core/findings/discrepancy.ts'
import type { TimelineStep } from '../../../src/core/findings/timeline.ts'
import type { Invoice } from '../../../src/core/invoice.ts'
import { CUSTOMER_FIELDS } from '../../../src/core/invoice-fields.ts'
import type { JournalEntry } from '../../../src/core/journal.ts'
import {
  fold,
  HIDDEN,
  type Hide,
  hiddenIds,
  hiderOf,
  maskDiscrepancy,
  maskInvoiceInPull,
  quotesTheMerchant,
  withoutQuoted,
} from '../../../src/core/personal/personal.ts'
import type { FieldChange, InvoiceChange, InvoiceInPull } from '../../../src/core/pull/invoice-in-pull.ts'
import type { Slot } from '../../../src/core/slot.ts'
import type { SlotAnswer } from '../../../src/rules/assessment/slot-report.ts'
import { customersIn } from '../../../src/service/http/mask-answer.ts'
import { once } from '../../../src/std/once.ts'
import { type Customers, NUMBER_MIN_DIGITS } from '../../../src/store/merchants/merchants.ts'
import type { Store } from '../../../src/store/store.ts'

/**
 * Every customer of the merchant, over all slots. A document that came as a number, or a name that came as an object,
 * is read from the stored answers, since no column has it.
 */
const allCustomers = async (store: Store): Promise<Customers> =>
  withStoredAnswers(store, await store.merchant.customers())

/** The document numbers that could be in some texts, with any signs between their digits. */
const documentsNear = async (store: Store, texts: readonly string[]): Promise<readonly string[]> => {
  const documents = await store.merchant.documents([...new Set(texts.flatMap(rowsOfDigits))])
  return (await withStoredAnswers(store, { documents, names: [] })).documents
}

const rowsOfDigits = (text: string): readonly string[] => {
  const digits = fold(text).letters.replace(/\D/g, '')
  const rows = Math.max(0, digits.length - NUMBER_MIN_DIGITS + 1)
  return Array.from({ length: rows }, (_, at) => digits.slice(at, at + NUMBER_MIN_DIGITS))
}

const withStoredAnswers = async (store: Store, { documents, names }: Customers): Promise<Customers> => {
  const all = { documents: new Set(documents), names: new Set(names) }
  for await (const page of store.evidence.pagesWithFlaws(CUSTOMER_FIELDS)) {
    const found = customersIn(page.bytes())
    for (const document of found.documents) all.documents.add(document)
    for (const name of found.names) all.names.add(name)
  }
  return { documents: [...all.documents], names: [...all.names] }
}

/**
 * The database for others: no file, page or workbook made from it has a document number or a customer's name. Checks
 * never run on it, since their findings must come from the unmasked database.
 */
export const maskStore = (store: Store): Store => {
  const hider = once(() => customerHider(store))
  const masked = async <F extends Pick<Finding, 'subject' | 'figures'>>(
    found: readonly F[],
    names?: ReadonlyMap<string, string>,
  ): Promise<readonly F[]> => {
    const hide = await hider()
    return found.map((one) => maskDiscrepancy(one, hide, names))
  }
  const namesIn = async (slots?: readonly Slot[]) => hiddenIds(await store.findings.all(slots), await hider())
  const everyName = once(namesIn)
  const maskInvoices = async (page: readonly InvoiceInPull[]): Promise<readonly InvoiceInPull[]> => {
    const hide = await hider()
    return page.map((invoice) => maskInvoiceInPull(invoice, hide))
  }
  return {
    ...store,
    invoices: {
      ...store.invoices,
      asOf: async function* (...asked) {
        for await (const page of store.invoices.asOf(...asked)) yield maskInvoices(page)
      },
      withIds: async (...asked) => maskInvoices(await store.invoices.withIds(...asked)),
    },
    findings: {
      ...store.findings,
      ofSlot: async (slot) => masked(await store.findings.ofSlot(slot), await namesIn([slot])),
      all: async (slots) => masked(await store.findings.all(slots), await namesIn(slots)),
      timelines: async (slot) => {
        const [timelines, names] = [await store.findings.timelines(slot), await namesIn([slot])]
        const shown = await withReplacedFindings(timelines, masked)
        return new Map([...shown].map(([id, steps]) => [names.get(id) ?? id, steps]))
      },
    },
    periods: { ...store.periods, restatements: async () => masked(await store.periods.restatements()) },
    journal: {
      ...store.journal,
      entries: async function* (...asked) {
        const [hide, names] = [await hider(), await everyName()]
        for await (const page of store.journal.entries(...asked))
          yield page.map((entry) => entryWithout(entry, hide, names))
      },
    },
  }
}

/** A customer's document stands in a line, and as its third party where the settings say so; a text may quote a reference. */
const entryWithout = <E extends JournalEntry>(entry: E, hide: Hide, names: ReadonlyMap<string, string>): E => ({
  ...entry,
  text: hide(entry.text),
  findings: entry.findings.map((one) => one.replace(/\S+$/, (of) => names.get(of) ?? of)),
  lines: entry.lines.map((line) => {
    const { document, thirdParty } = line
    if (document === null) return line
    return { ...line, document: HIDDEN, thirdParty: thirdParty === document ? HIDDEN : thirdParty }
  }),
})

type Timelines = ReadonlyMap<string, readonly TimelineStep[]>

/** Returns the timelines with replaced findings; each step is made again. */
const withReplacedFindings = async (
  timelines: Timelines,
  findings: (found: readonly Finding[]) => Promise<readonly Finding[]>,
): Promise<Timelines> => {
  const allSteps = [...timelines.values()].flat()
  const found = [...new Set(allSteps.flatMap(({ sighting }) => sighting?.finding ?? []))]
  const shown = new Map(zipped(found, await findings(found)))
  return new Map([...timelines].map(([id, steps]) => [id, steps.map((step) => withFinding(step, shown))]))
}

const withFinding = (step: TimelineStep, shown: ReadonlyMap<Finding, Finding>): TimelineStep => {
  const { sighting } = step
  const finding = sighting?.finding ?? null
  return sighting === null || finding === null
    ? step
    : { ...step, sighting: { ...sighting, finding: shown.get(finding) ?? finding } }
}

/** Hides every customer of the merchant, since a reference may name a customer of another settlement. */
export const customerHider = async (store: Store): Promise<Hide> => {
  const { documents, names } = await allCustomers(store)
  return hiderOf([...documents, ...names], HIDDEN)
}

const zipped = <T>(keys: readonly T[], values: readonly T[]): readonly (readonly [T, T])[] =>
  keys.map((key, at) => [key, values[at] ?? key])

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
      all: async (...asked) => shown(await store.findings.all(...asked)),
      timelines: async (slot) => withReplacedFindings(await store.findings.timelines(slot), shown),
    },
  }
}

/** The database for pages of the desk: as for screens, and no invoice names its customer. */
export const hideCustomers = (store: Store): Store => {
  const [screens, others] = [hideDocuments(store), maskStore(store)]
  const { asOf, withIds } = others.invoices
  return { ...screens, invoices: { ...screens.invoices, asOf, withIds } }
}

type Quoting = Pick<Finding, 'subject' | 'figures' | 'message'>

/** The reports with document numbers hidden in the same way. */
export const reportsWithoutDocuments = async (
  store: Store,
  reports: readonly SlotAnswer[],
): Promise<readonly SlotAnswer[]> => {
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
const hiderOfDocuments = (documents: readonly string[]): Hide =>
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

/** What of customers is shown, since somebody asked for it. */
export interface ShownOfCustomers {
  readonly names: boolean
  readonly documents: boolean
}

/** Invoices as a screen shows them: document numbers hidden wherever merchants write them, and names, unless they are asked for. */
export const hidePersons = async (
  store: Store,
  answers: readonly InvoiceAnswer[],
  shown: ShownOfCustomers,
): Promise<readonly InvoiceAnswer[]> => {
  if (answers.length === 0) return []
  const invoices = answers.flatMap(({ settlements }) => settlements.map(({ invoice }) => invoice))
  const hideDocuments = shown.documents
    ? asItIs
    : hiderOfDocuments(await documentsNear(store, invoices.flatMap(textsOf)))
  const names = invoices.flatMap(({ customerName }) => customerName ?? [])
  const hideNames = shown.names ? asItIs : hiderOf(names, HIDDEN)
  const hide: Hide = (text) => hideNames(hideDocuments(text))
  return answers.map((answer) => ({
    ...answer,
    settlements: answer.settlements.map((one) => ({ ...one, invoice: withoutPersons(one.invoice, hide, shown) })),
  }))
}

const asItIs: Hide = (text) => text

const textsOf = ({ reference, contract, description }: Invoice): readonly string[] =>
  [reference, contract, description].flatMap((text) => text ?? [])

const withoutPersons = (invoice: Invoice, hide: Hide, { names, documents }: ShownOfCustomers): Invoice => {
  const shown = (text: string | null): string | null => (text === null ? null : hide(text))
  return {
    ...invoice,
    reference: shown(invoice.reference),
    contract: shown(invoice.contract),
    description: shown(invoice.description),
    customerDocument: documents || invoice.customerDocument === null ? invoice.customerDocument : HIDDEN,
    customerName: names ? invoice.customerName : null,
  }
}
