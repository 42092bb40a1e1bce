import type { BankDateForm } from '../core/bank/bank-mapping.ts'
import type { BankEntry } from '../core/bank/bank-statement.ts'
import { instantIn, type Zone } from '../core/calendar/calendar.ts'
import { addDays, asSlotDate, dayOfNumber, type SlotDate } from '../core/slot.ts'
import { compareText } from '../std/compare-text.ts'

/** The days that a file covers, as it says above its entries. */
export interface BankPeriod {
  readonly from: SlotDate
  readonly to: SlotDate
}

/**
 * A day in that form, optionally followed by a time; null when it is not one. A day that names its month may be in any form.
 * A day without a year is that of the period; null where the period has none, or more than one.
 */
export const bankDay = (text: string, form: BankDateForm, period: BankPeriod | null = null): SlotDate | null => {
  const plain = text.replace(/[\s\u00a0\u202f]+/g, ' ').trim()
  const named = dayByName(plain)
  if (named !== null)
    return named.year === '' ? dayInPeriod(named.month, named.day, period) : dayOf(named.year, named.month, named.day)
  const [, first = '', second = '', third = ''] = FORMS[form].exec(plain) ?? []
  if (first === '') return null
  switch (form) {
    case 'dd/mm/yyyy':
    case 'ddmmyyyy':
      return dayOf(third, second, first)
    case 'mm/dd/yyyy':
      return dayOf(third, first, second)
    case 'dd/mm':
      return third === '' ? dayInPeriod(second, first, period) : dayOf(third, second, first)
    case 'mm/dd':
      return third === '' ? dayInPeriod(first, second, period) : dayOf(third, first, second)
    default:
      return dayOf(first, second, third)
  }
}

const TIME = String.raw`(?:,?[T ]\d{1,2}:\d{2}.*)?$`
const BY_DIGITS = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${TIME}`)
const WITHOUT_YEAR = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}))?${TIME}`)
const FORMS: Readonly<Record<BankDateForm, RegExp>> = {
  'yyyy-mm-dd': new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}`),
  yyyymmdd: /^(\d{4})(\d{2})(\d{2})$/,
  ddmmyyyy: /^(\d{2})(\d{2})(20\d{2})$/,
  'dd/mm/yyyy': BY_DIGITS,
  'mm/dd/yyyy': BY_DIGITS,
  'dd/mm': WITHOUT_YEAR,
  'mm/dd': WITHOUT_YEAR,
}

const dayOf = (year: string, month: string, day: string): SlotDate | null =>
  asSlotDate(`${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)

const dayInPeriod = (month: string, day: string, period: BankPeriod | null): SlotDate | null => {
  if (period === null) return null
  const years = [...new Set([period.from, period.to].map((end) => Number(end.slice(0, 4))))]
  if (years.some((year) => Number(period.to.slice(0, 4)) - year > 1)) return null
  const days = years.map((year) => dayOf(String(year), month, day)).filter((one) => one !== null)
  const [only, other] = days.filter((one) => one >= period.from && one <= period.to)
  return other === undefined ? (only ?? null) : null
}

interface NamedDay {
  readonly year: string
  readonly month: string
  readonly day: string
}

const MONTHS = [
  ['enero', 'january'],
  ['febrero', 'february'],
  ['marzo', 'march'],
  ['abril', 'april'],
  ['mayo', 'may'],
  ['junio', 'june'],
  ['julio', 'july'],
  ['agosto', 'august'],
  ['septiembre', 'setiembre', 'september'],
  ['octubre', 'october'],
  ['noviembre', 'november'],
  ['diciembre', 'december'],
] as const

const BETWEEN = String.raw`(?: ?\b(?:de|del|of)\b ?|[-/., ]+)`
const WEEKDAY = String.raw`^(?:(?:lun|mar|mie|jue|vie|sab|dom|mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? )?`
const NAMED = [
  new RegExp(
    String.raw`${WEEKDAY}(?<day>\d{1,2})(?:st|nd|rd|th)?${BETWEEN}?(?<month>[a-z]{3,10})(?:\.?${BETWEEN}?(?<year>\d{4}|\d{2}))?${TIME}`,
  ),
  new RegExp(
    String.raw`${WEEKDAY}(?<month>[a-z]{3,10})\.?${BETWEEN}?(?<day>\d{1,2})(?:st|nd|rd|th)?(?:${BETWEEN}(?<year>\d{4}|\d{2}))?${TIME}`,
  ),
  new RegExp(String.raw`^(?<year>\d{4})${BETWEEN}?(?<month>[a-z]{3,10})\.?${BETWEEN}?(?<day>\d{1,2})${TIME}`),
]

/** A day that names its month in English or Spanish, whole or cut: `12-mar-2026`, `Mar 12, 2026`, `12 de marzo de 2026`. */
const dayByName = (text: string): NamedDay | null => {
  if (!/\d/.test(text) || !/\p{L}{3}/u.test(text)) return null
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  for (const form of NAMED) {
    const { day = '', month = '', year = '' } = form.exec(plain)?.groups ?? {}
    const number = MONTHS.findIndex((names) => names.some((name) => name.startsWith(month))) + 1
    if (month !== '' && number > 0) return { year, month: String(number), day }
    if (month === 'sept' || month === 'set') return { year, month: '9', day }
  }
  return null
}

/** A month that is named, with its year: `octubre 2026`, `Oct-26`, `oct. de 2026`. Null for any other text. */
export const monthByName = (text: string): string | null => {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
  const [, month = '', year = ''] = /^([a-z]{3,10})\.?(?:[-/ ]| del? )?(20\d{2}|\d{2})$/.exec(plain) ?? []
  const number = month === '' ? 0 : MONTHS.findIndex((names) => names.some((name) => name.startsWith(month))) + 1
  return number === 0 ? null : `${year.padStart(4, '20')}-${String(number).padStart(2, '0')}`
}

/** The functions of a zone that days of the bank need. */
export type BankZone = Pick<Zone, 'dateAt' | 'dayOf'>

/**
 * The day of an ISO 8601 date-time, in that zone where it has an offset. Midnight is the day as written, whatever the offset: banks write it
 * where they mean a day without a time. Null for any other text.
 */
export const dayOfTime = (text: string, zone: BankZone): SlotDate | null =>
  MIDNIGHT.test(text) ? asSlotDate(text.slice(0, 10)) : zone.dayOf(text)

const MIDNIGHT = /^.{10}[T ]00:00(:00(\.0+)?)?(?![:\d])/

/** The last day before the end of a period: an end at midnight belongs to the day before. */
export const dayBeforeEnd = (text: string, zone: BankZone): SlotDate | null => {
  const instant = instantIn(text)
  if (!MIDNIGHT.test(text)) return Number.isNaN(instant) ? asSlotDate(text.slice(0, 10)) : zone.dateAt(instant - 1)
  const day = asSlotDate(text.slice(0, 10))
  return day && addDays(day, -1)
}

/** Entries from old to new: banks write the newest first, or last. Entries of one day keep the order of the file. */
export const inOrderOfDays = (entries: readonly BankEntry[]): readonly BankEntry[] => {
  const newestFirst = (entries[0]?.bookedOn ?? '') > (entries.at(-1)?.bookedOn ?? '')
  const ordered = newestFirst ? entries.toReversed() : [...entries]
  return ordered.sort((a, b) => compareText(a.bookedOn, b.bookedOn))
}

/** The number of 30 December 1899, day 0 of workbooks. */
const DAY_ZERO = 693_900
/** The years 2000 to 2100: other numbers are not taken for days. */
const FIRST_SERIAL = 36_526
const SERIALS_END = 73_416

/** The date of a workbook's day number; null outside the years 2000 to 2100. */
export const serialDay = (serial: number): SlotDate | null =>
  serial >= FIRST_SERIAL && serial < SERIALS_END ? dayOfNumber(DAY_ZERO + Math.floor(serial)) : null
