import type { Slot, SlotDate } from '../../domain/slot.ts'
import type { CuadreError } from '../../std/errors.ts'
import type { SlotState } from '../../storage/pulls/pulls.ts'

/** Codes of attempts that brought no answer. */
const NO_ANSWER: readonly string[] = ['UNREACHABLE', 'TIMED_OUT']

/**
 * The days whose files stay as they are: the run was to read them and read nothing, because it stopped early or got no answer. By a clock
 * that is off nothing at all is written.
 */
export const daysToLeave = (
  dates: readonly SlotDate[],
  due: readonly Slot[],
  states: readonly SlotState[],
  runId: string,
  stop: CuadreError | null,
): ReadonlySet<SlotDate> => {
  if (stop?.code === 'CLOCK_SKEW') return new Set(dates)
  const read = new Set(states.filter(({ pull }) => pull?.runId === runId).map(({ slot }) => slot.date))
  const answered = states.filter(({ incomplete }) => incomplete !== null && !NO_ANSWER.includes(incomplete.code))
  const told = stop === null ? new Set(answered.map(({ slot }) => slot.date)) : read
  return new Set(due.map(({ date }) => date).filter((date) => !read.has(date) && !told.has(date)))
}
