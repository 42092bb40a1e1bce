import { type Centavos, ZERO } from '../money.ts'
import type { Policy } from '../policy.ts'
import { judgedSettlement } from '../rules/judged.ts'
import type { Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'

/**
 * The payout of a settlement for which a credit must arrive at the bank; null where none must: it is not final, answers
 * for another slot, or pays out nothing. `isCreditExpected` is the same rule for the money of a report.
 */
export const expectedCredit = (slot: Slot, settlement: Settlement | null, policy: Policy): Centavos | null => {
  const judged = judgedSettlement({ slot, settlement, policy })
  return judged !== null && judged.payout > ZERO ? judged.payout : null
}
