import type { Pull } from '../../../domain/pull/pull.ts'
import { compareSlots, type SlotDate } from '../../../domain/slot.ts'
import type { SlotState } from '../../../storage/pulls/slot-states.ts'

/** Reads the settlements of a day, with their latest pulls. */
export type DayReader = (date: SlotDate) => Promise<readonly Pick<SlotState, 'slot' | 'pull'>[]>

/**
 * Counts the rows before those of a pull on the sheet of its day, by the latest pulls of the settlements before it.
 * Each day is read once.
 */
export const rowsBeforeIn = (readDay: DayReader): ((pull: Pull) => Promise<number>) => {
  const days = new Map<SlotDate, ReturnType<DayReader>>()
  return async ({ slot }) => {
    const day = days.get(slot.date) ?? readDay(slot.date)
    days.set(slot.date, day)
    const before = (await day).filter((other) => compareSlots(other.slot, slot) < 0)
    return before.reduce((rows, { pull }) => rows + (pull?.list.kept ?? 0), 0)
  }
}
