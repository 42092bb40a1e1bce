import { asText } from '../../findings/discrepancy.ts'
import { isPaid } from '../../invoice.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'

export const chargebackReversed = defineCheck({
  code: 'CHARGEBACK_REVERSED',
  severity: 'warning',
  acts: 'tenant',
  dependsOn: 'chargebacks',
  /** Names a chargeback that is paid again. */
  checkInvoice: ({ id, current, wasChargeback }) =>
    wasChargeback && current?.status === 'paid' && isPaid(current)
      ? observed(theInvoice(id), asText('paid', 'chargeback'), { paid: current.paid })
      : NOTHING,
  title: { en: 'A chargeback was reversed', es: 'Se reversó un contracargo' },
  when: 'a chargeback is paid again',
  message: {
    en: ({ data }, say) => `it was a chargeback and is paid again: ${say.money(data.paid)}`,
    es: ({ data }, say) => `era un contracargo y está pagada de nuevo: ${say.money(data.paid)}`,
  },
})
