import { dayOfNumber, type SlotDate } from '../../domain/slot.ts'

/** The number of 30 December 1899, day 0 of workbooks. */
const DAY_ZERO = 693_900
/** The years 2000 to 2100: other numbers are not taken for days. */
const FIRST_SERIAL = 36_526
const SERIALS_END = 73_416

/** The date of a workbook's day number; null outside the years 2000 to 2100. */
export const serialDay = (serial: number): SlotDate | null =>
  serial >= FIRST_SERIAL && serial < SERIALS_END ? dayOfNumber(DAY_ZERO + Math.floor(serial)) : null
