import type { Finding } from '../../src/domain/findings/discrepancy.ts'
import type { Invoice } from '../../src/domain/invoice.ts'
import type { Centavos } from '../../src/domain/money.ts'
import { subjectOf } from '../../src/domain/rules/subject.ts'
import type { Slot } from '../../src/domain/slot.ts'

/** An invoice that a discrepancy or a cause names, and why. */
export interface NamedInvoice {
  readonly id: string
  /** Codes of discrepancies and causes, in the order in which they name it. */
  readonly why: readonly string[]
}

/** The same, with what the database says of it. */
export interface InvoiceToReview extends NamedInvoice {
  readonly slot: Slot
  /** `gone` when the slot lists it no more. */
  readonly status: string
  readonly reference: string | null
  readonly contract: string | null
  /** Their name, which is personal: pages show it, messages and logs never. */
  readonly customer: string | null
  readonly amount: Centavos
  readonly paid: Centavos | null
}

/** The first of the invoices that are named, and how many are. */
export interface NamedInvoices {
  readonly first: readonly NamedInvoice[]
  readonly number: number
}

/**
 * The invoices to look at, at most so many of them: those that causes name come first, then those that a discrepancy is about. Each
 * invoice of a slot may be one of them.
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

/** What is shared is said of the first invoice, and of the others. */
const SHARED: readonly string[] = ['DUPLICATE_PAYMENT', 'DUPLICATE_REFERENCE']

const subjectsOf = (finding: Finding): readonly string[] => {
  const { code, subject } = finding
  if (SHARED.includes(code)) return sharingInvoices(finding)
  const of = subjectOf(subject)
  return of.kind === 'invoice' ? [of.id] : []
}

/** As the rules keep them; older versions kept only the text of the figures. The first invoice comes last. */
const sharingInvoices = ({ data, figures }: Finding): readonly string[] => {
  const { places, here, other } = (data ?? {}) as SharedBy
  if (places !== undefined) {
    const [first, ...others] = places.map(({ invoiceId }) => invoiceId)
    return first === undefined ? others : [...others, first]
  }
  if (here !== undefined && other !== undefined) return [here, other]
  return [figures.reported, figures.expected].flatMap((ids) => (typeof ids === 'string' ? ids.split(' ') : []))
}

/** What DUPLICATE_PAYMENT keeps, or DUPLICATE_REFERENCE. */
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
