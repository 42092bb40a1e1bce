import { instantIn, type Zone } from '../core/calendar/calendar.ts'
import type { AsOf } from '../core/past-run.ts'
import { asSlotDate } from '../core/slot.ts'

/** The moment that a text names: a number of the history, a day, or a date-time. Null for any other text. */
export const asOfText = (text: string, zone: Zone): AsOf | null => {
  if (/^\d{1,15}$/.test(text)) return { kind: 'number', number: Number(text) }
  const at = endOf(text, zone)
  return Number.isNaN(at) ? null : { kind: 'time', at }
}

/** The last ms of the day, or of the second, that the text names: files and tables show times to the second. NaN for any other text. */
const endOf = (text: string, zone: Zone): number => {
  const date = asSlotDate(text.slice(0, 10))
  if (date === null) return Number.NaN
  if (text.length === date.length) return zone.instantOf(date, MINUTES_OF_A_DAY) - 1
  const [, decimals = '999'] = /:\d\d[.,](\d+)/.exec(text) ?? []
  const fraction = Number(decimals.slice(0, 3).padEnd(3, '0'))
  const withOffset = instantIn(text)
  if (!Number.isNaN(withOffset)) return withOffset + fraction
  const sinceMidnight = instantIn(`${text}Z`) - Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(sinceMidnight)) return Number.NaN
  // A day on which clocks change has 23 or 25 hours.
  const minute = Math.floor(sinceMidnight / A_MINUTE_MS)
  return zone.instantOf(date, minute) + (sinceMidnight - minute * A_MINUTE_MS) + fraction
}
const MINUTES_OF_A_DAY = 1440
const A_MINUTE_MS = 60_000
