import type { Slot, SlotDate } from '../../domain/slot.ts'
import type { CuadreError } from '../../std/errors.ts'
import type { SlotState } from '../../storage/pulls/pulls.ts'

/**
 * The days whose files stay as they are: the run was to read them, and stopped before it tried. What it tried and did not read whole is
 * stored as incomplete, and files show a day as it is stored. By a clock that is off nothing at all is written.
 */
export const daysToLeave = (
  dates: readonly SlotDate[],
  due: readonly Slot[],
  states: readonly SlotState[],
  runId: string,
  stop: CuadreError | null,
): ReadonlySet<SlotDate> => {
  if (stop?.code === 'CLOCK_SKEW') return new Set(dates)
  const tried = states.filter(({ pull, incomplete }) => pull?.runId === runId || incomplete !== null)
  const told = new Set(tried.map(({ slot }) => slot.date))
  return new Set(due.map(({ date }) => date).filter((date) => !told.has(date)))
}
