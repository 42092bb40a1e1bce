import { formatInTimeZone } from 'date-fns-tz'
import { type Instant, instantIn, MINUTE_MS, type Zone } from '../core/calendar/calendar.ts'
import { asSlotDate, type SlotDate } from '../core/slot.ts'
import { memoize } from '../std/memoize.ts'

const QUARTER = 15 * MINUTE_MS
const DAY = 24 * 60 * MINUTE_MS

/**
 * A time zone by its IANA name; an unknown name throws a RangeError. The library is used only for the offset at a
 * moment. All else is arithmetic in UTC, so that the host's zone has no effect (the library's local-time functions are
 * wrong for an hour a year on a host with daylight saving time).
 */
export const zoneByName = (name: string): Zone => {
  const offsetAt = offsets((instant) => askOffset(name, instant))
  offsetAt(0)

  return {
    name,
    instantOf: (date, minute) => instantOfWall(Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS, offsetAt),
    dateAt: (instant) => dayText(Math.floor((instant + offsetAt(instant)) / DAY)) as SlotDate,
    dayOf: (dateTime) => dayOf(dateTime, offsetAt),
    clockAt: (instant) => wallText(instant + offsetAt(instant)),
  }
}

/** A date-time without an offset is already in the zone. */
const dayOf = (dateTime: string, offsetAt: Offsets): SlotDate | null => {
  const instant = instantIn(dateTime)
  return Number.isNaN(instant)
    ? asSlotDate(dateTime.slice(0, DATE))
    : (dayText(Math.floor((instant + offsetAt(instant)) / DAY)) as SlotDate)
}
const DATE = 'YYYY-MM-DD'.length

/**
 * Only the `xxx` token is certain to use the instant itself; `getTimezoneOffset` reads the date's fields in the host's
 * zone.
 */
const askOffset = (name: string, instant: Instant): number => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(formatInTimeZone(instant, name, 'xxx')) ?? []
  return (sign === '-' ? -MINUTE_MS : MINUTE_MS) * (Number(hours) * 60 + Number(minutes))
}

type Offsets = (instant: Instant) => number

/**
 * The library takes some 80 microseconds for an offset, and a ledger needs three for each invoice, so offsets are kept: one for
 * each four days, or where it changes within them one for each day, or for each quarter of an hour. Since 1972 every change in
 * any zone fell on a quarter of an hour, and none was taken back within a week (America/Boa_Vista did after seven days, in 2000).
 */
const offsets = (ask: Offsets): Offsets => {
  const perSpan = offsetsPer(4 * DAY, ask)
  const perDay = offsetsPer(DAY, ask)
  const perQuarter = memoize((quarter) => ask(quarter * QUARTER))
  return (instant) => {
    const ofSpan = perSpan(Math.floor(instant / (4 * DAY)))
    if (ofSpan !== CHANGES) return ofSpan
    const ofDay = perDay(Math.floor(instant / DAY))
    return ofDay === CHANGES ? perQuarter(Math.floor(instant / QUARTER)) : ofDay
  }
}

/** The offset of each stretch of that length, by its number; `CHANGES` where it begins and ends with two. */
const offsetsPer = (length: number, ask: Offsets): ((number: number) => number) => {
  const atStart = memoize((number: number) => ask(number * length))
  return memoize((number) => {
    const [start, end] = [atStart(number), atStart(number + 1)]
    return start === end ? start : CHANGES
  })
}
const CHANGES = Number.POSITIVE_INFINITY

/**
 * The moment at which clocks in the zone show `wall` (in ms as if it were UTC). If they show it twice: the first time. If clocks skip it:
 * the moment by the offset before the change.
 */
const instantOfWall = (wall: number, offsetAt: Offsets): Instant => {
  const candidates = [offsetAt(wall - DAY), offsetAt(wall + DAY)].map((offset) => ({ offset, instant: wall - offset }))
  const shown = candidates.filter(({ offset, instant }) => offsetAt(instant) === offset)
  return shown[0]?.instant ?? wall - offsetAt(wall - DAY)
}

const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

const dayText = memoize((day: number): string => new Date(day * DAY).toISOString().slice(0, -14))

const wallText = (wall: number): string => {
  const day = Math.floor(wall / DAY)
  const second = Math.floor((wall - day * DAY) / 1000)
  return `${dayText(day)} ${TWO[Math.floor(second / 3600)]}:${TWO[Math.floor(second / 60) % 60]}:${TWO[second % 60]}`
}

/**
 * Converts an ISO 8601 date-time with an offset to `YYYY-MM-DD HH:mm:ss` in the zone; fractions of a second are cut. A
 * text without an offset, or one that is not a date-time, is returned unchanged: nothing is guessed.
 */
export const localTime = (text: string, zone: Zone): string => {
  const instant = instantIn(text)
  if (Number.isNaN(instant)) return text
  const local = zone.clockAt(instant)
  return local.length === SHOWN ? local : text
}
const SHOWN = 'YYYY-MM-DD HH:mm:ss'.length
