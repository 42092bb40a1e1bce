import { inCop } from '../../findings/discrepancy.ts'
import { defineCheck, NO_DATA, NOTHING, observed } from '../define-check.ts'
import { ownSettlement } from '../judged.ts'
import { settlementField } from '../subject.ts'

export const feesExceedCollected = defineCheck({
  code: 'FEES_EXCEED_COLLECTED',
  severity: 'warning',
  acts: 'operator',
  /** Fees are a part of collected. */
  check: (facts) => {
    const settlement = ownSettlement(facts)
    if (settlement === null || settlement.collected <= 0n || settlement.fees <= settlement.collected) return NOTHING
    return observed(settlementField('fees'), inCop(settlement.fees, settlement.collected), NO_DATA)
  },
  title: { en: 'Fees are more than was collected', es: 'Las comisiones superan lo recaudado' },
  when: 'F is more than A, and A more than zero',
  message: {
    en: ({ figures }, say) =>
      `fees of ${say.money(figures.reported)} on ${say.money(figures.expected)} collected (amountCollected)`,
    es: ({ figures }, say) =>
      `comisiones de ${say.money(figures.reported)} sobre ${say.money(figures.expected)} recaudados (amountCollected)`,
  },
})
