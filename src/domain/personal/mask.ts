import type { Discrepancy, Figures } from '../findings/discrepancy.ts'
import type { Invoice } from '../invoice.ts'
import { factsOf, INVOICE_TEXTS } from '../invoice-fields.ts'
import type { InvoiceInPull } from '../pull/invoice-in-pull.ts'
import { subjectOf, subjectText } from '../rules/subject.ts'
import type { Hide } from './personal.ts'

/** Replaces a person's document number or name in a masked copy. It keeps nothing of the original, neither last digits nor length. */
export const HIDDEN = '***'

type Show = (text: string | null) => string | null

const hidden: Show = (text) => (text === null ? null : HIDDEN)

const showBy =
  (hide: Hide): Show =>
  (text) =>
    text === null ? null : hide(text)

/**
 * An invoice for a masked copy: without its customer's document and name, and with every customer hidden in reference, contract and
 * description, where merchants write them too. It still shows whether there was a document or a name; undocumented fields are left out.
 */
export const maskInvoiceInPull = (invoice: InvoiceInPull, hide: Hide): InvoiceInPull => {
  const show = showBy(hide)
  return {
    ...invoice,
    current: maskedInvoice(invoice.current, show),
    baseline: maskedInvoice(invoice.baseline, show),
    previous: maskedInvoice(invoice.previous, show),
  }
}

const maskedInvoice = (invoice: Invoice | null, show: Show): Invoice | null => {
  if (invoice === null) return null
  const masked: { -readonly [Field in keyof Invoice]: Invoice[Field] } = { ...invoice, extra: null }
  for (const name of PERSONAL_TEXTS)
    masked[name] = factsOf(name).personal === 'customer' ? hidden(invoice[name]) : show(invoice[name])
  return masked
}

const PERSONAL_TEXTS = INVOICE_TEXTS.filter((name) => factsOf(name).personal !== undefined)

type MaskableDiscrepancy = Pick<Discrepancy, 'subject' | 'figures'> & {
  readonly message?: string
  readonly data?: object | null
  readonly id?: string
  readonly case?: string
}

/** Discrepancies that quote texts of the merchant or the service, which may hold a document or a name. */
export const quotesTheMerchant = ({ subject }: Pick<MaskableDiscrepancy, 'subject'>): boolean => {
  const of = subjectOf(subject)
  if (of.kind === 'invoice') return of.field === 'reference' || of.field === 'contract'
  return of.kind === 'reference' || of.kind === 'field' || of.kind === 'record'
}

/** A discrepancy with customers hidden when it quotes the merchant or the service. */
export const maskDiscrepancy = <D extends MaskableDiscrepancy>(discrepancy: D, hide: Hide): D => {
  const shown = withMaskedTexts(discrepancy, hide)
  return shown.subject === discrepancy.subject || discrepancy.id === undefined ? shown : { ...shown, id: HIDDEN }
}

/** Several of them. The id of a case is that of a finding: it is shown where that of this finding is. */
export const maskDiscrepancies = <D extends MaskableDiscrepancy>(found: readonly D[], hide: Hide): readonly D[] => {
  const masked = found.map((one) => maskDiscrepancy(one, hide))
  const shown = new Set(masked.map(({ id }) => id))
  const hidden = new Map<string, string>()
  return masked.map((one) => {
    if (one.case === undefined || shown.has(one.case)) return one
    const name = hidden.get(one.case) ?? `${HIDDEN}-${hidden.size + 1}`
    hidden.set(one.case, name)
    return { ...one, case: name }
  })
}

const withMaskedTexts = <D extends MaskableDiscrepancy>(discrepancy: D, hide: Hide): D => {
  const { subject, figures } = discrepancy
  const of = subjectOf(subject)
  if (of.kind === 'record')
    return { ...discrepancy, subject: subjectText({ ...of, digest: HIDDEN }), ...sentenceOf(discrepancy, hide) }
  if (of.kind === 'invoice' && of.field === 'customerDocument')
    return { ...discrepancy, figures: maskedFigures(figures, hidden), ...sentenceOf(discrepancy, hide) }
  return withoutQuoted(discrepancy, hide)
}

/** A discrepancy with customers hidden when it quotes the merchant or the service. */
export const withoutQuoted = <D extends MaskableDiscrepancy>(discrepancy: D, hide: Hide): D => {
  if (!quotesTheMerchant(discrepancy)) return discrepancy
  const { subject, figures } = discrepancy
  const sentence = sentenceOf(discrepancy, hide)
  const of = subjectOf(subject)
  if (of.kind === 'reference')
    return { ...discrepancy, subject: subjectText({ ...of, reference: hide(of.reference) }), ...sentence }
  if (of.kind === 'field')
    return { ...discrepancy, subject: subjectText({ ...of, field: hide(of.field) }), ...sentence }
  return { ...discrepancy, figures: maskedFigures(figures, showBy(hide)), ...sentence }
}

/** The sentence, and its values. */
const sentenceOf = (
  { message, data }: MaskableDiscrepancy,
  hide: Hide,
): Pick<MaskableDiscrepancy, 'message' | 'data'> => ({
  ...(message === undefined ? {} : { message: hide(message) }),
  ...(data === undefined ? {} : { data: hiddenIn(data, hide) }),
})

const hiddenIn = <T>(value: T, hide: Hide): T => {
  if (typeof value === 'string') return hide(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part) => hiddenIn(part, hide)) as T
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hiddenIn(part, hide)])) as T
}

const maskedFigures = (figures: Figures, show: Show): Figures =>
  figures.unit === null ? { unit: null, reported: show(figures.reported), expected: show(figures.expected) } : figures
