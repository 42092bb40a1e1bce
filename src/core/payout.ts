import { type Centavos, minus, negate, plus, size, ZERO } from './money.ts'
import type { Policy } from './policy.ts'
import { isEcho, isJudged, isListJudged, type ListFacts, type Pull, type SettlementOfSlot } from './pull/pull.ts'
import type { CountedInvoices } from './pull/tally.ts'
import type { Settlement } from './settlement.ts'
import { compareSlots, nameOf, type Slot } from './slot.ts'

/** The equation of the expected payout (column `payout_rule`). Fees that are billed apart make it `gross`, whatever the policy deducts. */
export const PAYOUT_RULES = [
  'net',
  'gross',
  'gateway-collected',
  'gateway-zero',
  'gateway-adjustments-less-fees',
  'unchecked',
] as const
export type PayoutRule = (typeof PAYOUT_RULES)[number]

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

/** The figures that an expected payout is made from. */
interface PayoutBasis extends SettlementOfSlot {
  readonly totals: CountedInvoices
  readonly pull: { readonly list: ListFacts }
}

/**
 * The expected payout of a slot, by its invoices (SPEC, section 7): listed, less deducted fees, plus adjustments;
 * listed alone while there is no settlement. Null when the list or the settlement cannot be used for this slot, and
 * when the policy leaves gateway payouts unchecked.
 */
export const expectedPayout = ({ slot, settlement, totals, pull, policy }: PayoutBasis): Centavos | null => {
  if (!isListJudged(pull.list)) return null
  if (settlement === null) return totals.collected
  if (isEcho(settlement, slot, policy)) return null
  return payoutByList(settlement, totals.collected, policy)
}

/** What a settlement should pay for a list that comes to this sum; null when the policy leaves gateway payouts unchecked. */
export const payoutByList = (settlement: Settlement, listed: Centavos, policy: Policy): Centavos | null => {
  const { payout, fromCollected } = payoutReading(settlement, policy)
  if (payout === null || !fromCollected) return payout
  return plus(payout, minus(listed, settlement.collected))
}

/**
 * The pesos of a settlement that was not paid out: its expected payout; the reported one where there is no expected one, as
 * for an unchecked gateway payout.
 */
export const awaitedPayout = (basis: PayoutBasis & { readonly settlement: Settlement }): Centavos | null => {
  if (!isListJudged(basis.pull.list)) return null
  return expectedPayout(basis) ?? basis.settlement.payout
}

/** A settlement that fits no reading is a mismatch and does not show how this merchant's gateway settlements are read. */
const fitsItsReading = (settlement: Settlement, policy: Policy): boolean => {
  const { payout } = payoutReading(settlement, policy)
  return payout !== null && size(minus(settlement.payout, payout)) <= policy.tolerance
}

/** A gateway settlement that shows how this merchant's gateway settlements are read. */
const isExample = (settlement: Settlement | null, slot: Slot, policy: Policy): settlement is Settlement =>
  settlement?.gateway === true && isJudged(settlement, slot, policy) && fitsItsReading(settlement, policy)

/** Finds earlier settlements of the merchant. Built once a run, from the latest pull of every slot. */
export const earlierSettlements = (pulls: readonly Pull[], policy: Policy) => {
  const gateways = pulls
    .flatMap(({ slot, settlement }) => (isExample(settlement, slot, policy) ? [{ slot, settlement }] : []))
    .sort((a, b) => compareSlots(a.slot, b.slot))
  return {
    /** The reading of the merchant's previous gateway settlement; null without one. */
    gatewayRule: (slot: Slot): PayoutRule | null => {
      const last = gateways.findLast((gateway) => compareSlots(gateway.slot, slot) < 0)
      return last === undefined ? null : payoutReading(last.settlement, policy).rule
    },
  }
}

/**
 * The gateway settlements whose previous one may be, or may have been, one of these slots: those after them, up to and
 * including the next that fits a reading.
 */
export const gatewaysAfter = (slots: readonly Slot[], pulls: readonly Pull[], policy: Policy): readonly Slot[] => {
  const names = new Set(slots.map(nameOf))
  const found: Slot[] = []
  let isAfterOne = false
  for (const { slot, settlement } of [...pulls].sort((a, b) => compareSlots(a.slot, b.slot))) {
    if (isAfterOne && settlement?.gateway && isJudged(settlement, slot, policy)) {
      found.push(slot)
      isAfterOne = !fitsItsReading(settlement, policy)
    }
    isAfterOne ||= names.has(nameOf(slot))
  }
  return found
}
