import { addDays, asSlotDate, type SlotDate, weekdayOf } from '../slot.ts'

/*
 * The days on which Colombia works: Monday to Friday, without the eighteen holidays of Law 51 of 1983. Settlements themselves may
 * fall on any day (api.md, Settlement timing): this is only for saying that it has been quiet for too long.
 */

/** Month and day of those that stay where they are. */
const FIXED = ['01-01', '05-01', '07-20', '08-07', '12-08', '12-25']
/** Of those that are kept on the Monday of that day or after it. */
const MOVED = ['01-06', '03-19', '06-29', '08-15', '10-12', '11-01', '11-11']
/** Days from Easter Sunday: Thursday and Friday before it; Ascension, Corpus Christi and Sacred Heart on their Mondays. */
const FROM_EASTER = [-3, -2, 43, 64, 71]

export const isHoliday = (date: SlotDate): boolean => {
  const year = date.slice(0, 4)
  return (
    FIXED.includes(date.slice(5)) ||
    MOVED.some((day) => mondayFrom(written(`${year}-${day}`)) === date) ||
    FROM_EASTER.some((days) => addDays(easterOf(Number(year)), days) === date)
  )
}

export const isBusinessDay = (date: SlotDate): boolean => weekdayOf(date) < SATURDAY && !isHoliday(date)

/** Business days after the one and before the other, neither of them included. */
export const businessDaysBetween = (after: SlotDate, before: SlotDate): number => {
  let days = 0
  for (let date = addDays(after, 1); date < before; date = addDays(date, 1)) if (isBusinessDay(date)) days += 1
  return days
}

const SATURDAY = 5

const mondayFrom = (date: SlotDate): SlotDate => addDays(date, (7 - weekdayOf(date)) % 7)

const written = (text: string): SlotDate => {
  const date = asSlotDate(text)
  if (date === null) throw new RangeError(`${text} is no date`)
  return date
}

/** Easter Sunday of the Gregorian calendar, by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
const easterOf = (year: number): SlotDate => {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const days = h + l - 7 * m + 114
  const two = (number: number): string => String(number).padStart(2, '0')
  return written(`${String(year).padStart(4, '0')}-${two(Math.floor(days / 31))}-${two((days % 31) + 1)}`)
}
