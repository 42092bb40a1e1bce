import { type Centavos, minus, negate } from '../../money.ts'
import { DOES_NOT_FIT, type Fit } from '../define-cause.ts'
import type { Evidence } from '../evidence.ts'
import { type Indistinct, indistinctOf } from './indistinct.ts'

/** The parts of a payout: adjustments with the policy's sign, and the fees that the policy deducts, possibly none. */
const partsOf = ({ settlement, policy }: Evidence) => {
  const { collected, fees, feesPostpaid, payout } = settlement
  const adjustments = policy.adjustments === 'add' ? settlement.adjustments : negate(settlement.adjustments)
  const isDeducted = !feesPostpaid || policy.postpaidFees === 'deducted'
  return { collected, fees, feesPostpaid, adjustments, payout, isDeducted }
}
export type Parts = ReturnType<typeof partsOf>

/** Collected, less the fees that the policy deducts. */
export const lessFees = ({ collected, fees, isDeducted }: Parts): Centavos =>
  isDeducted ? minus(collected, fees) : collected

/** Fits when the reported payout follows from another equation; its sentence names one of the parts. */
export const byEquation =
  (payoutOf: (parts: Parts) => Centavos | null, partNamed: (parts: Parts) => Centavos) =>
  (evidence: Evidence): readonly Fit<{ readonly sum: Centavos; readonly indistinct: Indistinct }>[] => {
    const { gaps, settlement } = evidence
    if (gaps.payout === null || gaps.payout === 0n) return DOES_NOT_FIT
    const parts = partsOf(evidence)
    if (payoutOf(parts) !== parts.payout) return DOES_NOT_FIT
    return payoutFit({ sum: partNamed(parts), indistinct: indistinctOf(settlement) })
  }

export const payoutFit = <D extends object>(data: D): readonly Fit<D>[] => [
  { closes: ['payout'], data, invoices: [], candidates: 1 },
]
