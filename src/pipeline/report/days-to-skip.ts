import type { Slot, SlotDate } from '../../domain/slot.ts'
import type { CuadreError } from '../../std/errors.ts'
import type { SlotState } from '../../storage/pulls/slot-states.ts'

/** The codes of attempts without any answer. */
const NO_ANSWER: readonly string[] = ['UNREACHABLE', 'TIMED_OUT']

/**
 * The days for which no files are written, and whose files stay as they are: those that the run did not reach before it stopped, and those that were never
 * read and got no answer this time either. A day that was tried but not read whole gets files that show it as incomplete. With a wrong
 * clock no file is written.
 */
export const daysToSkip = (
  dates: readonly SlotDate[],
  due: readonly Slot[],
  states: readonly SlotState[],
  runId: string,
  stop: CuadreError | null,
): ReadonlySet<SlotDate> => {
  if (stop?.code === 'CLOCK_SKEW') return new Set(dates)
  const everRead = new Set(states.filter(({ pull }) => pull !== null).map(({ slot }) => slot.date))
  const isAnswered = ({ slot, pull, incomplete }: SlotState): boolean => {
    if (pull?.runId === runId) return true
    if (incomplete === null) return false
    return everRead.has(slot.date) || (stop === null && !NO_ANSWER.includes(incomplete.code))
  }
  const answered = new Set(states.filter(isAnswered).map(({ slot }) => slot.date))
  return new Set(due.map(({ date }) => date).filter((date) => !answered.has(date)))
}
