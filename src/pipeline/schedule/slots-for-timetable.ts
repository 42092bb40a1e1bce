import { isFinal, type Policy } from '../../domain/policy.ts'
import type { SlotState } from '../../storage/pulls/slot-states.ts'
import type { KnownSlot } from './timetable.ts'

/** What the timetable needs to know of each stored slot. */
export const slotsForTimetable = (states: readonly SlotState[], policy: Policy): readonly KnownSlot[] =>
  states.map((state) => knownSlot(state, policy))

/** The verdict is unknown when people acted on the slot since its last check. */
const knownSlot = ({ slot, pull, incomplete, assessment, actedSince }: SlotState, policy: Policy): KnownSlot => ({
  slot,
  isPending: incomplete !== null || isPending(pull, assessment, policy),
  verdict: incomplete === null ? (actedSince ? null : (assessment?.verdict ?? null)) : ('incomplete' as const),
})

/** Whether the settlement is not final, or there are invoices without a settlement. */
const isPending = (pull: SlotState['pull'], assessment: SlotState['assessment'], policy: Policy): boolean => {
  if (pull === null) return false
  return pull.settlement === null ? (assessment?.totals.counted ?? 0) > 0 : !isFinal(pull.settlement.status, policy)
}
