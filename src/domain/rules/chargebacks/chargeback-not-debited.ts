import { inCop } from '../../findings/discrepancy.ts'
import { size, ZERO } from '../../money.ts'
import { defineCheck, NO_DATA, observed } from '../define-check.ts'
import { theInvoice } from '../subject.ts'

export const chargebackNotDebited = defineCheck({
  code: 'CHARGEBACK_NOT_DEBITED',
  severity: 'info',
  acts: 'nobody',
  /** What was charged back after it was paid out is taken back by an adjustment. */
  check: ({ notDebited }) =>
    notDebited.flatMap(({ invoiceId, paid }) =>
      observed(theInvoice(invoiceId), inCop(ZERO, paid), NO_DATA, null, size(paid)),
    ),
  title: { en: 'A chargeback was not debited yet', es: 'Un contracargo aún no se ha debitado' },
  when: 'a chargeback of a final settlement that no adjustment has debited yet',
  message: {
    en: ({ figures }, say) => `a chargeback of ${say.money(figures.expected)} that no adjustment has debited yet`,
    es: ({ figures }, say) => `un contracargo de ${say.money(figures.expected)} que ningún ajuste ha debitado aún`,
  },
})
