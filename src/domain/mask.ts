import type { Discrepancy, Figures } from './discrepancy.ts'
import type { HeldInvoice } from './held.ts'
import type { Invoice } from './invoice.ts'
import { hiderOf } from './personal.ts'

/** What stands in a copy for others where a person's document number or name stood. Nothing of it is left: not its last digits, not its length. */
export const HIDDEN = '***'

/** What tells who somebody is: the document numbers and names that versions of an invoice gave its customer. */
const personalOf = ({ current, baseline, previous }: HeldInvoice): readonly string[] =>
  [current, baseline, previous]
    .flatMap((invoice) => [invoice?.customerDocument ?? null, invoice?.customerName ?? null])
    .filter((text) => text !== null)

type Show = (text: string | null) => string | null

const hidden: Show = (text) => (text === null ? null : HIDDEN)

const showWithout = (people: readonly HeldInvoice[]): Show => {
  const hide = hiderOf(people.flatMap(personalOf), HIDDEN)
  return (text) => (text === null ? null : hide(text))
}

/**
 * Everything the books say of an invoice, as it is shown to others: without its customer's document and name, and with them hidden
 * where merchants write them too, in reference, contract and description. That there was a document or a name still shows; what
 * nobody documented is left out whole.
 */
export const maskedHeld = (held: HeldInvoice): HeldInvoice => {
  const show = showWithout([held])
  return {
    ...held,
    current: maskedInvoice(held.current, show),
    baseline: maskedInvoice(held.baseline, show),
    previous: maskedInvoice(held.previous, show),
  }
}

const maskedInvoice = (invoice: Invoice | null, show: Show): Invoice | null =>
  invoice === null
    ? null
    : {
        ...invoice,
        customerDocument: hidden(invoice.customerDocument),
        customerName: hidden(invoice.customerName),
        reference: show(invoice.reference),
        contract: show(invoice.contract),
        description: show(invoice.description),
        extra: null,
      }

/** Discrepancies whose texts are a merchant's own, where a document or a name may stand: its customers are looked up to hide them. */
export const quotesTheMerchant = ({ subject }: Pick<Discrepancy, 'subject'>): boolean =>
  /^reference:|^invoice:.*\.(?:reference|contract)$/s.test(subject)

/**
 * A discrepancy as it is shown to others; `people` are the invoices it is about. Messages never hold documents or names: what is left
 * are the figures of a changed document, and the merchant's own texts.
 */
export const maskedDiscrepancy = <D extends Pick<Discrepancy, 'subject' | 'figures'>>(
  discrepancy: D,
  people: readonly HeldInvoice[],
): D => {
  if (/^invoice:.*\.customerDocument$/s.test(discrepancy.subject))
    return { ...discrepancy, figures: maskedFigures(discrepancy.figures, hidden) }
  if (!quotesTheMerchant(discrepancy)) return discrepancy
  const show = showWithout(people)
  const { subject, figures } = discrepancy
  return subject.startsWith('reference:')
    ? { ...discrepancy, subject: `reference:${show(subject.slice('reference:'.length))}` }
    : { ...discrepancy, figures: maskedFigures(figures, show) }
}

const maskedFigures = (figures: Figures, show: Show): Figures =>
  figures.unit === null ? { unit: null, stated: show(figures.stated), recomputed: show(figures.recomputed) } : figures
