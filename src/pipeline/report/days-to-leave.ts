import type { Slot, SlotDate } from '../../domain/slot.ts'
import type { CuadreError } from '../../std/errors.ts'
import type { SlotState } from '../../storage/pulls/pulls.ts'

/** Codes of attempts that brought no answer. */
const NO_ANSWER: readonly string[] = ['UNREACHABLE', 'TIMED_OUT']

/**
 * The days whose files stay as they are: the run was to read them, and stopped before it tried; or nothing of them was ever read, and no
 * answer came now either. What was tried and not read whole is stored as incomplete, and the files of a day that was read before show it.
 * By a clock that is off nothing at all is written.
 */
export const daysToLeave = (
  dates: readonly SlotDate[],
  due: readonly Slot[],
  states: readonly SlotState[],
  runId: string,
  stop: CuadreError | null,
): ReadonlySet<SlotDate> => {
  if (stop?.code === 'CLOCK_SKEW') return new Set(dates)
  const everRead = new Set(states.filter(({ pull }) => pull !== null).map(({ slot }) => slot.date))
  const isTold = ({ slot, pull, incomplete }: SlotState): boolean => {
    if (pull?.runId === runId) return true
    if (incomplete === null) return false
    return everRead.has(slot.date) || (stop === null && !NO_ANSWER.includes(incomplete.code))
  }
  const told = new Set(states.filter(isTold).map(({ slot }) => slot.date))
  return new Set(due.map(({ date }) => date).filter((date) => !told.has(date)))
}
