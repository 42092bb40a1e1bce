import { addDays, type SlotDate, weekdayOf } from '../../src/core/slot.ts'

/** Whole weeks, Monday to Sunday. */
export interface Weeks {
  readonly from: SlotDate
  readonly to: SlotDate
}

/** Whole weeks before the current one. Older slots are only counted. */
const BEFORE = 4

/** The week of that day, and the four before it. */
export const weeksUntil = (today: SlotDate): Weeks => {
  const monday = addDays(today, -weekdayOf(today))
  return { from: addDays(monday, -7 * BEFORE), to: addDays(monday, 6) }
}
