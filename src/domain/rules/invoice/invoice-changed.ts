import { asText, type Figures, inCop } from '../../findings/discrepancy.ts'
import type { Invoice } from '../../invoice.ts'
import { INVOICE_FIELDS, LASTING_FIELDS } from '../../invoice-fields.ts'
import type { Centavos } from '../../money.ts'
import { maskedDocument } from '../../personal/masked-document.ts'
import { defineCheck, NOTHING, type Observation, observed } from '../define-check.ts'
import type { Say } from '../say.ts'
import { type InvoiceField, theInvoice } from '../subject.ts'

type Change =
  | {
      readonly kind: 'sum'
      readonly field: InvoiceField
      readonly now: Centavos | null
      readonly before: Centavos | null
    }
  | { readonly kind: 'text'; readonly field: InvoiceField }

type Changes = readonly Observation<Figures, Change>[]

const changedSums = (id: string, current: Invoice, baseline: Invoice): Changes =>
  (['amount', 'paid'] as const).flatMap((field) => {
    const [now, before] = [current[field], baseline[field]]
    if (now === before) return NOTHING
    return observed(theInvoice(id, field), inCop(now, before), { kind: 'sum', field, now, before } as const)
  })

const changedTexts = (id: string, current: Invoice, baseline: Invoice): Changes =>
  LASTING_FIELDS.flatMap((field) => {
    const [now, before] = [current[field], baseline[field]]
    if ((now ?? '') === (before ?? '')) return NOTHING
    const figures =
      field === 'customerDocument' ? asText(maskedDocument(now), maskedDocument(before)) : asText(now, before)
    return observed(theInvoice(id, field), figures, { kind: 'text', field } as const, INVOICE_FIELDS[field].change)
  })

/** Merchants write document numbers into references and contracts, too. */
const QUOTING_FIELDS: ReadonlySet<InvoiceField> = new Set(['customerDocument', 'reference', 'contract'])

/** The present and former values; null when they are or may contain a document number, which no message shows. */
const valuesIn = (
  { reported, expected }: Figures,
  data: Change,
  say: Say,
  absent: string,
): { readonly now: string; readonly before: string } | null => {
  if (data.kind === 'sum') return { now: say.money(data.now), before: say.money(data.before) }
  if (QUOTING_FIELDS.has(data.field)) return null
  const inWords = (value: Figures['reported']): string =>
    value === null ? absent : data.field === 'paymentMethod' ? say.method(String(value)) : String(value)
  return { now: inWords(reported), before: inWords(expected) }
}

export const invoiceChanged = defineCheck({
  code: 'INVOICE_CHANGED',
  severity: 'error',
  also: ['warning'],
  acts: 'operator',
  amount: 'difference',
  isChange: true,
  /** The facts of a payment do not change once read. */
  checkInvoice: ({ id, current, baseline }): Changes =>
    current === null || baseline === null || current === baseline
      ? NOTHING
      : [...changedSums(id, current, baseline), ...changedTexts(id, current, baseline)],
  title: { en: 'An invoice changed after it was paid', es: 'Una factura cambió después de pagada' },
  when: 'an amount, payment, id, reference, contract or document differs from the baseline; a warning for payment date and method',
  message: {
    en: ({ figures, data }, say) => {
      const values = valuesIn(figures, data, say, 'absent')
      const field = say.bothNames(data.field)
      return values === null
        ? `${field} differs from the one first read as paid`
        : `${field}: ${values.now} now, ${values.before} when first read as paid`
    },
    es: ({ figures, data }, say) => {
      const values = valuesIn(figures, data, say, 'ausente')
      const field = say.bothNames(data.field)
      return values === null
        ? `${field}: no coincide con la primera lectura como pagada`
        : `${field}: ${values.now} ahora, ${values.before} en la primera lectura como pagada`
    },
  },
})
