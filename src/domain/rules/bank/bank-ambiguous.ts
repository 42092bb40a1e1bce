import { howMany } from '../../../std/how-many.ts'
import type { TieHypothesis } from '../../bank/tie-out.ts'
import { inCop } from '../../findings/discrepancy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { judgedSettlement } from '../judged.ts'
import type { Say } from '../say.ts'
import { THE_SETTLEMENT } from '../subject.ts'

/** The most candidates that are named. */
const NAMED_MAX = 3

const choiceOf = ({ payouts, credits }: TieHypothesis) => ({
  credits: credits.map(({ id, bookedOn }) => ({ id, on: bookedOn })),
  others: payouts.length - 1,
})
type Choice = ReturnType<typeof choiceOf>

export const bankAmbiguous = defineCheck({
  code: 'BANK_AMBIGUOUS',
  severity: 'warning',
  acts: 'importer',
  dependsOn: 'bank',
  isTiedByPersons: true,
  event: 'bank',
  /**
   * A single answer is tied. Among several answers, and among settlements that are not neighbours, a person must
   * choose.
   */
  check: (facts) => {
    const arrival = facts.bank?.arrival
    const settlement = judgedSettlement(facts)
    if (arrival?.kind !== 'candidates' || settlement === null) return NOTHING
    const { candidates } = arrival
    const data = { choices: candidates.slice(0, NAMED_MAX).map(choiceOf), number: candidates.length }
    return observed(THE_SETTLEMENT, inCop(null, settlement.payout), data, null, settlement.payout)
  },
  title: { en: 'A payout has no single match at the bank', es: 'Un abono no tiene un cruce único en el banco' },
  when: 'more than one set of credits adds up to the payout, or only one together with settlements that are not neighbours; `cuadre bank tie` ties the right one',
  message: {
    en: ({ figures, data: { choices, number } }, say) => {
      const named = choices.map(inEnglish).join('; or ')
      const payout = `the payout of ${say.money(figures.expected)} may have arrived`
      if (number === 1)
        return `${payout} only together with settlements that are not its neighbours: ${named}; if so, see "cuadre bank list" to tie it`
      return `${payout} in ${howMany(number, 'way')}: ${named}${number > choices.length ? '; and more' : ''}; see "cuadre bank list" to tie the right one`
    },
    es: ({ figures, data: { choices, number } }, say) => {
      const named = choices.map((choice) => inSpanish(choice, say)).join('; o ')
      const payout = `el abono de ${say.money(figures.expected)}`
      if (number === 1)
        return `${payout} solo puede haber llegado junto con liquidaciones que no son sus vecinas: ${named}; si es así, vea "cuadre bank list" para cruzarlo`
      return `${payout} puede haber llegado de ${howMany(number, 'forma')}: ${named}${number > choices.length ? '; y más' : ''}; vea "cuadre bank list" para cruzarlo con la correcta`
    },
  },
})

const inEnglish = ({ credits, others }: Choice): string => {
  const named = credits.map(({ id, on }) => `${on} bank:${id}`).join(' + ')
  return others === 0 ? named : `${named} with ${howMany(others, 'other settlement')}`
}

const inSpanish = ({ credits, others }: Choice, say: Say): string => {
  const named = credits.map(({ id, on }) => `${say.day(on)} bank:${id}`).join(' + ')
  return others === 0 ? named : `${named} con ${others === 1 ? 'otra liquidación' : `otras ${others} liquidaciones`}`
}
