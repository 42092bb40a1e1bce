import { asText } from '../../findings/discrepancy.ts'
import { type Invoice, isPaidOrCharged } from '../../invoice.ts'
import { PAYMENT_FIELDS } from '../../invoice-fields.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'

const hasPaymentFields = (invoice: Invoice): boolean => PAYMENT_FIELDS.every((field) => invoice[field] !== null)

export const paymentFieldsMissing = defineCheck({
  code: 'PAYMENT_FIELDS_MISSING',
  severity: 'warning',
  also: ['error'],
  acts: 'operator',
  /** api.md, Facts that hold for states: the payment fields of a paid or charged-back invoice are present. */
  checkInvoice: ({ id, current }) => {
    if (current === null || !isPaidOrCharged(current) || hasPaymentFields(current)) return NOTHING
    const missing = PAYMENT_FIELDS.filter((field) => current[field] === null)
    const data = {
      status: current.status,
      absent: missing.filter((field) => !current.flaws.includes(field)),
      unreadable: missing.filter((field) => current.flaws.includes(field)),
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
