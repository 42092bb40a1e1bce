import { cyclesOf, type Model, memoryOf } from './model.ts'
import { verdictOf } from './verdict.ts'
import { dayAfter, dayOf, GRACE, hourOf } from './words.ts'

/** A day is over when each of its cycles is due. */
const isOver = (date: string, { policy }: Model, now: number): boolean =>
  date <= dayOf(now) && cyclesOf(policy).every((cycle) => hourOf({ date, cycle }) + GRACE <= now)

const UNFINISHED = ['incomplete', 'not-pulled', 'provisional', 'failed', 'discrepant', 'exceptions']

/** How `close --through` ends; null where the contract leaves a verdict open. */
export const closingStatus = (model: Model, through: string, now: number): number | null => {
  const stored = [...model.slots.values()].filter(({ readings, isIncomplete }) => readings.length > 0 || isIncomplete)
  const [first] = stored.map(({ slot }) => slot.date).sort()
  if (!isOver(through, model, now)) return 2
  if (first === undefined || first > through) return null
  for (let date = first; date <= through; date = dayAfter(date, 1)) {
    for (const cycle of cyclesOf(model.policy)) memoryOf(model, { date, cycle })
  }
  const closed = [...model.slots.values()].filter(({ slot }) => slot.date >= first && slot.date <= through)
  if (closed.some(({ undecided }) => undecided.size > 0)) return null
  return closed.some((memory) => UNFINISHED.includes(verdictOf(memory, model, now))) ? 3 : 0
}
