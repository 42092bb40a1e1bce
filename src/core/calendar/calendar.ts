import { usageError } from '../../std/errors.ts'
import { memoize } from '../../std/memoize.ts'
import type { Policy } from '../policy.ts'
import { addDays, type Cycle, lastDayOfMonth, minuteOfDay, type Slot, type SlotDate } from '../slot.ts'

/** A moment, in milliseconds since 1970-01-01T00:00Z. */
export type Instant = number

/** The functions of a time zone. The caller passes one in, so that core depends neither on a library nor on the host's zone. */
export interface Zone {
  readonly name: string
  /** The moment at which that day and minute begin in the zone. Minute 1440 is the next midnight. */
  readonly instantOf: (date: SlotDate, minute: number) => Instant
  /** The calendar day in the zone at that moment. */
  readonly dateAt: (instant: Instant) => SlotDate
  /** The calendar day in the zone of an ISO 8601 date-time; one without offset is already in the zone. Null for any other text. */
  readonly dayOf: (dateTime: string) => SlotDate | null
  /** `YYYY-MM-DD HH:mm:ss` in the zone at that moment. */
  readonly clockAt: (instant: Instant) => string
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000

/** The moment of the slot's cycle (api.md, Settlement timing), in the policy's zone, which is an assumption. */
export const cycleHour = (slot: Slot, zone: Zone): Instant => zone.instantOf(slot.date, minuteOfDay(slot.cycle))

/** The slot's hour plus the grace. An earlier run reads the slot only when a person names it. */
export const dueAt = (slot: Slot, policy: Policy, zone: Zone): Instant =>
  cycleHour(slot, zone) + policy.graceMinutes * MINUTE_MS

/** A day has ended everywhere on earth 36 hours after its midnight in UTC: of years of settlements only the last need the zone. */
export const isDue = (slot: Slot, policy: Policy, zone: Zone, now: Instant): boolean =>
  now >= Date.parse(slot.date) + 36 * HOUR_MS + policy.graceMinutes * MINUTE_MS || now >= dueAt(slot, policy, zone)

/** Hours from the slot's cycle to that moment, with fractions. */
export const hoursSince = (slot: Slot, zone: Zone, now: Instant): number => (now - cycleHour(slot, zone)) / HOUR_MS

/** Whole hours from one moment to another. */
export const wholeHoursBetween = (from: Instant, to: Instant): number => Math.floor((to - from) / HOUR_MS)

/** The cycles expected on a merchant's day: the documented ones and those the user added. */
export const expectedCycles = (policy: Policy): readonly Cycle[] => [
  ...new Set([...policy.cycles, ...policy.extraCycles]),
]

/** Days from one to another, both included. */
export interface Days {
  readonly from: SlotDate
  readonly to: SlotDate
}

export const isWithin = (date: string, { from, to }: Days): boolean => date >= from && date <= to

/** All representable days. */
export const EVER: Days = { from: '0001-01-01' as SlotDate, to: '9999-12-31' as SlotDate }

/** The calendar month of a day. */
export const monthOf = (date: SlotDate): Days => ({ from: firstOf(date), to: lastDayOfMonth(date) })

/** Whether days from the first to the last of a month are one month. */
export const isOneMonth = ({ from, to }: Days): boolean => monthOf(from).to === to

/** The whole months whose last day is within these days. */
export const monthsEndingWithin = ({ from, to }: Days): readonly Days[] => {
  const month = monthOf(from)
  return month.to > to ? [] : [month, ...monthsEndingWithin({ from: addDays(month.to, 1), to })]
}

const firstOf = (date: SlotDate): SlotDate => addDays(date, 1 - Number(date.slice(8)))

/** A longer range counts as a typing error. */
const RANGE_MAX_DAYS = 3660

/** The days from one to another. Throws USAGE, with the names of the two, when they are no sensible range. */
export const rangeOfDays = (
  from: SlotDate,
  to: SlotDate,
  names: { readonly from: string; readonly to: string },
): Days => {
  if (from > to)
    throw usageError(
      {
        en: `${names.from} ${from} is after ${names.to} ${to}`,
        es: `${names.from} ${from} es posterior a ${names.to} ${to}`,
      },
      { en: 'swap them', es: 'inviértalas' },
    )
  if (addDays(from, RANGE_MAX_DAYS) <= to) {
    throw usageError(
      {
        en: `${from} to ${to} is more than ${RANGE_MAX_DAYS} days`,
        es: `del ${from} al ${to} hay más de ${RANGE_MAX_DAYS} días`,
      },
      { en: 'ask for a shorter range at a time', es: 'pida un rango más corto cada vez' },
    )
  }
  return { from, to }
}

/** How long after a slot is due a run reads it: the service may be late by some minutes, and its clock may be off. */
const SPARE_MINUTES = 30
const DAY = 24 * 60

/** The starts of a day's runs, half an hour after each cycle's grace, in the five fields of cron: `30 13 * * *`. */
export const runTimes = (policy: Policy): readonly string[] => {
  const minutes = expectedCycles(policy).map(
    (cycle) => (minuteOfDay(cycle) + policy.graceMinutes + SPARE_MINUTES) % DAY,
  )
  return [...new Set(minutes)].map((minute) => `${minute % 60} ${Math.floor(minute / 60)} * * *`)
}

const [DASH, COLON, DOT, COMMA, PLUS, SPACE] = [45, 58, 46, 44, 43, 32]
const [UPPER_T, LOWER_T, UPPER_Z, LOWER_Z, ZERO] = [84, 116, 90, 122, 48]

/**
 * The moment of an ISO 8601 text in ms, or NaN. It reads character by character: `Date.parse` accepts much that is not ISO 8601 (and
 * takes it for the host's local time), and a regular expression takes four times as long.
 */
export const instantIn = (text: string): number => {
  const separator = text.charCodeAt(10)
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH || text.charCodeAt(13) !== COLON) return Number.NaN
  if (separator !== UPPER_T && separator !== LOWER_T && separator !== SPACE) return Number.NaN

  const hasSeconds = text.charCodeAt(16) === COLON
  const seconds = hasSeconds ? two(text, 17, 59) : 0
  const end = hasSeconds ? afterFraction(text) : 16
  const clock = (two(text, 11, 23) * 60 + two(text, 14, 59)) * MINUTE_MS + seconds * 1000
  return midnightIn(text) + clock - offsetIn(text, end)
}

/** Two digits up to `most`, or NaN. */
const two = (text: string, at: number, most: number): number => {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  const number = tens * 10 + ones
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 && number <= most ? number : Number.NaN
}

/** The position after the decimals of the seconds. A point without digits is not skipped, and then fails as an offset. */
const afterFraction = (text: string): number => {
  const mark = text.charCodeAt(19)
  if (mark !== DOT && mark !== COMMA) return 19
  let at = 20
  while (text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= ZERO + 9) at += 1
  return at > 20 ? at : 19
}

/** The offset from UTC in ms: `Z`, `±hh:mm`, `±hhmm` or `±hh` up to the text's end; else NaN. */
const offsetIn = (text: string, at: number): number => {
  const mark = text.charCodeAt(at)
  if ((mark === UPPER_Z || mark === LOWER_Z) && text.length === at + 1) return 0
  if (mark !== PLUS && mark !== DASH) return Number.NaN
  const minutesAt = text.charCodeAt(at + 3) === COLON ? at + 4 : at + 3
  const hoursOnly = text.length === at + 3
  if (!hoursOnly && text.length !== minutesAt + 2) return Number.NaN
  const minutes = two(text, at + 1, 23) * 60 + (hoursOnly ? 0 : two(text, minutesAt, 59))
  return (mark === DASH ? -minutes : minutes) * MINUTE_MS
}

/** Midnight UTC of the date at the text's beginning, or NaN when the calendar has no such day. */
const midnightIn = (text: string): number => {
  const year = two(text, 0, 99) * 100 + two(text, 2, 99)
  const month = two(text, 5, 12)
  const day = two(text, 8, 31)
  const key = (year * 13 + month) * 32 + day
  return year >= FIRST_YEAR ? midnight(key) : Number.NaN
}

/** ISO 8601 leaves earlier years, of another calendar, to mutual agreement. */
const FIRST_YEAR = 1583

const midnight = memoize((key: number): number => {
  const [year, month, day] = [Math.floor(key / (13 * 32)), Math.floor(key / 32) % 13, key % 32]
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : Number.NaN
})
