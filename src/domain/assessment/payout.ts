import { type Centavos, minus, negate, plus, size, ZERO } from '../money.ts'
import type { Policy } from '../policy.ts'
import type { Settlement } from '../settlement.ts'

/** The equation by which a payout is expected (column `payout_rule`). Fees that are billed apart make it `gross`, whatever policy deducts. */
export type PayoutRule =
  | 'net'
  | 'gross'
  | 'gateway-collected'
  | 'gateway-zero'
  | 'gateway-adjustments-less-fees'
  | 'unchecked'

export interface PayoutReading {
  readonly rule: PayoutRule
  /** From the reported parts. Null only when policy leaves gateway payouts unchecked. */
  readonly payout: Centavos | null
  /** Collected is one of the parts: by the invoices it may be another sum. */
  readonly fromCollected: boolean
}

type FittedReading = PayoutReading & { readonly payout: Centavos }

/** Adjustments as policy reads their sign. */
const signed = (adjustments: Centavos, policy: Policy): Centavos =>
  policy.adjustments === 'add' ? adjustments : negate(adjustments)

/** Collected, less fees unless they are billed later, plus adjustments: from the reported figures. */
const usualReading = (settlement: Settlement, policy: Policy): FittedReading => {
  const { collected, fees, adjustments, feesPostpaid } = settlement
  const gross = plus(collected, signed(adjustments, policy))
  const isDeducted = !feesPostpaid || policy.postpaidFees === 'deducted'
  const payout = isDeducted ? minus(gross, fees) : gross
  return { rule: feesPostpaid ? 'gross' : 'net', payout, fromCollected: true }
}

/** What else the payout of a gateway settlement may be, in the order in which they are tried (SPEC, section 2). */
const gatewayReadings = (settlement: Settlement, policy: Policy) => [
  { rule: 'gateway-collected', payout: settlement.collected, fromCollected: true } as const,
  ...(settlement.collected > 0n ? [{ rule: 'gateway-zero', payout: ZERO, fromCollected: false } as const] : []),
  {
    rule: 'gateway-adjustments-less-fees',
    payout: minus(signed(settlement.adjustments, policy), settlement.fees),
    fromCollected: false,
  } as const,
]

/** Every way in which the payout of a gateway settlement may be read, the usual one first. */
export const payoutsOfGateway = (settlement: Settlement, policy: Policy): readonly FittedReading[] => [
  usualReading(settlement, policy),
  ...gatewayReadings(settlement, policy),
]

/**
 * The equation a settlement is held to. A gateway settlement takes the first reading that fits its reported payout, or else the
 * first that fits within the tolerance; when none does, it is held to the usual equation and so is a mismatch.
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

export const isGatewayReading = (rule: PayoutRule): boolean => rule.startsWith('gateway-')
