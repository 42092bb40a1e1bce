import type { Policy } from '../../domain/policy.ts'
import { compareSlots, type Slot, type SlotDate } from '../../domain/slot.ts'
import type { SlotState } from '../../storage/pulls/slot-states.ts'
import { slotsOf } from './timetable.ts'

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
