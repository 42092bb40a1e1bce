import { memoize } from '../../std/memoize.ts'
import { MINUTE_MS } from './calendar.ts'

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
