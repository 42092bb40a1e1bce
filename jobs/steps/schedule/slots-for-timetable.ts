import { isFinal, type Policy } from '../../../src/core/policy.ts'
import { compareSlots, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import { type KnownSlot, slotsOf } from './timetable.ts'

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

/** Every stored slot, and every expected one from the first day that is stored to the last, or to a later one, in order. */
export const storedAndExpected = (
  states: readonly SlotState[],
  policy: Policy,
  through: SlotDate | null = null,
): readonly Slot[] => {
  const stored = states.map(({ slot }) => slot).sort(compareSlots)
  const [from, last] = [stored[0]?.date, stored.at(-1)?.date]
  if (from === undefined || last === undefined) return []
  const to = through !== null && through > last ? through : last
  const known = stored.map((slot) => ({ slot, verdict: null }))
  return slotsOf({ from, to }, { cycles: [] }, { policy, known })
}
