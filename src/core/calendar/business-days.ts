import { addDays, asSlotDate, type SlotDate, weekdayOf } from '../slot.ts'

/*
 * Business days in Colombia: Monday to Friday, without the eighteen holidays of Law 51 of 1983 and, from 2026 on, that of
 * Law 2578 of 2026. Settlements themselves may fall on any day (api.md, Settlement timing): this serves to detect that it
 * has been quiet for too long, and until when a payout is on its way to the bank.
 */

/** Month and day of the holidays with a fixed date. */
const FIXED = {
  'new-year': '01-01',
  labour: '05-01',
  independence: '07-20',
  boyaca: '08-07',
  immaculate: '12-08',
  christmas: '12-25',
} as const
/** Month and day of the holidays moved to the Monday on or after that date. */
const MOVED = {
  epiphany: '01-06',
  'saint-joseph': '03-19',
  'peter-and-paul': '06-29',
  assumption: '08-15',
  'day-of-race': '10-12',
  'all-saints': '11-01',
  cartagena: '11-11',
} as const
/** A holiday that is moved in the same way, and kept from 2026 on: 13 July in that year. */
const MOVED_SINCE_2026 = { chiquinquira: '07-09' } as const
/** Days from Easter Sunday: Maundy Thursday and Good Friday; Ascension, Corpus Christi and Sacred Heart on their Mondays. */
const FROM_EASTER = {
  'maundy-thursday': -3,
  'good-friday': -2,
  ascension: 43,
  'corpus-christi': 64,
  'sacred-heart': 71,
} as const

export type Holiday = keyof typeof FIXED | keyof typeof MOVED | keyof typeof MOVED_SINCE_2026 | keyof typeof FROM_EASTER

/** Null on any other day. */
export const holidayOn = (date: SlotDate): Holiday | null => {
  const year = date.slice(0, 4)
  const holidays = HOLIDAYS_OF_YEARS.get(year) ?? holidaysIn(year)
  HOLIDAYS_OF_YEARS.set(year, holidays)
  return holidays.get(date) ?? null
}

/** Each year is computed once, since a page over years looks up every day. */
const HOLIDAYS_OF_YEARS = new Map<string, ReadonlyMap<SlotDate, Holiday>>()

/** When two holidays fall on one day, the one with a fixed date gives its name. */
const holidaysIn = (year: string): ReadonlyMap<SlotDate, Holiday> => {
  const easter = easterOf(Number(year))
  const moved = (day: string): SlotDate => mondayFrom(requireDate(`${year}-${day}`))
  return new Map<SlotDate, Holiday>([
    ...datesOf(FROM_EASTER, (days) => addDays(easter, days)),
    ...datesOf(MOVED, moved),
    ...(Number(year) < 2026 ? [] : datesOf(MOVED_SINCE_2026, moved)),
    ...datesOf(FIXED, (day) => requireDate(`${year}-${day}`)),
  ])
}

const datesOf = <N extends Holiday, T>(
  holidays: Readonly<Record<N, T>>,
  dateOf: (when: T) => SlotDate,
): readonly (readonly [SlotDate, Holiday])[] => {
  const dates: (readonly [SlotDate, Holiday])[] = []
  for (const name in holidays) dates.push([dateOf(holidays[name]), name])
  return dates
}

export const isHoliday = (date: SlotDate): boolean => holidayOn(date) !== null

export const isBusinessDay = (date: SlotDate): boolean => weekdayOf(date) < SATURDAY && !isHoliday(date)

/** The number of business days between two days, both excluded. */
export const businessDaysBetween = (after: SlotDate, before: SlotDate): number => {
  let days = 0
  for (let date = addDays(after, 1); date < before; date = addDays(date, 1)) if (isBusinessDay(date)) days += 1
  return days
}

const SATURDAY = 5

const mondayFrom = (date: SlotDate): SlotDate => addDays(date, (7 - weekdayOf(date)) % 7)

const requireDate = (text: string): SlotDate => {
  const date = asSlotDate(text)
  if (date === null) throw new RangeError(`${text} is not a date`)
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
  return requireDate(`${String(year).padStart(4, '0')}-${two(Math.floor(days / 31))}-${two((days % 31) + 1)}`)
}
