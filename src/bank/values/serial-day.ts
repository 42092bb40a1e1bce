import { asSlotDate, type SlotDate } from '../../domain/slot.ts'

/** Days from 1 March of the year 0 to 30 December 1899, day 0 of workbooks. */
const BEFORE_SERIALS = 693_899
/** The years 2000 to 2100: other numbers are not taken for days. */
const FIRST_SERIAL = 36_526
const SERIALS_END = 73_415
const DAYS_IN_400_YEARS = 146_097

/**
 * The date of a workbook's day number; null outside the years 2000 to 2100. Years begin in March here, so that the leap
 * day is last.
 */
export const serialDay = (serial: number): SlotDate | null => {
  if (!(serial >= FIRST_SERIAL && serial < SERIALS_END)) return null
  const days = Math.floor(serial) + BEFORE_SERIALS
  const era = Math.floor(days / DAYS_IN_400_YEARS)
  const ofEra = days - era * DAYS_IN_400_YEARS
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const month = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * month + 2) / 5) + 1
  const [calendarMonth, shift] = month < 10 ? [month + 3, 0] : [month - 9, 1]
  const text = (part: number): string => String(part).padStart(2, '0')
  return asSlotDate(`${era * 400 + year + shift}-${text(calendarMonth)}-${text(day)}`)
}
