import { inCop } from '../../findings/discrepancy.ts'
import { ZERO } from '../../money.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { judgedSettlement } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'

export const bankMissing = defineCheck({
  code: 'BANK_MISSING',
  severity: 'error',
  acts: 'operator',
  amount: 'difference',
  /** What was paid out arrives at the bank within the days that the policy gives it. */
  check: (facts) => {
    const arrival = facts.bank?.arrival
    const settlement = judgedSettlement(facts)
    if (arrival?.kind !== 'missing' || settlement === null) return NOTHING
    const { lastDay, isComplete } = arrival
    return observed(THE_SETTLEMENT, inCop(ZERO, settlement.payout), { lastDay, isComplete })
  },
  title: { en: 'A payout did not arrive at the bank', es: 'Un abono no llegó al banco' },
  when: 'paid out, the bank statements cover `bankDays` business days after it, and no credit comes to it; reported is what arrived, and it enters no total of what is owed by the figures',
  message: {
    en: ({ figures, data: { lastDay, isComplete } }, say) =>
      `the payout of ${say.money(figures.expected)} is reported as paid, and the bank statements show no credit of it through ${lastDay}${isComplete ? '' : '; there were too many sets of credits to try all of them'}`,
    es: ({ figures, data: { lastDay, isComplete } }, say) =>
      `el abono de ${say.money(figures.expected)} se reporta como pagado y los extractos del banco no lo muestran hasta el ${say.day(lastDay)}${isComplete ? '' : '; había demasiadas combinaciones de consignaciones para probarlas todas'}`,
  },
})
