import type { CreditTakenBack } from '../../bank/bank-facts.ts'
import { inCop } from '../../findings/discrepancy.ts'
import { ZERO } from '../../money.ts'
import type { SlotDate } from '../../slot.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { judgedSettlement } from '../judged.ts'
import type { Say } from '../say.ts'
import { THE_SETTLEMENT } from '../subject.ts'

interface MissingPayout {
  readonly lastDay: SlotDate
  readonly isComplete: boolean
  /** Absent when there are none. */
  readonly laterCredits?: readonly SlotDate[]
  readonly takenBack?: readonly CreditTakenBack[]
}

export const bankMissing = defineCheck({
  code: 'BANK_MISSING',
  severity: 'error',
  acts: 'operator',
  bucket: 'bankMissing',
  dependsOn: 'bank',
  isTiedByPersons: true,
  event: 'bank',
  amount: 'difference',
  /** A payout arrives at the bank within the days that the policy allows. */
  check: (facts) => {
    const arrival = facts.bank?.arrival
    const settlement = judgedSettlement(facts)
    if (arrival?.kind !== 'missing' || settlement === null) return NOTHING
    const { lastDay, isComplete, laterCredits, takenBack } = arrival
    const data: MissingPayout = {
      lastDay,
      isComplete,
      ...(laterCredits.length > 0 ? { laterCredits } : {}),
      ...(takenBack.length > 0 ? { takenBack } : {}),
    }
    return observed(THE_SETTLEMENT, inCop(ZERO, settlement.payout), data)
  },
  title: { en: 'A payout did not arrive at the bank', es: 'Un abono no llegó al banco' },
  when: 'paid out, the bank statements cover `bankDays` business days after it, and no credit equals it; reported is what arrived, and the amount is in no total of what the figures say is owed',
  message: {
    en: ({ figures, data }, say) =>
      `the payout of ${say.money(figures.expected)} is reported as paid out, but the bank statements show no such credit through ${data.lastDay}${takenBackInEnglish(data)}${restInEnglish(data)}`,
    es: ({ figures, data }, say) =>
      `el abono de ${say.money(figures.expected)} se reporta como abonado, pero los extractos del banco, revisados hasta el ${say.day(data.lastDay)}, no lo muestran${takenBackInSpanish(data, say)}${restInSpanish(data, say)}`,
  },
})

const takenBackInEnglish = ({ takenBack = [] }: MissingPayout): string =>
  takenBack.map(({ on, back }) => `; one came on ${on}, and the bank took it back on ${back}`).join('')

const takenBackInSpanish = ({ takenBack = [] }: MissingPayout, say: Say): string =>
  takenBack.map(({ on, back }) => `; uno llegó el ${say.day(on)}, y el banco lo reversó el ${say.day(back)}`).join('')

const restInEnglish = ({ isComplete, laterCredits = [] }: MissingPayout): string => {
  const untried = isComplete ? '' : '; there were too many sets of credits to try all of them'
  if (laterCredits.length === 0) return untried
  return `${untried}; the operator paid in exactly this sum on ${laterCredits.join(', ')}: if that is this payout, see "cuadre bank list" to tie it`
}

const restInSpanish = ({ isComplete, laterCredits = [] }: MissingPayout, say: Say): string => {
  const untried = isComplete ? '' : '; había demasiadas combinaciones de consignaciones para probarlas todas'
  if (laterCredits.length === 0) return untried
  return `${untried}; el operador consignó exactamente esa suma el ${laterCredits.map(say.day).join(', ')}: si es este abono, vea "cuadre bank list" para cruzarlo`
}
