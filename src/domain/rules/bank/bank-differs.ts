import { inCop } from '../../findings/discrepancy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { judgedSettlement } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'

export const bankDiffers = defineCheck({
  code: 'BANK_DIFFERS',
  severity: 'error',
  acts: 'operator',
  bucket: { more: 'bankMore', less: 'bankLess' },
  dependsOn: 'bank',
  follows: 'settlement.payout',
  event: 'bank',
  amount: 'difference',
  /** The credits tied to a payout add up to it, now and when it was tied. */
  check: (facts) => {
    const arrival = facts.bank?.arrival
    const settlement = judgedSettlement(facts)
    if (arrival?.kind !== 'arrived' || settlement === null || arrival.banked === settlement.payout) return NOTHING
    const { tie, banked, on, tied } = arrival
    const data = { on, tie, tied: tied === settlement.payout ? null : tied }
    return observed(THE_SETTLEMENT, inCop(banked, settlement.payout), data)
  },
  title: { en: 'What arrived at the bank is not the payout', es: 'Lo que llegó al banco no es el abono' },
  when: 'tied to credits of the bank, and their sum is not the payout, or the payout changed since; reported is what arrived, expected the payout',
  message: {
    en: ({ figures, data: { on, tie, tied } }, say) => {
      const arrived = `${say.money(figures.reported)} arrived at the bank by ${on} (tie ${tie})`
      return tied === null
        ? `${arrived}, and the payout is ${say.money(figures.expected)}`
        : `${arrived} when the payout was ${say.money(tied)}, and now it is ${say.money(figures.expected)}`
    },
    es: ({ figures, data: { on, tie, tied } }, say) => {
      const arrived = `al banco llegaron ${say.money(figures.reported)} hasta el ${say.day(on)} (cruce ${tie})`
      return tied === null
        ? `${arrived} y el abono es de ${say.money(figures.expected)}`
        : `${arrived} cuando el abono era de ${say.money(tied)}, y ahora es de ${say.money(figures.expected)}`
    },
  },
})
