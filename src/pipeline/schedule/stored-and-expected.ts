import type { Policy } from '../../domain/policy.ts'
import { compareSlots, type Slot } from '../../domain/slot.ts'
import type { SlotState } from '../../storage/pulls/pulls.ts'
import { slotsOf } from './timetable.ts'

/** Every stored slot, and every expected one from the first day that is stored to the last, in order. */
export const storedAndExpected = (states: readonly SlotState[], policy: Policy): readonly Slot[] => {
  const stored = states.map(({ slot }) => slot).sort(compareSlots)
  const [from, to] = [stored[0]?.date, stored.at(-1)?.date]
  if (from === undefined || to === undefined) return []
  const known = stored.map((slot) => ({ slot, verdict: null }))
  return slotsOf({ from, to }, { cycles: [] }, { policy, known })
}
