import type { Both } from '../std/both.ts'
import type { InvoiceTextName } from './invoice-fields.ts'
import type { Centavos } from './money.ts'
import type { Policy } from './policy.ts'
import type { Cycle, SlotDate } from './slot.ts'

/** The texts of an invoice; `ownDate` and `ownCycle` are the settlement that the invoice itself names. */
export type InvoiceTexts = { readonly [Name in InvoiceTextName]: string | null }

/** The fields of every invoice, in our words. Text is stored as received; null is absent. */
interface InvoiceFields extends InvoiceTexts {
  readonly id: string
  readonly amount: Centavos
  /** Documented fields that are absent or unreadable, in our words. */
  readonly flaws: readonly string[]
  /** Undocumented fields, as the JSON text of one object. */
  readonly extra: string | null
}

/** A paid invoice always has the amount that was paid. */
export interface PaidInvoice extends InvoiceFields {
  readonly status: 'paid' | 'chargeback'
  readonly paid: Centavos
}

/** Ready, cancelled, an undocumented status, or a chargeback that the policy excludes and that has no paid amount. */
export interface UnpaidInvoice extends InvoiceFields {
  readonly status: string
  readonly paid: Centavos | null
}

export type Invoice = PaidInvoice | UnpaidInvoice

export const isPaid = (invoice: Invoice): invoice is PaidInvoice =>
  (invoice.status === 'paid' || invoice.status === 'chargeback') && invoice.paid !== null

/** The payment fields are documented as present under this status. */
export const isPaidOrCharged = ({ status }: Pick<Invoice, 'status'>): boolean =>
  status === 'paid' || status === 'chargeback'

/** Whether an invoice is part of collected: a paid one, or a charged-back one while the policy counts them. */
export const counts = (invoice: Invoice, policy: Policy): invoice is PaidInvoice =>
  isPaid(invoice) && statusCounts(invoice.status, policy)

/** Whether an invoice counts, from its status alone. */
export const statusCounts = (status: string, policy: Policy): boolean =>
  status === 'paid' || (status === 'chargeback' && policy.chargebacks === 'counted')

/** What a counted invoice adds to collected, in centavos. */
export const worthOf = ({ paid, amount }: PaidInvoice, policy: Policy): Centavos =>
  policy.collectedBasis === 'paid' ? paid : amount

/** Why a value is refused, as the end of a sentence about its field. */
export const REFUSALS = [
  'is absent',
  'is empty',
  'is not text',
  'is not well-formed text',
  'is not a number',
  'is not a whole number of centavos',
  'is beyond the exact range',
  'is not an object',
  'is nested too deep to be kept',
] as const
export type RecordFlaw = (typeof REFUSALS)[number]
export const isRefusal = (reason: string): reason is RecordFlaw => REFUSALS.some((known) => known === reason)

/** A record that cannot be read as an invoice. It is quarantined; the rest of its page is kept. */
export interface MalformedRecord {
  /** The record's id; null when it cannot be read either. */
  readonly invoiceId: string | null
  /** The merchant's reference in the record, with its customer hidden; null when it cannot be read either. */
  readonly reference: string | null
  /** The unusable field, in our words. */
  readonly field: string
  readonly reason: string
  /** SHA-256 of the record, lower-case hex. */
  readonly digest: string
}

/** The result of reading one item of a list: an invoice, or a malformed record with the reason. */
export type ParsedRecord =
  | { readonly kind: 'invoice'; readonly invoice: Invoice }
  | { readonly kind: 'malformed'; readonly record: MalformedRecord }

/** The invoices to list: those that match every given member (api.md, List invoices). */
export interface InvoiceFilter {
  readonly reference?: string | undefined
  readonly customerDocument?: string | undefined
  readonly contract?: string | undefined
  readonly paymentDate?: SlotDate | undefined
  /** The date of the settlement, as `cycle` is its cycle. */
  readonly date?: SlotDate | undefined
  readonly cycle?: Cycle | undefined
}

/** The nine kinds of a customer's document (api.md, Create invoice), with their names. */
export const DOCUMENT_TYPES = {
  cc: { en: 'citizen id', es: 'cédula de ciudadanía' },
  ce: { en: 'foreigner id', es: 'cédula de extranjería' },
  nit: { en: 'tax id', es: 'NIT' },
  ti: { en: 'minor id', es: 'tarjeta de identidad' },
  ps: { en: 'passport', es: 'pasaporte' },
  cif: { en: 'fiscal identification code', es: 'código de identificación fiscal' },
  ne: { en: 'foreign tax id', es: 'NIT de extranjería' },
  rc: { en: 'civil registry', es: 'registro civil' },
  ppt: { en: 'temporary permanence permit', es: 'permiso por protección temporal' },
} as const satisfies Readonly<Record<string, Both<string>>>

export type DocumentType = keyof typeof DOCUMENT_TYPES

/** Any scheme is allowed (an app may be the target), but `localhost:3000` and `javascript:` are typing errors or attacks. */
export const isRedirectUrl = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text)

/** A request to create an invoice. Null leaves a field to the service. */
export interface NewInvoice {
  /** The merchant's reference, for one invoice only: with it an invoice is found whose creation was not answered. */
  readonly reference: string
  /** Whole pesos: the service accepts no centavos here. */
  readonly amount: Centavos
  readonly description: string
  /** Where the customer goes after paying. */
  readonly redirectUrl: string
  readonly customerDocument: string
  readonly documentType: DocumentType | null
  readonly customerName: string | null
  readonly contract: string | null
}

/** An invoice as the service shows it now, with the address where it is paid, which is never stored. */
export interface FetchedInvoice {
  readonly invoice: Invoice
  /** An http or https address; null when the service gives none. */
  readonly paymentUrl: string | null
}

/** The result of reading an invoice that is only shown, or the reason why it cannot be read. */
export type ParsedFetchedInvoice =
  | ({ readonly kind: 'shown' } & FetchedInvoice)
  | { readonly kind: 'malformed'; readonly record: MalformedRecord }
