import { howMany } from '../../../std/how-many.ts'
import { inInvoices } from '../../findings/discrepancy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { isListEmpty, judgedWithList } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'

export const invoicesMissing = defineCheck({
  code: 'INVOICES_MISSING',
  severity: 'error',
  acts: 'operator',
  bucket: { more: 'overpaid', less: 'owed' },
  isAboutFigures: true,
  gap: 'count',
  /** A settlement with invoices has a list that is not empty. */
  check: (facts) => {
    const settlement = judgedWithList(facts)
    if (settlement === null || !isListEmpty(settlement, facts.pull.list)) return NOTHING
    const { invoiceCount, collected } = settlement
    return observed(THE_SETTLEMENT, inInvoices(invoiceCount, 0), { collected }, null, collected)
  },
  title: { en: 'The settlement lists no invoices', es: 'La liquidación no lista facturas' },
  when: 'the settlement reports invoices and its list is empty',
  message: {
    en: ({ figures, data }, say) =>
      `the settlement reports ${howMany(figures.reported, 'invoice')} (numberOfInvoices) and ${say.money(data.collected)} (amountCollected); the list is empty`,
    es: ({ figures, data }, say) =>
      `la liquidación reporta ${howMany(figures.reported, 'factura')} (numberOfInvoices) y ${say.money(data.collected)} (amountCollected); la lista está vacía`,
  },
})
