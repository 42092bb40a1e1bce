import { type Centavos, divideHalfAwayFromZero, minus, negate, plus } from '../money.ts'
import type { Settlement } from '../settlement.ts'
import { DOES_NOT_FIT, defineCause, type Evidence, type Fit } from './define-cause.ts'

/**
 * Parts of a settlement that are 0: two readings then give the same result, and the figures cannot distinguish them.
 */
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

/** Fits when the reported payout follows from another equation; its sentence names one of the parts. */
const byEquation =
  (payoutOf: (parts: Parts) => Centavos | null, partNamed: (parts: Parts) => Centavos) =>
  (evidence: Evidence): readonly Fit<{ readonly sum: Centavos; readonly indistinct: Indistinct }>[] => {
    const { gaps, settlement } = evidence
    if (gaps.payout === null || gaps.payout === 0n) return DOES_NOT_FIT
    const parts = partsOf(evidence)
    if (payoutOf(parts) !== parts.payout) return DOES_NOT_FIT
    return payoutFit({ sum: partNamed(parts), indistinct: indistinctOf(settlement) })
  }

const payoutFit = <D extends object>(data: D): readonly Fit<D>[] => [
  { closes: ['payout'], data, invoices: [], candidates: 1 },
]

/** Adjustments are reported but did not reach the payout. */
export const adjustmentsIgnored = defineCause({
  code: 'ADJUSTMENTS_IGNORED',
  title: { en: 'adjustments left out', es: 'ajustes no aplicados' },
  when: 'adjustments did not go into the payout',
  check: byEquation(lessFees, ({ adjustments }) => adjustments),
  message: {
    en: ({ sum, indistinct }, say) =>
      [`adjustments of ${say.money(sum)} did not go into the payout`, ...indistinctInEnglish(indistinct)].join('; '),
    es: ({ sum, indistinct }, say) =>
      [`ajustes por ${say.money(sum)} no se incluyeron en el abono`, ...indistinctInSpanish(indistinct)].join('; '),
  },
})

/** Adjustments were subtracted where the policy adds them, or vice versa. */
export const adjustmentsOtherSign = defineCause({
  code: 'ADJUSTMENTS_OTHER_SIGN',
  title: { en: 'adjustments with the other sign', es: 'ajustes con el signo contrario' },
  when: 'adjustments went into the payout with the other sign',
  check: byEquation(
    (parts) => minus(lessFees(parts), parts.adjustments),
    ({ adjustments }) => adjustments,
  ),
  message: {
    en: ({ sum, indistinct }, say) =>
      [
        `adjustments of ${say.money(sum)} went into the payout with the other sign`,
        ...indistinctInEnglish(indistinct),
      ].join('; '),
    es: ({ sum, indistinct }, say) =>
      [
        `ajustes por ${say.money(sum)} se incluyeron en el abono con el signo contrario`,
        ...indistinctInSpanish(indistinct),
      ].join('; '),
  },
})

/** The result was below zero, and nothing was paid out instead. */
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

/** Fees were added to the payout instead of deducted. */
export const feesAdded = defineCause({
  code: 'FEES_ADDED',
  title: { en: 'fees added instead of deducted', es: 'comisiones sumadas en vez de descontadas' },
  when: 'fees were added to the payout',
  check: byEquation(
    ({ collected, fees, adjustments }) => plus(plus(collected, fees), adjustments),
    ({ fees }) => fees,
  ),
  message: {
    en: ({ sum, indistinct }, say) =>
      [`fees of ${say.money(sum)} were added to the payout`, ...indistinctInEnglish(indistinct)].join('; '),
    es: ({ sum, indistinct }, say) =>
      [`comisiones de ${say.money(sum)} se sumaron al abono`, ...indistinctInSpanish(indistinct)].join('; '),
  },
})

/** Fees that are due at once were not deducted from the payout. */
export const feesNotDeducted = defineCause({
  code: 'FEES_NOT_DEDUCTED',
  title: { en: 'fees not deducted', es: 'comisiones sin descontar' },
  when: 'fees that are due at once were left in the payout',
  check: byEquation(
    ({ collected, adjustments, isDeducted }) => (isDeducted ? plus(collected, adjustments) : null),
    ({ fees }) => fees,
  ),
  message: {
    en: ({ sum, indistinct }, say) =>
      [`fees of ${say.money(sum)} were not deducted from the payout`, ...indistinctInEnglish(indistinct)].join('; '),
    es: ({ sum, indistinct }, say) =>
      [`comisiones de ${say.money(sum)} no se descontaron del abono`, ...indistinctInSpanish(indistinct)].join('; '),
  },
})

/** The whole collected sum was paid out. */
export const payoutIsCollected = defineCause({
  code: 'PAYOUT_IS_COLLECTED',
  title: { en: 'all that was collected was paid out', es: 'se abonó todo lo recaudado' },
  when: 'all that was collected was paid out, without fees and adjustments',
  check: byEquation(
    ({ collected }) => collected,
    ({ collected }) => collected,
  ),
  message: {
    en: ({ sum, indistinct }, say) =>
      [
        `the payout is all that was collected, ${say.money(sum)}, without fees and adjustments`,
        ...indistinctInEnglish(indistinct),
      ].join('; '),
    es: ({ sum, indistinct }, say) =>
      [
        `el abono es todo lo recaudado, ${say.money(sum)}, sin comisiones ni ajustes`,
        ...indistinctInSpanish(indistinct),
      ].join('; '),
  },
})

/** Nothing was paid out. */
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

/** Fees that are billed later were deducted at once. */
export const postpaidFeesDeducted = defineCause({
  code: 'POSTPAID_FEES_DEDUCTED',
  title: { en: 'postpaid fees deducted all the same', es: 'comisiones pospago descontadas' },
  when: 'fees that are billed later were deducted all the same',
  check: byEquation(
    ({ collected, fees, adjustments, isDeducted }) => (isDeducted ? null : plus(minus(collected, fees), adjustments)),
    ({ fees }) => fees,
  ),
  message: {
    en: ({ sum, indistinct }, say) =>
      [
        `fees of ${say.money(sum)} are postpaid but were deducted from the payout all the same`,
        ...indistinctInEnglish(indistinct),
      ].join('; '),
    es: ({ sum, indistinct }, say) =>
      [
        `comisiones de ${say.money(sum)} son pospago y de todos modos se descontaron del abono`,
        ...indistinctInSpanish(indistinct),
      ].join('; '),
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

/** A tax on the fees, at the user's rate, was taken in addition. */
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
