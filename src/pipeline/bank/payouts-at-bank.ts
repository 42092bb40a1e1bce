import type { PayoutAtBank } from '../../domain/bank/bank-bridge.ts'
import type { BankOverview } from '../../domain/bank/bank-overview.ts'
import type { Policy } from '../../domain/policy.ts'
import { isJudged } from '../../domain/rules/judged.ts'
import { nameOf } from '../../domain/slot.ts'
import type { SlotState } from '../../storage/pulls/pulls.ts'

/** Every payout in order of date and cycle, and what the bank's statements show of it. */
export const payoutsAtBank = (
  states: readonly SlotState[],
  { bySlot }: BankOverview,
  policy: Policy,
): readonly PayoutAtBank[] =>
  states.flatMap(({ slot, pull }) => {
    if (pull === null || !isJudged(pull.settlement, slot, policy) || pull.settlement.payout <= 0n) return []
    const arrival = bySlot.get(nameOf(slot))?.arrival ?? { kind: 'not-covered' as const }
    return [{ slot, payout: pull.settlement.payout, arrival }]
  })
