import type { PayoutAtBank, PayoutWithoutCredit } from '../../domain/bank/bank-bridge.ts'
import type { BankOverview } from '../../domain/bank/bank-overview.ts'
import { kindWithoutCredit, payoutToArrive } from '../../domain/bank/payout-to-arrive.ts'
import type { Policy } from '../../domain/policy.ts'
import { nameOf } from '../../domain/slot.ts'
import type { SlotState } from '../../storage/pulls/slot-states.ts'

/** Every payout in order of date and cycle, and what the bank's statements show of it. */
export const payoutsAtBank = (
  states: readonly SlotState[],
  { bySlot }: BankOverview,
  policy: Policy,
): readonly PayoutAtBank[] =>
  states.flatMap(({ slot, pull }) => {
    const payout = pull && payoutToArrive(pull.settlement, slot, policy)
    if (payout === null) return []
    const arrival = bySlot.get(nameOf(slot))?.arrival ?? { kind: 'not-covered' as const }
    return [{ slot, payout, arrival }]
  })

/** Every payout for which no credit is expected, in order of date and cycle. */
export const payoutsWithoutCredit = (states: readonly SlotState[], policy: Policy): readonly PayoutWithoutCredit[] =>
  states.flatMap(({ slot, pull }) => {
    const settlement = pull?.settlement ?? null
    const kind = settlement === null ? null : kindWithoutCredit(settlement, slot, policy)
    return settlement === null || kind === null ? [] : [{ slot, payout: settlement.payout, kind }]
  })
