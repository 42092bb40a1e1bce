import { asText } from '../../findings/discrepancy.ts'
import { type Invoice, isPaidOrCharged } from '../../invoice.ts'
import { PAYMENT_FIELDS, type PaymentField } from '../../invoice-fields.ts'
import { unreadableDates } from '../../unreadable-dates.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'

const missingIn = (invoice: Invoice): readonly PaymentField[] => {
  const unreadable: readonly string[] = unreadableDates(invoice)
  return PAYMENT_FIELDS.filter((field) => invoice[field] === null || unreadable.includes(field))
}

export const paymentFieldsMissing = defineCheck({
  code: 'PAYMENT_FIELDS_MISSING',
  severity: 'warning',
  also: ['error'],
  acts: 'operator',
  /** api.md, Facts that hold for states: the payment fields of a paid or charged-back invoice are present. */
  checkInvoice: ({ id, current }) => {
    if (current === null || !isPaidOrCharged(current)) return NOTHING
    const missing = missingIn(current)
    if (missing.length === 0) return NOTHING
    const isUnreadable = (field: PaymentField): boolean => current[field] !== null || current.flaws.includes(field)
    const data = {
      status: current.status,
      absent: missing.filter((field) => !isUnreadable(field)),
      unreadable: missing.filter(isUnreadable),
    }
    const severity = current.paymentId === null ? 'error' : 'warning'
    return observed(theInvoice(id), asText(null, missing.join(' ')), data, severity)
  },
  title: { en: 'Payment details are missing', es: 'Faltan datos del pago' },
  when: 'a paid or charged-back invoice lacks a payment field; an error without the payment id',
  message: {
    en: ({ data: { status, absent, unreadable } }, say) => {
      const parts = [
        ...(absent.length === 0 ? [] : [`without ${absent.map(say.bothNames).join(', ')}`]),
        ...(unreadable.length === 0 ? [] : [`whose ${unreadable.map(say.bothNames).join(', ')} cannot be read`]),
      ]
      return `a ${say.status(status)} invoice ${parts.join(', and ')}`
    },
    es: ({ data: { status, absent, unreadable } }, say) => {
      const parts = [
        ...(absent.length === 0 ? [] : [`sin ${absent.map(say.bothNames).join(', ')}`]),
        ...(unreadable.length === 0 ? [] : [`de la que no se puede leer ${unreadable.map(say.bothNames).join(', ')}`]),
      ]
      return `una factura ${say.status(status)} ${parts.join(', y ')}`
    },
  },
})
