import { asText } from '../../findings/discrepancy.ts'
import { defineCheck, NO_DATA, NOTHING, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'

export const invoiceAdded = defineCheck({
  code: 'INVOICE_ADDED',
  severity: 'error',
  acts: 'operator',
  isChange: true,
  /** After the settlement is final, its list does not grow. */
  checkInvoice: ({ id, current, inBaselineList }, { baseline, unreadable }) =>
    current !== null && baseline !== null && !inBaselineList && !unreadable.atBaseline.has(id)
      ? observed(theInvoice(id), asText(current.status, null), NO_DATA)
      : NOTHING,
  title: { en: 'An invoice was added later', es: 'Una factura se agregó después' },
  when: "an invoice was not in the baseline's list",
  message: {
    en: () => 'it was not in the list when the settlement was first read as final',
    es: () => 'no estaba en la lista cuando la liquidación fue definitiva por primera vez',
  },
})
