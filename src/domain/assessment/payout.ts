import { type Centavos, minus, negate, plus, size, ZERO } from '../money.ts'
import type { Policy } from '../policy.ts'
import type { Settlement } from '../settlement.ts'

/**
 * The equation of the expected payout (column `payout_rule`). Fees that are billed apart make it `gross`, whatever the
 * policy deducts.
 */
export type PayoutRule =
  | 'net'
  | 'gross'
  | 'gateway-collected'
  | 'gateway-zero'
  | 'gateway-adjustments-less-fees'
  | 'unchecked'

export interface PayoutReading {
  readonly rule: PayoutRule
  /** Computed from the reported parts. Null only when the policy leaves gateway payouts unchecked. */
  readonly payout: Centavos | null
  /** Whether collected is one of the parts. Its sum by the invoices may differ. */
  readonly fromCollected: boolean
}

type FittedReading = PayoutReading & { readonly payout: Centavos }

/** Adjustments with the sign set by the policy. */
export const signedAdjustments = (adjustments: Centavos, policy: Policy): Centavos =>
  policy.adjustments === 'add' ? adjustments : negate(adjustments)

/** Collected, less fees unless they are billed later, plus adjustments: from the reported figures. */
const usualReading = (settlement: Settlement, policy: Policy): FittedReading => {
  const { collected, fees, adjustments, feesPostpaid } = settlement
  const gross = plus(collected, signedAdjustments(adjustments, policy))
  const isDeducted = !feesPostpaid || policy.postpaidFees === 'deducted'
  const payout = isDeducted ? minus(gross, fees) : gross
  return { rule: feesPostpaid ? 'gross' : 'net', payout, fromCollected: true }
}

/** Other readings of a gateway settlement's payout, in the order in which they are tried (SPEC, section 2). */
const gatewayReadings = (settlement: Settlement, policy: Policy) => [
  { rule: 'gateway-collected', payout: settlement.collected, fromCollected: true } as const,
  ...(settlement.collected > 0n ? [{ rule: 'gateway-zero', payout: ZERO, fromCollected: false } as const] : []),
  {
    rule: 'gateway-adjustments-less-fees',
    payout: minus(signedAdjustments(settlement.adjustments, policy), settlement.fees),
    fromCollected: false,
  } as const,
]

/** Every reading of a gateway settlement's payout, the usual equation first. */
export const payoutsOfGateway = (settlement: Settlement, policy: Policy): readonly FittedReading[] => [
  usualReading(settlement, policy),
  ...gatewayReadings(settlement, policy),
]

/**
 * The equation that a settlement must fit. For a gateway settlement it is the first reading that fits exactly, or else the first within
 * the tolerance. If none fits, it is the usual equation, and the payout is a mismatch.
 */
export const payoutReading = (settlement: Settlement, policy: Policy): PayoutReading => {
  const usual = usualReading(settlement, policy)
  if (!settlement.gateway || policy.gateway === 'same') return usual
  if (policy.gateway === 'unchecked') return { rule: 'unchecked', payout: null, fromCollected: false }
  const readings = payoutsOfGateway(settlement, policy)
  const fits = (within: Centavos) => readings.find(({ payout }) => offBy(settlement.payout, payout) <= within)
  return fits(ZERO) ?? fits(policy.tolerance) ?? usual
}

const offBy = (reported: Centavos, payout: Centavos): Centavos => size(minus(reported, payout))

/** The adjustments that move the payout, with the sign set by the policy: zero where a gateway reading leaves them out. */
export const adjustmentsInPayout = (settlement: Settlement, policy: Policy): Centavos => {
  const { rule } = payoutReading(settlement, policy)
  return rule === 'gateway-collected' || rule === 'gateway-zero'
    ? ZERO
    : signedAdjustments(settlement.adjustments, policy)
}

export const isGatewayReading = (rule: PayoutRule): boolean => rule.startsWith('gateway-')
