import { type Centavos, divideHalfAwayFromZero, minus, negate, plus } from '../../core/money.ts'
import type { Settlement } from '../../core/settlement.ts'
import type { Both } from '../../std/both.ts'
import { type CauseRecord, DOES_NOT_FIT, defineCause, type Evidence, type Fit } from './define-cause.ts'

/** Parts of a settlement that are 0: two readings then give the same result, and the figures cannot distinguish them. */
interface Indistinct {
  readonly adjustments: boolean
  readonly fees: boolean
}

export const indistinctOf = ({ adjustments, fees }: Settlement): Indistinct => ({
  adjustments: adjustments === 0n,
  fees: fees === 0n,
})

export const indistinctInEnglish = ({ adjustments, fees }: Indistinct): readonly string[] => [
  ...(adjustments ? ['adjustments are 0, which says nothing of their sign'] : []),
  ...(fees ? ['fees are 0, which says nothing of whether postpaid fees are deducted'] : []),
]

export const indistinctInSpanish = ({ adjustments, fees }: Indistinct): readonly string[] => [
  ...(adjustments ? ['los ajustes son 0, lo que no dice nada de su signo'] : []),
  ...(fees ? ['las comisiones son 0, lo que no dice si las pospago se descuentan'] : []),
]

/** The parts of a payout: adjustments with the policy's sign, and the fees that the policy deducts, possibly none. */
const partsOf = ({ settlement, policy }: Evidence) => {
  const { collected, fees, feesPostpaid, payout } = settlement
  const adjustments = policy.adjustments === 'add' ? settlement.adjustments : negate(settlement.adjustments)
  const isDeducted = !feesPostpaid || policy.postpaidFees === 'deducted'
  return { collected, fees, feesPostpaid, adjustments, payout, isDeducted }
}
type Parts = ReturnType<typeof partsOf>

/** Collected, less the fees that the policy deducts. */
const lessFees = ({ collected, fees, isDeducted }: Parts): Centavos => (isDeducted ? minus(collected, fees) : collected)

interface Equation<C extends string> extends Pick<CauseRecord<C>, 'code' | 'title' | 'when'> {
  /** Null where the equation does not apply. */
  readonly payoutOf: (parts: Parts) => Centavos | null
  /** The part that its sentence names. */
  readonly named: 'collected' | 'fees' | 'adjustments'
  readonly message: Both<(sum: string) => string>
}

/** Fits when the reported payout follows from another equation. */
const byEquation = <const C extends string>({ payoutOf, named, message, ...rest }: Equation<C>) =>
  defineCause({
    ...rest,
    check: (evidence): readonly Fit<{ readonly sum: Centavos; readonly indistinct: Indistinct }>[] => {
      const { gaps, settlement } = evidence
      if (gaps.payout === null || gaps.payout === 0n) return DOES_NOT_FIT
      const parts = partsOf(evidence)
      if (payoutOf(parts) !== parts.payout) return DOES_NOT_FIT
      return payoutFit({ sum: parts[named], indistinct: indistinctOf(settlement) })
    },
    message: {
      en: ({ sum, indistinct }, say) => [message.en(say.money(sum)), ...indistinctInEnglish(indistinct)].join('; '),
      es: ({ sum, indistinct }, say) => [message.es(say.money(sum)), ...indistinctInSpanish(indistinct)].join('; '),
    },
  })

const payoutFit = <D extends object>(data: D): readonly Fit<D>[] => [
  { closes: ['payout'], data, invoices: [], candidates: 1 },
]

export const adjustmentsIgnored = byEquation({
  code: 'ADJUSTMENTS_IGNORED',
  title: { en: 'adjustments left out', es: 'ajustes no aplicados' },
  when: 'adjustments did not go into the payout',
  payoutOf: lessFees,
  named: 'adjustments',
  message: {
    en: (sum) => `adjustments of ${sum} did not go into the payout`,
    es: (sum) => `ajustes por ${sum} no se incluyeron en el abono`,
  },
})

/** Adjustments were subtracted where the policy adds them, or vice versa. */
export const adjustmentsOtherSign = byEquation({
  code: 'ADJUSTMENTS_OTHER_SIGN',
  title: { en: 'adjustments with the other sign', es: 'ajustes con el signo contrario' },
  when: 'adjustments went into the payout with the other sign',
  payoutOf: (parts) => minus(lessFees(parts), parts.adjustments),
  named: 'adjustments',
  message: {
    en: (sum) => `adjustments of ${sum} went into the payout with the other sign`,
    es: (sum) => `ajustes por ${sum} se incluyeron en el abono con el signo contrario`,
  },
})

export const clampedAtZero = defineCause({
  code: 'CLAMPED_AT_ZERO',
  title: { en: 'a negative result reported as zero', es: 'un resultado negativo puesto en cero' },
  when: 'the payout comes to less than nothing, and zero was reported',
  check: ({ gaps: { payout: gap }, settlement }) =>
    gap !== null && gap > 0n && settlement.payout === 0n ? payoutFit({ result: negate(gap) }) : DOES_NOT_FIT,
  message: {
    en: ({ result }, say) => `the payout comes to ${say.money(result)}, below zero, and was reported as zero instead`,
    es: ({ result }, say) => `el abono da ${say.money(result)}, menor que cero, y se reportó como cero`,
  },
})

export const feesAdded = byEquation({
  code: 'FEES_ADDED',
  title: { en: 'fees added instead of deducted', es: 'comisiones sumadas en vez de descontadas' },
  when: 'fees were added to the payout',
  payoutOf: ({ collected, fees, adjustments }) => plus(plus(collected, fees), adjustments),
  named: 'fees',
  message: {
    en: (sum) => `fees of ${sum} were added to the payout`,
    es: (sum) => `comisiones de ${sum} se sumaron al abono`,
  },
})

export const feesNotDeducted = byEquation({
  code: 'FEES_NOT_DEDUCTED',
  title: { en: 'fees not deducted', es: 'comisiones sin descontar' },
  when: 'fees that are due at once were left in the payout',
  payoutOf: ({ collected, adjustments, isDeducted }) => (isDeducted ? plus(collected, adjustments) : null),
  named: 'fees',
  message: {
    en: (sum) => `fees of ${sum} were not deducted from the payout`,
    es: (sum) => `comisiones de ${sum} no se descontaron del abono`,
  },
})

export const payoutIsCollected = byEquation({
  code: 'PAYOUT_IS_COLLECTED',
  title: { en: 'all that was collected was paid out', es: 'se abonó todo lo recaudado' },
  when: 'all that was collected was paid out, without fees and adjustments',
  payoutOf: ({ collected }) => collected,
  named: 'collected',
  message: {
    en: (sum) => `the payout is all that was collected, ${sum}, without fees and adjustments`,
    es: (sum) => `el abono es todo lo recaudado, ${sum}, sin comisiones ni ajustes`,
  },
})

export const payoutIsZero = defineCause({
  code: 'PAYOUT_IS_ZERO',
  title: { en: 'nothing was paid out', es: 'no se abonó nada' },
  when: 'nothing was paid out',
  check: ({ gaps: { payout: gap }, settlement }) =>
    gap !== null && gap !== 0n && settlement.payout === 0n ? payoutFit({ due: negate(gap) }) : DOES_NOT_FIT,
  message: {
    en: ({ due }, say) => `nothing was paid out; by the reported figures it should be ${say.money(due)}`,
    es: ({ due }, say) => `no se abonó nada; según lo reportado debería ser ${say.money(due)}`,
  },
})

export const postpaidFeesDeducted = byEquation({
  code: 'POSTPAID_FEES_DEDUCTED',
  title: { en: 'postpaid fees deducted all the same', es: 'comisiones pospago descontadas' },
  when: 'fees that are billed later were deducted all the same',
  payoutOf: ({ collected, fees, adjustments, isDeducted }) =>
    isDeducted ? null : plus(minus(collected, fees), adjustments),
  named: 'fees',
  message: {
    en: (sum) => `fees of ${sum} are postpaid but were deducted from the payout all the same`,
    es: (sum) => `comisiones de ${sum} son pospago y de todos modos se descontaron del abono`,
  },
})

/** Rates have at most four decimals. */
const RATE_STEPS = 10_000
const WHOLE_CENTAVO = 1_000_000n

/** To the centavo, and to the whole peso: api.md does not document the rounding. */
const taxesOn = (fees: Centavos, rate: number): readonly Centavos[] => {
  const share = fees * BigInt(Math.round(rate * RATE_STEPS))
  return [
    divideHalfAwayFromZero(share, WHOLE_CENTAVO),
    (divideHalfAwayFromZero(share, WHOLE_CENTAVO * 100n) * 100n) as Centavos,
  ]
}

export const taxOnFees = defineCause({
  code: 'TAX_ON_FEES',
  title: { en: 'tax on fees deducted', es: 'impuesto sobre comisiones descontado' },
  when: 'tax on the fees, at `taxOnFeesRate`, was deducted in addition to them',
  check: ({ gaps: { payout: gap }, settlement, policy: { taxOnFeesRate: rate } }) => {
    if (rate === null || gap === 0n) return DOES_NOT_FIT
    const tax = taxesOn(settlement.fees, rate).find((sum) => negate(sum) === gap)
    return tax === undefined ? DOES_NOT_FIT : payoutFit({ rate, tax })
  },
  message: {
    en: ({ rate, tax }, say) =>
      `tax of ${say.percent(rate)} on the fees, ${say.money(tax)}, was deducted from the payout in addition to them`,
    es: ({ rate, tax }, say) =>
      `un impuesto del ${say.percent(rate)} sobre las comisiones, ${say.money(tax)}, se descontó del abono además de ellas`,
  },
})
