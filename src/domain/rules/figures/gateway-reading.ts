import { isGatewayReading, payoutReading } from '../../assessment/payout.ts'
import { inCop } from '../../findings/discrepancy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { judgedSettlement } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'
import { payoutRuleInWords } from './payout-rule-in-words.ts'

export const gatewayReading = defineCheck({
  code: 'GATEWAY_READING',
  severity: 'info',
  also: ['warning'],
  acts: 'operator',
  /** A gateway settlement that is paid out by another equation is reported; a change of equation is a warning. */
  check: (facts) => {
    const settlement = judgedSettlement(facts)
    if (settlement === null) return NOTHING
    const { rule, payout } = payoutReading(settlement, facts.policy)
    if (!isGatewayReading(rule)) return NOTHING
    const previous = facts.previousGatewayRule
    const before = previous === rule ? null : previous
    const figures = inCop(settlement.payout, payout)
    return observed(THE_SETTLEMENT, figures, { rule, before }, before === null ? 'info' : 'warning')
  },
  title: { en: 'Gateway payout by another equation', es: 'Abono de pasarela con otra ecuación' },
  when: 'a gateway payout fits another equation; a warning when it is not that of the previous gateway settlement',
  message: {
    en: ({ data: { rule, before } }) =>
      `this gateway payout fits: ${payoutRuleInWords(rule, 'en')}${before === null ? '' : `; the previous gateway settlement fitted: ${payoutRuleInWords(before, 'en')}`}`,
    es: ({ data: { rule, before } }) => {
      const change =
        before === null ? '' : `; la liquidación de pasarela anterior, a: ${payoutRuleInWords(before, 'es')}`
      return `este abono de pasarela corresponde a: ${payoutRuleInWords(rule, 'es')}${change}`
    },
  },
})
