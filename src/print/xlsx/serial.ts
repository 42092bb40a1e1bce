/** Day 0 of spreadsheets. Excel counts the first two months of 1900 wrongly, so these stay text. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const FIRST = 61
const DAY = 86_400_000

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** A cache of the last few days: a ledger's rows are of one day or a few. */
const known = new Map<string, number | null>()
const KNOWN_DAYS_MAX = 1_000

/** The serial number of a day written `YYYY-MM-DD`; null for a day outside the range of spreadsheets. */
export const serialOfDate = (text: string): number | null => {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size >= KNOWN_DAYS_MAX) known.clear()
  const serial = serialOf(text)
  known.set(text, serial)
  return serial
}

const serialOf = (text: string): number | null => {
  if (!DATE.test(text)) return null
  const midnight = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== text) return null
  const serial = (midnight - DAY_ZERO) / DAY
  return serial < FIRST ? null : serial
}

/** The serial number of a local time written `YYYY-MM-DD HH:mm:ss`, as text: a time is a fraction of its day. */
export const serialOfTime = (text: string): string | null => {
  if (text.length !== LONG || text[10] !== ' ' || text[13] !== ':' || text[16] !== ':') return null
  const day = serialOfDate(text.slice(0, 10))
  const seconds = (two(text, 11, 23) * 60 + two(text, 14, 59)) * 60 + two(text, 17, 59)
  return day === null || Number.isNaN(seconds) ? null : `${day}${fractionOf(seconds)}`
}
const LONG = 'YYYY-MM-DD HH:mm:ss'.length

/** A two-digit number of at most `most`, or NaN. */
const two = (text: string, at: number, most: number): number => {
  const [tens, ones] = [text.charCodeAt(at) - ZERO, text.charCodeAt(at + 1) - ZERO]
  const number = tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
  return number <= most ? number : Number.NaN
}
const ZERO = 48

/**
 * `.9377893519` of a day: ten digits distinguish seconds. Cached in an array of fixed length, since a sparse one is
 * slow.
 */
const fractionOf = (seconds: number): string => {
  const fraction = FRACTIONS[seconds] ?? (seconds / 86_400).toFixed(10).slice(1)
  FRACTIONS[seconds] = fraction
  return fraction
}
const FRACTIONS = new Array<string | undefined>(86_400)
