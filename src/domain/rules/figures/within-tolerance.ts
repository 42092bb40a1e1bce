import { payoutReading } from '../../assessment/payout.ts'
import { inCop } from '../../findings/discrepancy.ts'
import { type Centavos, minus, size } from '../../money.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import type { SlotFacts } from '../facts.ts'
import { isListEmpty, judgedSettlement, judgedWithList } from '../judged.ts'
import { settlementField } from '../subject.ts'

const within = (
  field: 'payout' | 'collected',
  reported: Centavos,
  expected: Centavos,
  { policy: { tolerance } }: SlotFacts,
) => {
  const gap = size(minus(reported, expected))
  if (gap === 0n || gap > tolerance) return NOTHING
  return observed(settlementField(field), inCop(reported, expected), { field, gap })
}

const payoutWithin = (facts: SlotFacts) => {
  const settlement = judgedSettlement(facts)
  if (settlement === null) return NOTHING
  const { payout } = payoutReading(settlement, facts.policy)
  return payout === null ? NOTHING : within('payout', settlement.payout, payout, facts)
}

const collectedWithin = (facts: SlotFacts) => {
  const settlement = judgedWithList(facts)
  if (settlement === null || isListEmpty(settlement, facts.pull.list)) return NOTHING
  return within('collected', settlement.collected, facts.totals.collected, facts)
}

export const withinTolerance = defineCheck({
  code: 'WITHIN_TOLERANCE',
  severity: 'info',
  acts: 'nobody',
  amount: 'difference',
  /** A difference within the tolerance of the policy is reported anyway. */
  check: (facts) => [...payoutWithin(facts), ...collectedWithin(facts)],
  title: { en: 'A difference within the tolerance', es: 'Diferencia dentro de la tolerancia' },
  when: 'payout or collected differ by no more than `toleranceCop`',
  message: {
    en: ({ data: { field, gap } }, say) =>
      `${say.field(field)} is off by ${say.money(gap)}, which the setting toleranceCop allows`,
    es: ({ data: { field, gap } }, say) =>
      `${say.field(field)} difiere en ${say.money(gap)}, lo que permite el parámetro toleranceCop`,
  },
})
