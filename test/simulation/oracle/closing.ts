import { type Closing, nameOf } from '../story.ts'
import { cyclesOf, EVERY_FINDING, latestOf, type Model, memoryOf, type SlotMemory } from './model.ts'
import { contentOf } from './rows.ts'
import { verdictOf } from './verdict.ts'
import { dayAfter, dayOf, GRACE, hourOf, monthAfter } from './words.ts'

/** A day is over when all of its cycles are due. */
const isOver = (date: string, { policy }: Model, now: number): boolean =>
  date <= dayOf(now) && cyclesOf(policy).every((cycle) => hourOf({ date, cycle }) + GRACE <= now)

const UNFINISHED = ['incomplete', 'not-pulled', 'provisional', 'failed', 'discrepant', 'exceptions']

/** The exit status of `close --through`; null when the contract leaves a verdict open. */
export const closingStatus = (model: Model, { through, force }: Closing, now: number): number | null => {
  const stored = [...model.slots.values()].filter(({ readings, isIncomplete }) => readings.length > 0 || isIncomplete)
  const [first] = stored.map(({ slot }) => slot.date).sort()
  if (isLastClosing(model, through)) return 0
  if (!isOver(through, model, now) || isClosed(model, through)) return 2
  if (first === undefined || first > through) return null
  if (force === true) return 0
  for (let date = first; date <= through; date = dayAfter(date, 1)) {
    for (const cycle of cyclesOf(model.policy)) memoryOf(model, { date, cycle })
  }
  const closed = [...model.slots.values()].filter(
    ({ slot }) => slot.date >= first && slot.date <= through && !isClosed(model, slot.date),
  )
  if (closed.some(({ undecided }) => undecided.size > 0)) return null
  return closed.some((memory) => UNFINISHED.includes(verdictOf(memory, model, now))) ? 3 : 0
}

export const isClosed = ({ closings }: Model, date: string): boolean => date <= (closings.at(-1)?.through ?? '')

/** The last closing once more writes what is missing of its files, and closes nothing. */
export const isLastClosing = ({ closings }: Model, through: string): boolean => closings.at(-1)?.through === through

export const close = (model: Model, through: string): void => {
  const closed = [...model.slots.values()].filter(({ slot }) => slot.date <= through)
  const known = new Map(closed.map((memory) => [nameOf(memory.slot), knownOf(memory)]))
  model.closings.push({ through, known, atClosing: structuredClone({ ...model, closings: [] }) })
}

/** What was known of a month at its closing; what is known now where it is not closed. */
export const closedMonth = (model: Model, month: string): Model =>
  model.closings.find(({ through }) => dayAfter(through, 1) >= monthAfter(month))?.atClosing ?? model

/** The fate of findings while their slot was closed is left open, when the slot differs from its closing. */
export const undoClosing = (model: Model): void => {
  const undone = model.closings.pop()
  for (const memory of model.slots.values()) {
    if (memory.slot.date <= (undone?.through ?? '') && undone?.known.get(nameOf(memory.slot)) !== knownOf(memory)) {
      memory.undecided.add(EVERY_FINDING)
    }
  }
}

/** A slot of a closed day that was asked for, or that has changed: the run's report on it is left open. */
export const touchesClosed = (model: Model, asked: readonly SlotMemory[]): boolean => {
  if (asked.some(({ slot }) => isClosed(model, slot.date))) return true
  return model.closings.some(({ known }) =>
    [...known].some(([name, text]) => text !== knownOf(model.slots.get(name) ?? null)),
  )
}

/** Whether it is of a closed day and differs from its closing. */
export const isRestated = ({ closings }: Model, memory: SlotMemory): boolean =>
  closings.some(
    ({ known, through }) => memory.slot.date <= through && known.get(nameOf(memory.slot)) !== knownOf(memory),
  )

const knownOf = (memory: SlotMemory | null): string => {
  const reading = memory === null ? null : latestOf(memory)
  const findings = [...(memory?.known.values() ?? [])].map(({ finding, disposition, resolved }) => [
    finding,
    disposition,
    resolved === null,
  ])
  return JSON.stringify([memory?.isIncomplete, reading === null ? null : contentOf(reading), findings])
}
