import { isFinal, type Policy } from '../../../src/core/policy.ts'
import { compareSlots, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import type { SlotState, StatesAndRest } from '../../../src/store/pulls/slot-states.ts'
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

/**
 * Every stored slot, and every expected one from the first day that is stored to the last, or to a later one, in order; but
 * not those at rest.
 */
export const storedAndExpected = (
  { states, rest }: Pick<StatesAndRest, 'states' | 'rest'>,
  policy: Policy,
  through: SlotDate | null = null,
): readonly Slot[] => {
  const known = states.map(({ slot }) => ({ slot, verdict: null })).toSorted((a, b) => compareSlots(a.slot, b.slot))
  const dates = [known[0]?.slot.date, known.at(-1)?.slot.date, rest.days[0]?.date, rest.days.at(-1)?.date]
  const [from, ...others] = dates.filter((date) => date !== undefined).sort()
  const last = others.at(-1)
  if (from === undefined || last === undefined) return []
  const atRest = new Map(rest.days.map(({ date, cycles }) => [date, cycles]))
  const days = { from, to: through !== null && through > last ? through : last }
  return slotsOf(days, { cycles: [] }, { policy, known }).filter(
    ({ date, cycle }) => atRest.get(date)?.includes(cycle) !== true,
  )
}
