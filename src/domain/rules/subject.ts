import { LASTING_FIELDS, type LastingField } from '../invoice-fields.ts'

/** Fields of an invoice that a finding may be about. */
export type InvoiceField = 'amount' | 'paid' | 'status' | LastingField
const INVOICE_FIELDS: readonly InvoiceField[] = ['amount', 'paid', 'status', ...LASTING_FIELDS]

/** The subject of a finding. */
export type Subject =
  | { readonly kind: 'settlement'; readonly field: string | null }
  | { readonly kind: 'list' }
  | { readonly kind: 'invoice'; readonly id: string; readonly field: InvoiceField | null }
  | { readonly kind: 'payment'; readonly id: string }
  | { readonly kind: 'reference'; readonly reference: string }
  /** A field of the records of a slot, or a value of it: `paymentMethod=cash`. */
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'cycle'; readonly label: string }
  /** An unreadable record, by the first digits of its SHA-256. */
  | { readonly kind: 'record'; readonly digest: string }
  | { readonly kind: 'webhook'; readonly id: string }
  /** An entry of the merchant's bank, or a gap between its statements. */
  | { readonly kind: 'bank entry'; readonly id: string }
  | { readonly kind: 'other'; readonly text: string }

export const THE_SETTLEMENT: Subject = { kind: 'settlement', field: null }
export const THE_LIST: Subject = { kind: 'list' }
export const settlementField = (field: string): Subject => ({ kind: 'settlement', field })
export const theInvoice = (id: string, field: InvoiceField | null = null): Subject => ({ kind: 'invoice', id, field })

export const theBankEntry = (id: string): Subject => ({ kind: 'bank entry', id })

/** The subject as text, for CSV files and identities (SPEC, section 4). It must never change. */
export const subjectText = (subject: Subject): string => {
  switch (subject.kind) {
    case 'settlement':
      return withField('settlement', subject.field)
    case 'list':
      return 'list'
    case 'invoice':
      return withField(`invoice:${subject.id}`, subject.field)
    case 'payment':
    case 'webhook':
      return `${subject.kind}:${subject.id}`
    case 'bank entry':
      return `bank:${subject.id}`
    case 'reference':
      return `reference:${subject.reference}`
    case 'field':
      return `field:${subject.field}`
    case 'cycle':
      return `cycle:${subject.label}`
    case 'record':
      return `record:${subject.digest}`
    case 'other':
      return subject.text
  }
}

const withField = (name: string, field: string | null): string => (field === null ? name : `${name}.${field}`)

/** The inverse of subjectText, for stored subjects. Nothing else parses their text. */
export const subjectOf = (text: string): Subject => {
  if (text === 'list') return THE_LIST
  if (text === 'settlement') return THE_SETTLEMENT
  if (text.startsWith('settlement.')) return settlementField(text.slice('settlement.'.length))
  const colon = text.indexOf(':')
  const rest = text.slice(colon + 1)
  switch (text.slice(0, Math.max(0, colon))) {
    case 'invoice':
      return invoiceOf(rest)
    case 'payment':
      return { kind: 'payment', id: rest }
    case 'webhook':
      return { kind: 'webhook', id: rest }
    case 'bank':
      return theBankEntry(rest)
    case 'reference':
      return { kind: 'reference', reference: rest }
    case 'field':
      return { kind: 'field', field: rest }
    case 'cycle':
      return { kind: 'cycle', label: rest }
    case 'record':
      return { kind: 'record', digest: rest }
    default:
      return { kind: 'other', text }
  }
}

/** An id may contain dots itself. */
const invoiceOf = (text: string): Subject => {
  const field = INVOICE_FIELDS.find((name) => text.endsWith(`.${name}`)) ?? null
  return theInvoice(field === null ? text : text.slice(0, -field.length - 1), field)
}

/** The part of a settlement that is named before a message, as text; null for the settlement itself and its list. A message names the field. */
export const partIn = ({ subject }: { readonly subject: string }): string | null => {
  const of = subjectOf(subject)
  if (of.kind === 'list' || of.kind === 'settlement') return null
  return of.kind === 'invoice' ? subjectText(theInvoice(of.id)) : subject
}
