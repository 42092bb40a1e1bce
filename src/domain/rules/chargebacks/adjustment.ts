import { type Adjustment, isLeftOut } from '../../assessment/chargeback-account.ts'
import { inCop, type Severity } from '../../findings/discrepancy.ts'
import { size, ZERO } from '../../money.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { ownSettlement } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'
import { adjustmentInEnglish, adjustmentInSpanish, explanationOf } from './explanation.ts'

const severityOf = ({ sets, effect }: Adjustment): Severity => {
  if (sets.length > 0) return 'info'
  return effect > 0n ? 'warning' : 'error'
}

export const adjustment = defineCheck({
  code: 'ADJUSTMENT',
  severity: 'info',
  also: ['warning', 'error'],
  acts: 'operator',
  isAcrossSlots: true,
  /** Only chargebacks whose sum is exactly the adjustment explain it. */
  check: (facts) => {
    const { adjustment: of } = facts
    if (of === null || ownSettlement(facts) === null) return NOTHING
    const figures = inCop(of.reported, of.sets.length > 0 ? of.reported : ZERO)
    const leftOut = isLeftOut(of) ? ({ isLeftOut: true } as const) : {}
    const data = { explanation: explanationOf(of), effect: size(of.effect), isCredit: of.effect > 0n, ...leftOut }
    const unexplained = of.sets.length > 0 ? ZERO : size(of.effect)
    return observed(THE_SETTLEMENT, figures, data, severityOf(of), unexplained)
  },
  title: { en: 'Adjustments were made', es: 'Hay ajustes' },
  when: 'J is not 0. Info when chargebacks of this and earlier settlements that are not debited yet add up to exactly J; otherwise a warning when it adds money, an error when it takes money',
  message: {
    en: ({ figures, data }, say) => `adjustments of ${say.money(figures.reported)}: ${adjustmentInEnglish(data, say)}`,
    es: ({ figures, data }, say) => `ajustes de ${say.money(figures.reported)}: ${adjustmentInSpanish(data, say)}`,
  },
})
