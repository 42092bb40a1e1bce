import { type Days, isOneMonth } from '../core/calendar/calendar.ts'
import { dayMonthYear, minuteOfDay, type Slot, type SlotDate, weekdayOf } from '../core/slot.ts'
import type { Language } from './language.ts'

/** Our own names: those of the host change with its version, and the same day must give the same page. */
const MONTHS = {
  en: 'January February March April May June July August September October November December'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
} as const satisfies Record<Language, readonly string[]>
const WEEKDAYS = {
  en: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
  es: 'lunes martes miércoles jueves viernes sábado domingo'.split(' '),
} as const satisfies Record<Language, readonly string[]>

/** Headings of a calendar. */
export const SHORT_WEEKDAYS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  es: ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'],
}

export const weekdayIn = (date: SlotDate, language: Language): string => WEEKDAYS[language][weekdayOf(date)] ?? ''

/** The separator between the parts of a date. */
const BETWEEN = { en: ' ', es: ' de ' } as const satisfies Record<Language, string>

/** `12 March 2026`, `12 de marzo de 2026` */
export const dateIn = (date: SlotDate, language: Language): string =>
  [String(Number(date.slice(8))), monthOf(date, language), date.slice(0, 4)].join(BETWEEN[language])

/** `March 2026`, `marzo de 2026` */
export const monthIn = (date: SlotDate, language: Language): string =>
  [monthOf(date, language), date.slice(0, 4)].join(BETWEEN[language])

/** One whole month or several: `March 2026`, `March 2026 – May 2026`. */
export const monthsIn = (months: Days, language: Language): string =>
  isOneMonth(months)
    ? monthIn(months.from, language)
    : `${monthIn(months.from, language)} – ${monthIn(months.to, language)}`

/** A date as people write it: `2026-03-12`, `12/03/2026`. */
export const dayIn = (date: string, language: Language): string => DAY_FORMS[language](date)

const DAY_FORMS: Readonly<Record<Language, (date: string) => string>> = {
  en: (date) => date,
  es: dayMonthYear,
}

/** `YYYY-MM-DD HH:mm:ss` to the minute: `2026-03-12 17:07`, `12/03/2026 17:07`. */
export const clockIn = (clock: string, language: Language): string =>
  `${dayIn(clock.slice(0, 10), language)} ${clock.slice(11, 16)}`

/** `12 Mar`, `12 mar`; with the year where it is not that of `near`, a day of the page. */
export const shortDayIn = (date: SlotDate, language: Language, near: string | null = date): string => {
  const day = `${Number(date.slice(8))} ${monthOf(date, language).slice(0, 3)}`
  return near === null || near.slice(0, 4) === date.slice(0, 4) ? day : `${day} ${date.slice(0, 4)}`
}

/** The hour of a cycle, `11:00`; a label without an hour as it is. */
export const cycleIn = (cycle: Slot['cycle']): string =>
  /^\d{1,2}$/.test(cycle) && minuteOfDay(cycle) < LAST ? `${cycle}:00` : cycle
const LAST = 24 * 60

/** A settlement as people call it: `12 Mar, 11:00`. Commands, files and addresses have `2026-03-12 11`. */
export const slotIn = ({ date, cycle }: Slot, language: Language, near: string | null = date): string =>
  `${shortDayIn(date, language, near)}, ${cycleIn(cycle)}`

const monthOf = (date: SlotDate, language: Language): string => MONTHS[language][Number(date.slice(5, 7)) - 1] ?? ''
