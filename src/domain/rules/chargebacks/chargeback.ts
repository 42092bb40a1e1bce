import { asText } from '../../findings/discrepancy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'

export const chargeback = defineCheck({
  code: 'CHARGEBACK',
  severity: 'warning',
  acts: 'tenant',
  bucket: 'chargebacks',
  dependsOn: 'chargebacks',
  isTold: true,
  /** Names a chargeback, and whether it was ever paid. */
  checkInvoice: ({ id, current, wasPaid }) =>
    current?.status === 'chargeback'
      ? observed(theInvoice(id), asText('chargeback', wasPaid ? 'paid' : null), { paid: current.paid, wasPaid })
      : NOTHING,
  title: { en: 'Chargeback', es: 'Contracargo' },
  when: 'an invoice is a chargeback',
  message: {
    en: ({ data: { paid, wasPaid } }, say) => {
      const history = wasPaid ? 'it was read as paid before' : 'it was never read as paid in this settlement'
      return `a chargeback${paid === null ? '' : ` of ${say.money(paid)}`}; ${history}`
    },
    es: ({ data: { paid, wasPaid } }, say) => {
      const history = wasPaid ? 'antes se leyó como pagada' : 'nunca se leyó como pagada en este ciclo'
      return `un contracargo${paid === null ? '' : ` de ${say.money(paid)}`}; ${history}`
    },
  },
})
