import { asText } from '../../findings/discrepancy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'

export const notPaid = defineCheck({
  code: 'NOT_PAID',
  severity: 'warning',
  acts: 'operator',
  follows: 'figures',
  /** Only paid invoices are settled. */
  checkInvoice: ({ id, current }) =>
    current !== null && (current.status === 'ready' || current.status === 'cancelled')
      ? observed(theInvoice(id), asText(current.status, null), { status: current.status })
      : NOTHING,
  title: { en: 'An unpaid invoice is listed', es: 'Se lista una factura sin pagar' },
  when: 'a ready or cancelled invoice is listed',
  message: {
    en: ({ data }, say) => `a ${say.status(data.status)} invoice is listed in a settlement; it does not count`,
    es: ({ data }, say) => `se lista una factura ${say.status(data.status)} en una liquidación; no cuenta`,
  },
})
