import { type Centavos, minus, plus } from '../money.ts'
import type { Policy } from '../policy.ts'
import type { ListFacts } from '../pull/pull.ts'
import type { CountedInvoices } from '../pull/tally.ts'
import { isEcho, isListJudged } from '../rules/judged.ts'
import type { Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'
import { payoutReading } from './payout.ts'

/** The figures that an expected payout is made from. */
export interface PayoutBasis {
  readonly slot: Slot
  readonly settlement: Settlement | null
  readonly totals: CountedInvoices
  readonly pull: { readonly list: ListFacts }
  readonly policy: Policy
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
