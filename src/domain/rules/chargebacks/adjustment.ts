import { type Adjustment, isLeftOut } from '../../assessment/chargeback-account.ts'
import { inCop, type Severity } from '../../findings/discrepancy.ts'
import { type Centavos, minus, negate, plus, size, ZERO } from '../../money.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { ownSettlement } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'
import { adjustmentInEnglish, adjustmentInSpanish, explanationOf } from './explanation.ts'

const severityOf = (rest: Centavos): Severity => {
  if (rest === ZERO) return 'info'
  return rest > ZERO ? 'warning' : 'error'
}

/** With the sign of the service. */
const explainedAsReported = ({ reported, effect, explained, recovered }: Adjustment): Centavos =>
  reported === effect ? plus(explained, recovered) : negate(plus(explained, recovered))

export const adjustment = defineCheck({
  code: 'ADJUSTMENT',
  severity: 'info',
  also: ['warning', 'error'],
  acts: 'operator',
  bucket: { error: 'adjustmentsTaken' },
  dependsOn: 'chargebacks',
  isTold: true,
  follows: 'settlement.adjustments',
  isAcrossSlots: true,
  /** Only chargebacks whose sum is exactly the adjustment explain it, those that a person tied to it, and claims that a person said it paid. */
  check: (facts) => {
    const { adjustment: of } = facts
    if (of === null || ownSettlement(facts) === null) return NOTHING
    const rest = minus(minus(of.effect, of.explained), of.recovered)
    const figures = inCop(of.reported, explainedAsReported(of))
    const recovered = of.recovered === ZERO ? {} : { recovered: of.recovered }
    const leftOut = isLeftOut(of) ? ({ isLeftOut: true } as const) : {}
    const data = { explanation: explanationOf(of), rest: size(rest), isCredit: rest > ZERO, ...leftOut, ...recovered }
    return observed(THE_SETTLEMENT, figures, data, severityOf(rest), size(rest))
  },
  title: { en: 'Adjustments were made', es: 'Hay ajustes' },
  when: 'J is not 0. Info as far as chargebacks match it, by exact sums or by the tie of a person; otherwise a warning when it adds money, an error when it takes money, about the part that nothing explains',
  message: {
    en: ({ figures, data }, say) => `adjustments of ${say.money(figures.reported)}: ${adjustmentInEnglish(data, say)}`,
    es: ({ figures, data }, say) => `ajustes de ${say.money(figures.reported)}: ${adjustmentInSpanish(data, say)}`,
  },
})
