import { type Centavos, ZERO } from '../money.ts'
import type { Policy } from '../policy.ts'
import { isJudged } from '../rules/judged.ts'
import type { Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'

/** The payout whose credit should arrive at the bank; null where none should: not paid out, an echo, or not above zero. */
export const payoutToArrive = (settlement: Settlement | null, slot: Slot, policy: Policy): Centavos | null =>
  isJudged(settlement, slot, policy) && settlement.payout > ZERO ? settlement.payout : null
