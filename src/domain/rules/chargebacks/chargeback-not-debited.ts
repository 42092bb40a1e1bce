import { inCop } from '../../findings/discrepancy.ts'
import { negate, ZERO } from '../../money.ts'
import { defineCheck, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'

export const chargebackNotDebited = defineCheck({
  code: 'CHARGEBACK_NOT_DEBITED',
  severity: 'info',
  acts: 'nobody',
  isAcrossSlots: true,
  /** An adjustment takes back an invoice that was charged back after it was paid out. Until then too much was paid. */
  check: ({ notDebited }) =>
    notDebited.flatMap(({ invoiceId, paid }) =>
      observed(theInvoice(invoiceId), inCop(ZERO, negate(paid)), { paid }, null, paid),
    ),
  title: { en: 'A chargeback was not debited yet', es: 'Un contracargo aún no se ha debitado' },
  when: 'a chargeback of a final settlement that no adjustment has debited yet',
  message: {
    en: ({ data }, say) => `a chargeback of ${say.money(data.paid)} that no adjustment has debited yet`,
    es: ({ data }, say) => `un contracargo de ${say.money(data.paid)} que ningún ajuste ha debitado aún`,
  },
})
