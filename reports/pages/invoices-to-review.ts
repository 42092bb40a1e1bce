import { type Finding, subjectOf } from '../../src/core/findings/discrepancy.ts'
import type { Invoice } from '../../src/core/invoice.ts'
import type { Centavos } from '../../src/core/money.ts'
import type { Slot } from '../../src/core/slot.ts'
import { duplicatePayment, duplicateReference } from '../../src/rules/checks/shared.ts'

/** An invoice that a discrepancy or a cause names, and the reasons. */
export interface NamedInvoice {
  readonly id: string
  /** Codes of the discrepancies and causes that name it, in their order. */
  readonly why: readonly string[]
}

/** The invoice with its facts from the database. */
export interface InvoiceToReview extends NamedInvoice {
  readonly slot: Slot
  /** `gone` when the slot no longer lists it. */
  readonly status: string
  readonly reference: string | null
  readonly contract: string | null
  /** The customer's name is personal: pages show it, messages and logs never. */
  readonly customer: string | null
  readonly amount: Centavos
  readonly paid: Centavos | null
}

/** The first of the named invoices, and the number of all. */
export interface NamedInvoices {
  readonly first: readonly NamedInvoice[]
  readonly number: number
}

/**
 * The invoices to look at, at most `most` of them: those named by causes first, then the subjects of discrepancies.
 * Each invoice of a slot may be one of them.
 */
export const invoicesNamedIn = (discrepancies: readonly Finding[], most: number): NamedInvoices => {
  const ids = new Set<string>()
  const why = new Map<string, Set<string>>()
  const name = (id: string, code: string): void => {
    if (ids.size < most && !ids.has(id)) why.set(id, new Set())
    ids.add(id)
    why.get(id)?.add(code)
  }
  for (const { causes } of discrepancies)
    for (const { code, invoices } of causes) for (const id of invoices) name(id, code)
  for (const discrepancy of discrepancies) for (const id of subjectsOf(discrepancy)) name(id, discrepancy.code)
  return { first: [...why].map(([id, codes]) => ({ id, why: [...codes] })), number: ids.size }
}

/** Codes of findings that name a first invoice and others with the same payment or reference. */
const SHARED: readonly string[] = [duplicatePayment.code, duplicateReference.code]

const subjectsOf = (finding: Finding): readonly string[] => {
  const { code, subject } = finding
  if (SHARED.includes(code)) return sharingInvoices(finding)
  const of = subjectOf(subject)
  return of.kind === 'invoice' ? [of.id] : []
}

/** From the stored data of the rules; older versions stored only the text of the figures. The first invoice comes last. */
const sharingInvoices = ({ data, figures }: Finding): readonly string[] => {
  const { places, here, other } = (data ?? {}) as SharedBy
  if (places !== undefined) {
    const [first, ...others] = places.map(({ invoiceId }) => invoiceId)
    return first === undefined ? others : [...others, first]
  }
  if (here !== undefined && other !== undefined) return [here, other]
  return [figures.reported, figures.expected].flatMap((ids) => (typeof ids === 'string' ? ids.split(' ') : []))
}

/** The stored data of DUPLICATE_PAYMENT and DUPLICATE_REFERENCE. */
interface SharedBy {
  readonly places?: readonly { readonly invoiceId: string }[]
  readonly here?: string
  readonly other?: string
}

export const invoicesToReview = (
  named: NamedInvoice,
  slot: Slot,
  invoice: Invoice,
  isGone: boolean,
): InvoiceToReview => ({
  ...named,
  slot,
  status: isGone ? 'gone' : invoice.status,
  reference: invoice.reference,
  contract: invoice.contract,
  customer: invoice.customerName,
  amount: invoice.amount,
  paid: invoice.paid,
})
