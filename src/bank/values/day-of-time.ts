import { instantIn, type Zone } from '../../domain/calendar/calendar.ts'
import { addDays, asSlotDate, type SlotDate } from '../../domain/slot.ts'

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
