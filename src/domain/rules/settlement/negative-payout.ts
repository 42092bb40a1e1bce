import { inCop } from '../../findings/discrepancy.ts'
import { ZERO } from '../../money.ts'
import { defineCheck, NO_DATA, NOTHING, observed } from '../define-check.ts'
import { ownSettlement } from '../judged.ts'
import { settlementField } from '../subject.ts'

export const negativePayout = defineCheck({
  code: 'NEGATIVE_PAYOUT',
  severity: 'warning',
  acts: 'operator',
  isTold: true,
  /** A payout below zero takes money from the merchant. */
  check: (facts) => {
    const settlement = ownSettlement(facts)
    if (settlement === null || settlement.payout >= 0n) return NOTHING
    return observed(settlementField('payout'), inCop(settlement.payout, ZERO), NO_DATA)
  },
  title: { en: 'The payout is below zero', es: 'El abono es menor que cero' },
  when: 'P is below zero',
  message: {
    en: ({ figures }, say) => `the reported payout (paymentAmount) is ${say.money(figures.reported)}`,
    es: ({ figures }, say) => `el abono reportado (paymentAmount) es ${say.money(figures.reported)}`,
  },
})
