import { createHash } from 'node:crypto'
import type { Invoice, ParsedFetchedInvoice, ParsedRecord, RecordFlaw } from '../../core/invoice.ts'
import {
  CUSTOMER_FIELDS,
  factsOf,
  INVOICE_FIELD_NAMES,
  INVOICE_TEXTS,
  type InvoiceTextName,
} from '../../core/invoice-fields.ts'
import type { Centavos } from '../../core/money.ts'
import { withoutPersonal } from '../../core/personal/personal.ts'
import { isObject, type JsonObject } from '../../std/json/json-object.ts'
import { isNestedTooDeep } from '../../std/json/parse-json.ts'
import { extraOf, isAbsent, sumFault, sumOf, textOf, wordFault, wordOf } from './fields.ts'

/** Whether an invoice of that status must have a payment. The policy decides. */
export type StatusCounts = (status: string) => boolean

/**
 * Reads one item of a list, or one invoice by id, into our words; or returns the first field that makes it unusable,
 * and why.
 */
export const readInvoice = (item: unknown, statusCounts: StatusCounts): ParsedRecord => {
  if (!isObject(item)) return malformed(item, 'record', 'is not an object')
  const id = wordOf(item.id)
  if (id === null) return malformed(item, 'id', wordFault(item.id))
  const status = wordOf(item.status)
  if (status === null) return malformed(item, 'status', wordFault(item.status))
  const amount = sumOf(item.amount)
  if (amount === null) return malformed(item, 'amount', sumFault(item.amount))
  const paid = isAbsent(item.paymentAmount) ? null : sumOf(item.paymentAmount)
  if (paid === null && (!isAbsent(item.paymentAmount) || statusCounts(status)))
    return malformed(item, 'paid', sumFault(item.paymentAmount))
  const extra = extraOf(item, isDocumented)
  if (extra === undefined) return malformed(item, 'extra', 'is nested too deep to be kept')
  return { kind: 'invoice', invoice: inOurWords(item, id, status, amount, paid, extra) }
}

/** The address of a payment page expires five minutes after creation, so it is not stored. */
const PAYMENT_URL = 'paymentUrl'

/** api.md, Invoice: every documented field. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  ...INVOICE_FIELD_NAMES.map((name) => factsOf(name).service),
  PAYMENT_URL,
])
const isDocumented = (field: string): boolean => DOCUMENTED.has(field)

const inOurWords = (
  record: JsonObject,
  id: string,
  status: string,
  amount: Centavos,
  paid: Centavos | null,
  extra: string | null,
): Invoice => {
  const flaws: string[] = []
  always(record[PAYMENT_URL], PAYMENT_URL, flaws)
  // A literal, since it runs for each of a million invoices: filling an object in a loop took a hundred times as long.
  return {
    id,
    status,
    amount,
    paid,
    reference: TEXTS.reference(record, flaws),
    contract: TEXTS.contract(record, flaws),
    customerDocument: TEXTS.customerDocument(record, flaws),
    customerName: TEXTS.customerName(record, flaws),
    description: TEXTS.description(record, flaws),
    paymentMethod: TEXTS.paymentMethod(record, flaws),
    paymentSource: TEXTS.paymentSource(record, flaws),
    paymentId: TEXTS.paymentId(record, flaws),
    paymentDate: TEXTS.paymentDate(record, flaws),
    createdAt: TEXTS.createdAt(record, flaws),
    expirationDate: TEXTS.expirationDate(record, flaws),
    ownDate: TEXTS.ownDate(record, flaws),
    ownCycle: TEXTS.ownCycle(record, flaws),
    flaws,
    extra,
  }
}

type TextReader = (value: unknown, field: string, flaws: string[]) => string | null

/** A text that api.md documents as always present: absent or unreadable is a flaw. */
const always: TextReader = (value, field, flaws) => {
  const text = textOf(value)
  if (text === null) flaws.push(field)
  return text
}

/** A text that may be absent, as an empty one is: only an unreadable one is a flaw. */
const sometimes: TextReader = (value, field, flaws) =>
  isAbsent(value) || value === '' ? null : always(value, field, flaws)

/** Reads each text of an invoice from a record of the service. */
const TEXTS = Object.fromEntries(
  INVOICE_TEXTS.map((name) => {
    const { service, presence } = factsOf(name)
    const read = presence === 'always' ? always : sometimes
    return [name, (record: JsonObject, flaws: string[]) => read(record[service], name, flaws)]
  }),
) as Readonly<Record<InvoiceTextName, (record: JsonObject, flaws: string[]) => string | null>>

const malformed = (item: unknown, field: string, reason: RecordFlaw): ParsedRecord => ({
  kind: 'malformed',
  record: {
    invoiceId: isObject(item) ? wordOf(item.id) : null,
    reference: isObject(item) ? referenceOf(item) : null,
    field,
    reason,
    digest: createHash('sha256').update(fingerprint(item)).digest('hex'),
  },
})

/** A merchant may write a customer into a reference, and the customer is not known here yet. */
const referenceOf = (record: JsonObject): string | null => {
  const reference = wordOf(record[factsOf('reference').service])
  if (reference === null) return null
  const customer = CUSTOMER_FIELDS.map((name) => record[factsOf(name).service])
  return withoutPersonal(
    reference,
    customer.filter((value) => typeof value === 'string' || typeof value === 'number').map(String),
  )
}

/** The record as JSON; parts nested too deep for JSON.stringify are left out of it. */
const fingerprint = (item: unknown): string => {
  if (!isNestedTooDeep(item)) return JSON.stringify(item)
  const parts = Object.entries(item as object).filter(([, value]) => !isNestedTooDeep(value))
  return `nested too deep beside ${JSON.stringify(parts)}`
}

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
