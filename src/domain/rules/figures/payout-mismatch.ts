import { payoutReading } from '../../assessment/payout.ts'
import { inCop } from '../../findings/discrepancy.ts'
import { minus, size } from '../../money.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { judgedSettlement } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'
import { payoutRuleInWords } from './payout-rule-in-words.ts'

export const payoutMismatch = defineCheck({
  code: 'PAYOUT_MISMATCH',
  severity: 'error',
  acts: 'operator',
  bucket: { more: 'overpaid', less: 'owed' },
  isAboutFigures: true,
  amount: 'difference',
  gap: 'payout',
  /** Collected, less fees unless they are billed later, plus adjustments, is the payout. */
  check: (facts) => {
    const settlement = judgedSettlement(facts)
    if (settlement === null) return NOTHING
    const { rule, payout } = payoutReading(settlement, facts.policy)
    if (payout === null || size(minus(settlement.payout, payout)) <= facts.policy.tolerance) return NOTHING
    return observed(THE_SETTLEMENT, inCop(settlement.payout, payout), { rule })
  },
  title: { en: 'The payout does not follow from its parts', es: 'El abono no resulta de sus partes' },
  when: 'P is not A - F + J (fees deducted) or A + J (fees billed apart), from the reported figures',
  message: {
    en: ({ figures, data }, say) =>
      `the reported payout (paymentAmount) is ${say.money(figures.reported)}; by its own amountCollected, fees and adjustments (${data.rule}) it should be ${say.money(figures.expected)}`,
    es: ({ figures, data }, say) =>
      `el abono reportado (paymentAmount) es ${say.money(figures.reported)}; según amountCollected, comisiones y ajustes (${payoutRuleInWords(data.rule, 'es')}) debería ser ${say.money(figures.expected)}`,
  },
})
