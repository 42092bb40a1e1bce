import { instantIn } from '../../config/zone/iso-date-time.ts'
import type { AsOf, Moment } from '../../domain/as-of.ts'
import type { Zone } from '../../domain/calendar/calendar.ts'
import { asSlotDate } from '../../domain/slot.ts'
import { type Flags, type Given, usageError } from './command.ts'

export const AS_OF: Flags = {
  'as-of': { kind: 'once', describe: 'As known then: a number that "cuadre history" shows, a date, or a date-time' },
}

/** The past asked for; null when none is. What has no offset is in the zone of the settings. */
export const asOfGiven = ({ text }: Given, zone: Zone): AsOf | null => {
  const typed = text('as-of')
  if (typed === undefined) return null
  if (/^\d{1,15}$/.test(typed)) return { kind: 'number', number: Number(typed) }
  const at = endOf(typed, zone)
  if (!Number.isNaN(at)) return { kind: 'time', at }
  throw usageError(
    '--as-of is neither a number nor a date nor a date-time',
    'write 120, 2026-03-12, "2026-03-12 22:30:00" or 2026-03-12T22:30:00-05:00',
  )
}

/** The last moment that the text names: of a day, or of a second, since files and tables show times to the second. Else NaN. */
const endOf = (text: string, zone: Zone): number => {
  const date = asSlotDate(text.slice(0, 10))
  if (date === null) return Number.NaN
  if (text.length === date.length) return zone.instantOf(date, MINUTES_OF_A_DAY) - 1
  const fraction = /:\d\d[.,]\d+/.test(text) ? 0 : 999
  const withOffset = instantIn(text)
  if (!Number.isNaN(withOffset)) return withOffset + fraction
  const inUtc = instantIn(`${text}Z`)
  return zone.instantOf(date, 0) + (inUtc - Date.parse(`${date}T00:00:00Z`)) + fraction
}
const MINUTES_OF_A_DAY = 1440

/** How a screen says that it tells the past. */
export const asOfLines = (moment: Moment | null, zone: Zone): readonly string[] =>
  moment === null ? [] : [`As known at number ${moment.number}, ${zone.clockAt(moment.at)} ${zone.name}`]
