import { inCop } from '../../findings/discrepancy.ts'
import { negate, ZERO } from '../../money.ts'
import { defineCheck, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'
import { inNames, namedChargebacks } from './explanation.ts'

export const chargebackNotDebited = defineCheck({
  code: 'CHARGEBACK_NOT_DEBITED',
  severity: 'info',
  acts: 'nobody',
  bucket: 'notDebited',
  dependsOn: 'chargebacks',
  isAcrossSlots: true,
  /**
   * An adjustment takes back an invoice that was charged back after it was paid out. Until then too much was paid. Of
   * equal ones partly debited, one finding tells what is left and names all.
   */
  check: ({ notDebited }) =>
    notDebited.flatMap(({ chargeback, sum, amongEqual }) => {
      const equal = amongEqual.length === 0 ? {} : { equal: amongEqual.length, among: namedChargebacks(amongEqual) }
      const data = { paid: chargeback.paid, ...equal }
      return observed(theInvoice(chargeback.invoiceId), inCop(ZERO, negate(sum)), data, null, sum)
    }),
  title: { en: 'A chargeback was not debited yet', es: 'Un contracargo aún no se ha debitado' },
  when: 'a chargeback of a final settlement that no adjustment has debited yet',
  message: {
    en: ({ figures, data: { paid, equal, among } }, say) =>
      among === undefined
        ? `a chargeback of ${say.money(paid)} that no adjustment has debited yet`
        : `${say.money(negate(figures.expected))} of ${equal} equal chargebacks of ${say.money(paid)} is not debited yet; which is not known: ${inNames(among, say).en}`,
    es: ({ figures, data: { paid, equal, among } }, say) =>
      among === undefined
        ? `un contracargo de ${say.money(paid)} que ningún ajuste ha debitado aún`
        : `${say.money(negate(figures.expected))} de ${equal} contracargos iguales de ${say.money(paid)} aún sin debitar; no se sabe cuál: ${inNames(among, say).es}`,
  },
})
