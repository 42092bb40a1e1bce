import { isBusinessDay } from '../calendar/business-days.ts'
import { addDays, type SlotDate } from '../slot.ts'

/** The last day on which a credit may arrive: this many business days later. */
export const lastDayOfCredit = (day: SlotDate, bankDays: number): SlotDate => {
  let last = day
  for (let left = bankDays; left > 0; ) {
    last = addDays(last, 1)
    if (isBusinessDay(last)) left -= 1
  }
  return last
}
