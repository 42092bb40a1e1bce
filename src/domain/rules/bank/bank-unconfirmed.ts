import type { NearCause } from '../../bank/near-credits.ts'
import type { PayoutArrival } from '../../bank/payout-arrivals.ts'
import { type Discrepancy, inCop } from '../../findings/discrepancy.ts'
import { type Centavos, minus, size } from '../../money.ts'
import type { SlotDate } from '../../slot.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { judgedSettlement } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'

interface NearArrival {
  readonly on: SlotDate
  /** The id of the credit. */
  readonly credit: string
  /** Everything that the difference may be; empty when nothing fits to the centavo. */
  readonly mayBe: readonly NearCause[]
}

const CODE = 'BANK_UNCONFIRMED'

export const bankUnconfirmed = defineCheck({
  code: CODE,
  severity: 'error',
  acts: 'operator',
  bucket: { more: 'bankMore', less: 'bankLess' },
  dependsOn: 'bank',
  isTiedByPersons: true,
  event: 'bank',
  amount: 'difference',
  /** A payout arrives as it was paid out; where one credit is near it, a person says whether that is it. */
  check: (facts) => {
    const arrival = facts.bank?.arrival
    const settlement = judgedSettlement(facts)
    if (arrival?.kind !== 'unconfirmed' || settlement === null) return NOTHING
    const { credit, mayBe } = arrival
    const data: NearArrival = { on: credit.bookedOn, credit: credit.id, mayBe }
    return observed(THE_SETTLEMENT, inCop(credit.value, settlement.payout), data)
  },
  title: {
    en: 'A payout may have arrived with another sum',
    es: 'Un abono puede haber llegado por otro valor',
  },
  when: 'paid out and not found by exact sums, and exactly one unexplained credit of the operator within `bankDays` is within `bankNearPercent` percent of it, and near no other payout; it counts as arrived until `cuadre bank tie` confirms it, or `cuadre bank tie` and `untie` reject it; reported is the credit, expected the payout',
  message: {
    en: ({ figures, data: { on, mayBe } }, say) => {
      const { less, sum } = apart(figures.reported, figures.expected)
      const causes = mayBe.map((cause) => CAUSES[cause.kind].en(say.money(figures.reported)))
      const unknown = 'neither 4X1000, a charge of that day nor an earlier payout explains the difference'
      return `the payout of ${say.money(figures.expected)} probably arrived ${say.money(sum)} ${less ? 'short' : 'over'}, to be confirmed: the bank shows ${say.money(figures.reported)} on ${on}; ${causes.length > 0 ? causes.join('; or ') : unknown}`
    },
    es: ({ figures, data: { on, mayBe } }, say) => {
      const { less, sum } = apart(figures.reported, figures.expected)
      const causes = mayBe.map((cause) => CAUSES[cause.kind].es(say.money(figures.reported)))
      const unknown = 'ni el 4X1000, ni un cobro de ese día, ni un abono anterior explican la diferencia'
      return `el abono de ${say.money(figures.expected)} probablemente llegó con ${say.money(sum)} de ${less ? 'menos' : 'más'}, por confirmar: el banco muestra ${say.money(figures.reported)} el ${say.day(on)}; ${causes.length > 0 ? causes.join('; o ') : unknown}`
    },
  },
})

const apart = (credit: Centavos, payout: Centavos): { readonly less: boolean; readonly sum: Centavos } => ({
  less: credit < payout,
  sum: size(minus(credit, payout)),
})

const CAUSES: Readonly<Record<NearCause['kind'], Readonly<Record<'en' | 'es', (credit: string) => string>>>> = {
  '4x1000': {
    en: () => 'the difference is exactly the tax of 4X1000 on the payout',
    es: () => 'la diferencia es exactamente el 4X1000 del abono',
  },
  charge: {
    en: () => 'the bank shows a debit of exactly the difference on the same day, which may be its charge',
    es: () => 'el banco muestra el mismo día un débito por exactamente la diferencia, que puede ser su cobro',
  },
  're-issue': {
    en: (credit) => `${credit} was the payout before the settlement was issued again`,
    es: (credit) => `${credit} era el abono antes de que la liquidación se emitiera de nuevo`,
  },
}

/** What arrived of a payout, with the day of the last credit. */
export interface SettlementArrival extends Pick<PayoutArrival, 'banked' | 'on'> {
  /** Whether a tie says so; otherwise it is a proposal that a person has not confirmed yet. */
  readonly isConfirmed: boolean
}

/** The arrival that the findings of a settlement propose; null where they propose none. */
export const arrivalToConfirm = (
  discrepancies: readonly Pick<Discrepancy, 'code' | 'state' | 'figures' | 'data'>[],
): SettlementArrival | null => {
  const found = discrepancies.find(({ code, state }) => code === CODE && state !== 'resolved')
  if (found?.figures.unit !== 'COP' || found.figures.reported === null || found.data === null) return null
  const { on } = found.data as NearArrival
  return { banked: found.figures.reported, on, isConfirmed: false }
}
