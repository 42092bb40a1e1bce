import type { Both } from '../std/both.ts'
import { compareText } from '../std/compare-text.ts'
import { CuadreError } from '../std/errors.ts'

/** A slot is a settlement date and a cycle. Both are text and stay text: `"11"` is not 11, `"1"` is not `"11"`. */
declare const slotDate: unique symbol
declare const cycle: unique symbol
export type SlotDate = string & { readonly [slotDate]: true }
export type Cycle = string & { readonly [cycle]: true }

export interface Slot {
  readonly date: SlotDate
  readonly cycle: Cycle
}

const CYCLE = /^[A-Za-z0-9_:-]{1,16}$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysIn = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : (DAYS[month - 1] ?? 0))

const partsOf = (date: string) => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
  day: Number(date.slice(8)),
})

/** A real calendar date in the form `YYYY-MM-DD`, from the year 1 on, or null. */
export const asSlotDate = (text: string): SlotDate | null => {
  if (!DATE.test(text)) return null
  const { year, month, day } = partsOf(text)
  return year >= 1 && day >= 1 && day <= daysIn(year, month) ? (text as SlotDate) : null
}

/** A cycle that is safe in a URL or a file name (SPEC, section 1), or null. */
export const asCycle = (text: string): Cycle | null => (CYCLE.test(text) ? (text as Cycle) : null)

/** Throws USAGE beyond the years from 1 to 9999: somebody asked for days at the end of the calendar. */
const slotDateOf = (year: number, month: number, day: number): SlotDate => {
  if (year < 1 || year > 9999)
    throw new CuadreError(
      'USAGE',
      { en: 'days are from 0001-01-01 to 9999-12-31', es: 'los días van del 0001-01-01 al 9999-12-31' },
      { en: 'name days that are not at the end of the calendar', es: 'indique días lejos del fin del calendario' },
    )
  const [y, m, d] = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')]
  return `${y}-${m}-${d}` as SlotDate
}

export const lastDayOfMonth = (date: SlotDate): SlotDate => {
  const { year, month } = partsOf(date)
  return slotDateOf(year, month, daysIn(year, month))
}

/** The day `days` later (earlier when negative). Computed here, since a slot date never passes through `Date`. */
export const addDays = (date: SlotDate, days: number): SlotDate => dayOfNumber(dayNumber(date) + days)

/** Every day from `from` to `to`, both included. */
export const daysBetween = (from: SlotDate, to: SlotDate): SlotDate[] =>
  from > to ? [] : Array.from({ length: daysFrom(from, to) + 1 }, (_, index) => addDays(from, index))

/**
 * The minute of the day of a cycle, from its label: `11` and `11:00` are 660. A label without an hour (`1A`) comes last in its day and is
 * due when the day ends.
 */
export const minuteOfDay = (label: Cycle): number => {
  const [, hour, minute] = /^(\d{1,2})(?::([0-5]\d))?$/.exec(label) ?? []
  const minutes = Number(hour ?? 24) * 60 + Number(minute ?? 0)
  return Math.min(minutes, END_OF_DAY)
}
const END_OF_DAY = 24 * 60

/** Compares cycles in the order of the day; labels of the same hour by their text. */
export const compareCycles = (a: Cycle, b: Cycle): number => minuteOfDay(a) - minuteOfDay(b) || compareText(a, b)

export const compareSlots = (a: Slot, b: Slot): number => compareText(a.date, b.date) || compareCycles(a.cycle, b.cycle)

export const sameSlot = (a: Slot, b: Slot): boolean => a.date === b.date && a.cycle === b.cycle

/** The slots without repeats. */
export const uniqueSlots = (slots: readonly Slot[]): readonly Slot[] => [
  ...new Map(slots.map((slot) => [nameOf(slot), slot])).values(),
]

/** A date followed by a time, as some services write a settlement date. */
export const isDateTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}[T ]/.test(text)

/** Whether the text is this date, with or without a time after it. */
export const isSameDate = (text: string, date: string): boolean =>
  text === date || (isDateTime(text) && text.startsWith(date))

/** The name of a slot in messages: `2026-03-12 cycle 11`. */
export const nameOf = (slot: { readonly date: string; readonly cycle: string }): string =>
  `${slot.date} cycle ${slot.cycle}`

/** A date in the Spanish form: `12/03/2026`. */
export const dayMonthYear = (date: string): string => date.split('-').toReversed().join('/')

/** Days since 29 February of the year 0. Years begin with March here, so that a leap day is the last of its year. */
const dayNumber = (date: SlotDate): number => {
  const { year, month, day } = partsOf(date)
  const [y, m] = month > 2 ? [year, month - 3] : [year - 1, month + 9]
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + Math.floor((153 * m + 2) / 5) + day
}

const DAYS_IN_400_YEARS = 146_097

/** The day with this number, counted from 29 February of the year 0. Throws USAGE beyond the years from 1 to 9999. */
export const dayOfNumber = (number: number): SlotDate => {
  const days = number - 1
  const era = Math.floor(days / DAYS_IN_400_YEARS)
  const ofEra = days - era * DAYS_IN_400_YEARS
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const m = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * m + 2) / 5) + 1
  return m < 10 ? slotDateOf(era * 400 + year, m + 3, day) : slotDateOf(era * 400 + year + 1, m - 9, day)
}

/** Whole days from one day to another; negative when it is earlier. */
export const daysFrom = (from: SlotDate, to: SlotDate): number => dayNumber(to) - dayNumber(from)

/** 0 is Monday, 6 is Sunday. */
export const weekdayOf = (date: SlotDate): number => (dayNumber(date) + 1) % 7

/** The name of a slot, in the words of each language. */
export const slotInWords = (slot: { readonly date: string; readonly cycle: string }): Both<string> => ({
  en: nameOf(slot),
  es: `${dayMonthYear(slot.date)} ciclo ${slot.cycle}`,
})
