import { type Centavos, inWords, minus, negated, plus } from '../money.ts'
import type { CauseCode } from './cause.ts'
import type { Evidence } from './evidence.ts'
import { type CauseCheck, DOES_NOT_FIT, type Reading } from './reading.ts'
import { untold } from './untold.ts'

/** The parts of a payout: adjustments as policy signs them, and the fees that policy deducts, which may be none. */
const partsOf = ({ settlement, policy }: Evidence) => {
  const { collected, fees, feesPostpaid, payout } = settlement
  const adjustments = policy.adjustments === 'add' ? settlement.adjustments : negated(settlement.adjustments)
  const isDeducted = !feesPostpaid || policy.postpaidFees === 'deducted'
  return { collected, fees, feesPostpaid, adjustments, payout, isDeducted }
}
type Parts = ReturnType<typeof partsOf>

/** Collected, less the fees that policy deducts. */
const lessFees = ({ collected, fees, isDeducted }: Parts): Centavos => (isDeducted ? minus(collected, fees) : collected)

/** A cause that says by which other equation the stated payout came about. */
const equation =
  (code: CauseCode, payoutOf: (parts: Parts) => Centavos | null, sentence: (parts: Parts) => string): CauseCheck =>
  (evidence) => {
    const { gaps, settlement } = evidence
    if (gaps.payout === null || gaps.payout === 0n) return DOES_NOT_FIT
    const parts = partsOf(evidence)
    if (payoutOf(parts) !== parts.payout) return DOES_NOT_FIT
    return [fits(code, [sentence(parts), ...untold(settlement)].join('; '))]
  }

const fits = (code: CauseCode, detail: string): Reading => ({
  code,
  closes: ['payout'],
  detail,
  invoices: [],
  candidates: 1,
})

/** What policy adds was subtracted, or the other way round. */
export const adjustmentsOtherSign = equation(
  'ADJUSTMENTS_OTHER_SIGN',
  (parts) => minus(lessFees(parts), parts.adjustments),
  ({ adjustments }) => `adjustments of ${inWords(adjustments)} went into the payout with the other sign`,
)

/** Fees were left in the payout of a settlement whose fees are due at once. */
export const feesNotDeducted = equation(
  'FEES_NOT_DEDUCTED',
  ({ collected, adjustments, isDeducted }) => (isDeducted ? plus(collected, adjustments) : null),
  ({ fees }) => `fees of ${inWords(fees)} were not deducted from the payout`,
)

/** Fees that are billed later were taken at once. */
export const postpaidFeesDeducted = equation(
  'POSTPAID_FEES_DEDUCTED',
  ({ collected, fees, adjustments, isDeducted }) => (isDeducted ? null : plus(minus(collected, fees), adjustments)),
  ({ fees }) => `fees of ${inWords(fees)} are postpaid and were deducted from the payout all the same`,
)

/** Adjustments are stated and did not reach the payout. */
export const adjustmentsIgnored = equation(
  'ADJUSTMENTS_IGNORED',
  lessFees,
  ({ adjustments }) => `adjustments of ${inWords(adjustments)} did not go into the payout`,
)

/** Fees were paid out instead of being taken. */
export const feesAdded = equation(
  'FEES_ADDED',
  ({ collected, fees, adjustments }) => plus(plus(collected, fees), adjustments),
  ({ fees }) => `fees of ${inWords(fees)} were added to the payout`,
)

/** Everything was paid out as it was collected. */
export const payoutIsCollected = equation(
  'PAYOUT_IS_COLLECTED',
  ({ collected }) => collected,
  ({ collected }) => `the payout is all that was collected, ${inWords(collected)}, without fees and adjustments`,
)

/** Nothing was paid out. */
export const payoutIsZero: CauseCheck = ({ gaps, settlement }) =>
  gaps.payout !== null && gaps.payout !== 0n && settlement.payout === 0n
    ? [
        fits(
          'PAYOUT_IS_ZERO',
          `nothing was paid out; by the stated figures it should be ${inWords(negated(gaps.payout))}`,
        ),
      ]
    : DOES_NOT_FIT

/** The result was below zero, and nothing was paid out in place of it. */
export const clampedAtZero: CauseCheck = ({ gaps, settlement }) =>
  gaps.payout !== null && gaps.payout > 0n && settlement.payout === 0n
    ? [
        fits(
          'CLAMPED_AT_ZERO',
          `the payout comes to ${inWords(negated(gaps.payout))}, below zero, and was stated as zero instead`,
        ),
      ]
    : DOES_NOT_FIT

/** A tax on the fees, at the rate the user gave, was taken beside them. */
export const taxOnFees: CauseCheck = ({ gaps, settlement, policy }) => {
  const { taxOnFeesRate: rate } = policy
  if (rate === null || gaps.payout === null || gaps.payout === 0n) return DOES_NOT_FIT
  const tax = taxesOn(settlement.fees, rate).find((sum) => negated(sum) === gaps.payout)
  if (tax === undefined) return DOES_NOT_FIT
  return [
    fits('TAX_ON_FEES', `tax of ${rate} % on the fees, ${inWords(tax)}, was deducted from the payout beside them`),
  ]
}

/** To the centavo, and to the whole peso: api.md does not say how anybody rounds. */
const taxesOn = (fees: Centavos, rate: number): readonly Centavos[] => {
  const share = fees * BigInt(Math.round(rate * RATE_STEPS))
  return [rounded(share, WHOLE_CENTAVO), (rounded(share, WHOLE_CENTAVO * 100n) * 100n) as Centavos]
}
/** Rates have at most four decimals. */
const RATE_STEPS = 10_000
const WHOLE_CENTAVO = 1_000_000n

/** Halves away from zero. */
const rounded = (dividend: bigint, divisor: bigint): Centavos => {
  const half = dividend < 0n ? -divisor / 2n : divisor / 2n
  return ((dividend + half) / divisor) as Centavos
}
