import { payoutByList } from '../../assessment/expected-payout.ts'
import { asText } from '../../findings/discrepancy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { THE_SETTLEMENT } from '../subject.ts'
import { ownSettlements } from './own-settlements.ts'

export const settlementVanished = defineCheck({
  code: 'SETTLEMENT_VANISHED',
  severity: 'error',
  acts: 'operator',
  bucket: 'gone',
  isAboutFigures: true,
  isChange: true,
  /** A settlement does not disappear. It is about what it should have paid by its own figures and the list of then. */
  check: (facts) => {
    const last = ownSettlements(facts).at(-1)
    if (facts.settlement !== null || last === undefined) return NOTHING
    const { status, payout, collected } = last
    const expected = payoutByList(last, facts.lastCollected ?? collected, facts.policy) ?? payout
    return observed(THE_SETTLEMENT, asText(null, status), { status, payout }, null, expected)
  },
  title: { en: 'The settlement is gone', es: 'La liquidación desapareció' },
  when: 'a settlement that was there is gone',
  message: {
    en: ({ data: { status, payout } }, say) =>
      `a settlement that was ${say.status(status)} with a payout of ${say.money(payout)} is gone`,
    es: ({ data: { status, payout } }, say) =>
      `desapareció una liquidación que estaba ${say.status(status)} con un abono de ${say.money(payout)}`,
  },
})
