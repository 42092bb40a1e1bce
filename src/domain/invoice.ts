import type { InvoiceTextName } from './invoice-fields.ts'
import type { Centavos } from './money.ts'
import type { Policy } from './policy.ts'

/** The texts of an invoice; `ownDate` and `ownCycle` are the slot that it names itself. */
export type InvoiceTexts = { readonly [Name in InvoiceTextName]: string | null }

/** What every invoice may carry, in our words. Text is kept as it came; null is absent. */
interface InvoiceFields extends InvoiceTexts {
  readonly id: string
  readonly amount: Centavos
  /** Documented fields that should be there and are absent or unreadable, in our words. */
  readonly flaws: readonly string[]
  /** Undocumented fields, as the JSON text of one object. */
  readonly extra: string | null
}

/** An invoice that was paid always has what was paid. */
export interface PaidInvoice extends InvoiceFields {
  readonly status: 'paid' | 'chargeback'
  readonly paid: Centavos
}

/** Ready, cancelled, a status nobody documented, or a chargeback that policy leaves out and that names no sum. */
export interface UnpaidInvoice extends InvoiceFields {
  readonly status: string
  readonly paid: Centavos | null
}

export type Invoice = PaidInvoice | UnpaidInvoice

export const isPaid = (invoice: Invoice): invoice is PaidInvoice =>
  (invoice.status === 'paid' || invoice.status === 'chargeback') && invoice.paid !== null

/** A status under which the payment fields are documented as present. */
export const isPaidOrCharged = ({ status }: Pick<Invoice, 'status'>): boolean =>
  status === 'paid' || status === 'chargeback'

/** Which invoices are part of collected: the paid ones, and charged-back ones while policy counts them. */
export const counts = (invoice: Invoice, policy: Policy): invoice is PaidInvoice =>
  isPaid(invoice) && statusCounts(invoice.status, policy)

/** The same question asked of a status alone, before anything else of the record is known. */
export const statusCounts = (status: string, policy: Policy): boolean =>
  status === 'paid' || (status === 'chargeback' && policy.chargebacks === 'counted')

/** What an invoice that counts adds to collected. */
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

/** A record that cannot be an invoice. It is quarantined: the rest of its page is kept. */
export interface MalformedRecord {
  /** The id the record carries; null when that cannot be read either. */
  readonly invoiceId: string | null
  /** The merchant's reference that it carries, without its customer; null when that cannot be read either. */
  readonly reference: string | null
  /** The field that is unusable, in our words. */
  readonly field: string
  readonly reason: string
  /** SHA-256 of the record, lower-case hex. */
  readonly digest: string
}

/** What the boundary makes of one item of a list: our words, or the reason why not. */
export type RecordReading =
  | { readonly kind: 'invoice'; readonly invoice: Invoice }
  | { readonly kind: 'malformed'; readonly record: MalformedRecord }
