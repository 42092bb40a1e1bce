import { compareText } from '../../std/compare-text.ts'
import { groupBy } from '../../std/group-by.ts'
import type { ActStamp } from '../findings/act.ts'
import { type Centavos, minus, negate, plus, sumOf } from '../money.ts'
import type { Slot, SlotDate } from '../slot.ts'

export const INVOICE_KINDS = ['invoice', 'credit-note'] as const

/** A tax or a withholding, by the code and the name that stand in the invoice. Programs swap those of withholdings. */
export interface NamedTax {
  readonly code: string
  readonly name: string
  /** As it stands; null where none does. */
  readonly percent: string | null
  readonly sum: Centavos
}

/** A line, without its taxes. */
export interface OperatorInvoiceLine {
  readonly text: string
  readonly sum: Centavos
}

/** An electronic invoice of the operator, or a credit note, whose sums are then positive. */
export interface OperatorInvoice {
  readonly kind: (typeof INVOICE_KINDS)[number]
  readonly number: string
  /** CUFE or CUDE, in lower case. */
  readonly cufe: string
  readonly day: SlotDate
  /** The month that it charges: `2026-03`. */
  readonly period: string
  /** Tax ids without their check digits. */
  readonly supplier: string
  readonly customer: string
  readonly lines: readonly OperatorInvoiceLine[]
  /** Lines, less allowances, plus charges of the whole invoice; without taxes. */
  readonly base: Centavos
  readonly iva: Centavos
  readonly taxes: readonly NamedTax[]
  readonly withholdings: readonly NamedTax[]
  /** The sum to pay. */
  readonly total: Centavos
}

/** An imported invoice. */
export interface OperatorInvoiceRecord extends OperatorInvoice {
  /** The act that imported it. */
  readonly act: ActStamp
  /** The file, without its folder, and within a zip the name of its part. */
  readonly name: string
  /** SHA-256 of the file as received, in lower-case hex. */
  readonly digest: string
  /** SHA-256 of the text of the Invoice itself, whatever wraps it. */
  readonly contents: string
  /** When, by whom and why it was voided; null while it counts. */
  readonly voided: (ActStamp & { readonly reason: string }) | null
}

/** An invoice of the operator as it enters sums: those of a credit note are negative. */
export const signedSums = ({ kind, base, iva }: Pick<OperatorInvoice, 'kind' | 'base' | 'iva'>) =>
  kind === 'invoice' ? { base, iva } : { base: negate(base), iva: negate(iva) }

/** The fees of a settlement, for the month of its date. */
export interface SettlementCharge {
  readonly slot: Slot
  /** Deducted and billed apart. */
  readonly charged: Centavos
  /** By the tariff: part of what was charged, and of no invoice. */
  readonly withheld: Centavos
  /** Payments that count. */
  readonly payments: number
}

/** The operator's invoices of a month against the fees of its settlements. */
export interface FeesOfMonth {
  readonly month: string
  /** The first and the last settlement of the month. */
  readonly first: Slot
  readonly last: Slot
  readonly charged: Centavos
  readonly withheld: Centavos
  /** What base and IVA should come to: charged less withheld. */
  readonly expected: Centavos
  readonly payments: number
  /** In order of day and number. */
  readonly invoices: readonly OperatorInvoiceRecord[]
  readonly base: Centavos
  readonly iva: Centavos
  /** Base and IVA; null without an invoice. */
  readonly invoiced: Centavos | null
  /** Invoiced less expected; null without an invoice. */
  readonly difference: Centavos | null
}

/** The months of some charges and invoices, in order. An invoice of a month without a settlement is of none of them. */
export const feesOfMonths = (
  charges: readonly SettlementCharge[],
  invoices: readonly OperatorInvoiceRecord[],
): readonly FeesOfMonth[] =>
  [...groupBy(charges, ({ slot }) => slot.date.slice(0, 7))]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([month, ofMonth]) => ({
      month,
      first: ofMonth[0].slot,
      last: ofMonth.reduce((_, one) => one).slot,
      ...sumsOf(
        ofMonth,
        invoices.filter((one) => isInForce(one) && one.period === month),
      ),
    }))

const isInForce = ({ voided }: OperatorInvoiceRecord): boolean => voided === null

const sumsOf = (charges: readonly SettlementCharge[], invoices: readonly OperatorInvoiceRecord[]) => {
  const charged = sumOf(charges.map((one) => one.charged))
  const withheld = sumOf(charges.map((one) => one.withheld))
  const expected = minus(charged, withheld)
  const signed = invoices.map(signedSums)
  const [base, iva] = [sumOf(signed.map((one) => one.base)), sumOf(signed.map((one) => one.iva))]
  const invoiced = invoices.length === 0 ? null : plus(base, iva)
  return {
    ...{ charged, withheld, expected, base, iva, invoiced },
    payments: charges.reduce((all, { payments }) => all + payments, 0),
    invoices,
    difference: invoiced === null ? null : minus(invoiced, expected),
  }
}

/** The operator's invoices as a line of an account. */
export interface InvoicedFees {
  readonly number: number
  readonly sum: Centavos
  readonly difference: Centavos
}

/** What the operator invoiced for months whose settlements are all of these days; null without an invoice. */
export const invoicedOf = (
  months: readonly FeesOfMonth[],
  { from, to }: { readonly from: string; readonly to: string },
): InvoicedFees | null => {
  const known = months.flatMap(({ first, last, invoices, invoiced, difference }) =>
    invoiced === null || difference === null || first.date < from || last.date > to
      ? []
      : [{ number: invoices.length, sum: invoiced, difference }],
  )
  if (known.length === 0) return null
  return {
    number: known.reduce((all, { number }) => all + number, 0),
    sum: sumOf(known.map(({ sum }) => sum)),
    difference: sumOf(known.map(({ difference }) => difference)),
  }
}

/** A tax id by its digits, without the check digit behind a dash: `900.123.456-7` is `900123456`. */
export const taxIdOf = (text: string): string | null => {
  const [, digits] = /^0*(\d[\d.\s]{2,18})(?:\s*-\s*\d)?$/.exec(text.trim()) ?? []
  return digits === undefined ? null : digits.replace(/[.\s]/g, '')
}
