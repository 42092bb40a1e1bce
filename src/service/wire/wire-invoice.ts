import { createHash } from 'node:crypto'
import type { Invoice, RecordFlaw, RecordReading } from '../../domain/invoice.ts'
import type { Centavos } from '../../domain/money.ts'
import { isObject, type JsonObject } from '../../std/json/json-object.ts'
import { isNestedTooDeep } from '../../std/json/parse-json.ts'
import { extraOf, isAbsent, sumFault, sumOf, textOf, wordFault, wordOf } from './fields.ts'

/** Whether an invoice of that status must say what was paid. The policy decides; it is handed in. */
export type StatusCounts = (status: string) => boolean

/** One item of a list, or one invoice by id, in our words; or the first field that makes it unusable, and why. */
export const readInvoice = (item: unknown, statusCounts: StatusCounts): RecordReading => {
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

/** api.md, Invoice: every field it documents. Asked for each field of a million invoices, where a switch is three times a Set. */
const isDocumented = (field: string): boolean => {
  switch (field) {
    case 'id':
    case 'reference':
    case 'status':
    case 'amount':
    case 'description':
    case 'contract':
    case 'expirationDate':
    case 'customerDocumentNumber':
    case 'customerName':
    case 'createdAt':
    case 'paymentDate':
    case 'paymentMethod':
    case 'paymentSource':
    case 'paymentAmount':
    case 'settlementDate':
    case 'settlementTime':
    case 'paymentId':
    case 'paymentUrl':
      return true
    default:
      return false
  }
}

const inOurWords = (
  record: JsonObject,
  id: string,
  status: string,
  amount: Centavos,
  paid: Centavos | null,
  extra: string | null,
): Invoice => {
  const flaws: string[] = []
  // The address of a payment page is dead five minutes after creation: it is looked at, and not kept.
  always(record.paymentUrl, 'paymentUrl', flaws)
  return {
    id,
    status,
    amount,
    paid,
    reference: sometimes(record.reference, 'reference', flaws),
    contract: always(record.contract, 'contract', flaws),
    customerDocument: always(record.customerDocumentNumber, 'customerDocument', flaws),
    customerName: sometimes(record.customerName, 'customerName', flaws),
    description: always(record.description, 'description', flaws),
    paymentMethod: sometimes(record.paymentMethod, 'paymentMethod', flaws),
    paymentSource: sometimes(record.paymentSource, 'paymentSource', flaws),
    paymentId: sometimes(record.paymentId, 'paymentId', flaws),
    paymentDate: sometimes(record.paymentDate, 'paymentDate', flaws),
    createdAt: always(record.createdAt, 'createdAt', flaws),
    expirationDate: sometimes(record.expirationDate, 'expirationDate', flaws),
    ownDate: sometimes(record.settlementDate, 'ownDate', flaws),
    ownCycle: sometimes(record.settlementTime, 'ownCycle', flaws),
    flaws,
    extra,
  }
}

/** A text api.md documents as always there: absent or unreadable is a flaw. */
const always = (value: unknown, field: string, flaws: string[]): string | null => {
  const text = textOf(value)
  if (text === null) flaws.push(field)
  return text
}

/** A text that may be absent: only an unreadable one is a flaw. */
const sometimes = (value: unknown, field: string, flaws: string[]): string | null =>
  isAbsent(value) ? null : always(value, field, flaws)

const malformed = (item: unknown, field: string, reason: RecordFlaw): RecordReading => ({
  kind: 'malformed',
  record: {
    invoiceId: isObject(item) ? wordOf(item.id) : null,
    field,
    reason,
    digest: createHash('sha256').update(fingerprint(item)).digest('hex'),
  },
})

/** The record as JSON; parts nested too deep for JSON.stringify are left out of it. */
const fingerprint = (item: unknown): string => {
  if (!isNestedTooDeep(item)) return JSON.stringify(item)
  const parts = Object.entries(item as object).filter(([, value]) => !isNestedTooDeep(value))
  return `nested too deep beside ${JSON.stringify(parts)}`
}
