import { type Centavos, ZERO } from '../money.ts'
import { isFinal, type Policy } from '../policy.ts'
import { isEcho, isJudged } from '../rules/judged.ts'
import type { Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'
import type { PayoutWithoutCredit } from './bank-bridge.ts'

/** The payout whose credit should arrive at the bank; null where none should: not paid out, an echo, or not above zero. */
export const payoutToArrive = (settlement: Settlement | null, slot: Slot, policy: Policy): Centavos | null =>
  isJudged(settlement, slot, policy) && settlement.payout > ZERO ? settlement.payout : null

/** Why no credit is expected for a payout that was paid out; null where one is, and where nothing was paid out. */
export const kindWithoutCredit = (
  settlement: Settlement,
  slot: Slot,
  policy: Policy,
): PayoutWithoutCredit['kind'] | null => {
  const { status, payout } = settlement
  if (status === 'error' || !isFinal(status, policy) || payout === ZERO) return null
  if (isEcho(settlement, slot, policy)) return 'echo'
  return payout < ZERO ? 'negative' : null
}
