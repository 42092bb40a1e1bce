import { type Days, monthOf, rangeOfDays, type Zone } from '../core/calendar/calendar.ts'
import type { AsOf } from '../core/past-run.ts'
import { asCycle, asSlotDate, type Cycle, type Slot, type SlotDate } from '../core/slot.ts'
import { NAME_MAX_CHARACTERS } from '../core/words-in.ts'
import type { Both } from '../std/both.ts'
import { usageError } from '../std/errors.ts'
import { asOfText } from './as-of-text.ts'
import { LEAVE_OUT, listOf, optional, orElse, refuseValue, type ValueReader, words } from './readers.ts'

/** A reader for each option of a call: none is forgotten, and there are no others. */
export type ReadersOf<Options> = { readonly [Name in keyof Options]-?: ValueReader<unknown> }

const A_DATE = { en: 'a date such as "2026-03-12"', es: 'una fecha como "2026-03-12"' }
const A_CYCLE = {
  en: 'a text of 1 to 16 letters, digits, "_", ":" or "-", such as "11"',
  es: 'un texto de 1 a 16 letras, dígitos, "_", ":" o "-", como "11"',
}
const A_MONTH = { en: 'a month such as "2026-03"', es: 'un mes como "2026-03"' }
const A_MOMENT = {
  en: 'a number that "cuadre history" shows, a date YYYY-MM-DD, or a date-time',
  es: 'un número que muestra "cuadre history", una fecha AAAA-MM-DD, o una fecha con hora',
}

export const date: ValueReader<SlotDate> = (name, value) => {
  if (typeof value !== 'string') return refuseValue(name, value, A_DATE)
  const day = asSlotDate(value)
  if (day !== null) return day
  throw usageError(
    { en: `${name} is not a valid date`, es: `${name} no es una fecha válida` },
    {
      en: `write it as YYYY-MM-DD: ${formOf(value)}`,
      es: 'escríbala como la muestran las pantallas, 12/03/2026, o como AAAA-MM-DD: 2026-03-12',
    },
  )
}

/** The right form of what was typed; a day with slashes is one of two days in English. */
const formOf = (text: string): string => {
  const [, first = '', second = '', year = ''] = DAY_BY_SLASHES.exec(text) ?? []
  const days = [isoOf(year, second, first), isoOf(year, first, second)].filter((day) => asSlotDate(day) !== null)
  return days.length === 0 ? '2026-03-12' : [...new Set(days)].join(' or ')
}

export const DAY_BY_SLASHES = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/
export const isoOf = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

export const cycle: ValueReader<Cycle> = (name, value) => {
  if (typeof value !== 'string') return refuseValue(name, value, A_CYCLE)
  const label = asCycle(value)
  if (label !== null) return label
  const example = name.startsWith('--') ? `${name} 11` : '11'
  throw usageError(
    { en: `${name} is not a valid cycle`, es: `${name} no es un ciclo válido` },
    {
      en: `write 1 to 16 letters, digits, "_", ":" or "-": ${example}`,
      es: `escriba de 1 a 16 letras, dígitos, "_", ":" o "-": ${example}`,
    },
  )
}

export const slotIn = (day: unknown, label: unknown): Slot => ({
  date: date('date', day),
  cycle: cycle('cycle', label),
})

/** The days of a month. */
export const month: ValueReader<Days> = (name, value) => {
  const first = typeof value === 'string' ? asSlotDate(`${value}-01`) : null
  return first === null ? refuseValue(name, value, A_MONTH) : monthOf(first)
}

/** A past state. Null for the present one. */
export const asOf =
  (zone: Zone): ValueReader<AsOf | null> =>
  (name, value) => {
    if (value === undefined || value === null) return null
    const moment = typeof value === 'string' || typeof value === 'number' ? asOfText(String(value), zone) : null
    return moment ?? refuseValue(name, value, A_MOMENT)
  }

/** Who decides, and why. */
export const DECISION = {
  by: words(NAME_MAX_CHARACTERS),
  reason: words(),
}

export const RANGE = { from: optional(date), to: optional(date) }

export const SELECTION = {
  date: optional(date),
  ...RANGE,
  cycles: orElse(listOf(cycle, LEAVE_OUT), []),
}

interface DaysAsked {
  readonly date?: SlotDate | undefined
  readonly from: SlotDate | undefined
  readonly to: SlotDate | undefined
}

/** The day or the range asked for; null without either. `mark` stands before the names of flags. */
export const datesIn = ({ date: day, from, to }: DaysAsked, mark: '' | '--' = ''): Days | null => {
  const named = (name: string): Both<string> => ({
    en: `${mark}${name}`,
    es: mark === '' ? `"${name}"` : `${mark}${name}`,
  })
  const [date, first, last] = [named('date'), named('from'), named('to')]
  const next = {
    en: `give ${first.en} and ${last.en}, or ${date.en}`,
    es: `dé ${first.es} y ${last.es}, o ${date.es}`,
  }
  if (day !== undefined && (from ?? to) !== undefined)
    throw usageError(
      { en: `${date.en} excludes ${first.en} and ${last.en}`, es: `${date.es} excluye ${first.es} y ${last.es}` },
      next,
    )
  if (day !== undefined) return { from: day, to: day }
  if (from === undefined && to === undefined) return null
  if (from === undefined || to === undefined)
    throw usageError(
      { en: `${first.en} and ${last.en} need each other`, es: `${first.es} y ${last.es} van juntas` },
      next,
    )
  return rangeOfDays(from, to, { from: first.en, to: last.en })
}

/** The month or the range asked for; null without either. */
export const monthOrDaysIn = (
  { month: asked, ...range }: DaysAsked & { readonly month: Days | undefined },
  mark: '' | '--' = '',
): Days | null => {
  const days = datesIn(range, mark)
  if (asked === undefined || days === null) return asked ?? days
  throw usageError(
    {
      en: `${mark}month excludes ${mark}from and ${mark}to`,
      es: `"${mark}month" excluye "${mark}from" y "${mark}to"`,
    },
    { en: 'give the month, or the range', es: 'dé el mes, o el rango' },
  )
}
