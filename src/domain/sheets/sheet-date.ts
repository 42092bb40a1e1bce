import { asSlotDate, type SlotDate } from '../slot.ts'

/** The order in which a spreadsheet writes a date in digits: 31/12/2026 in Colombia, 12/31/2026 in the United States. */
export type DayOrder = 'day-first' | 'month-first'

/** A day as a spreadsheet may write it: 2026-12-31, with or without midnight, or 31/12/2026; null for any other text. */
export const sheetDate = (text: string, order: DayOrder): SlotDate | null => {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T]00:00(?::00)?)?$/.exec(text) ?? []
  if (year !== '') return dateOf(year, month, day)
  const [, first = '', second = '', last = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  return order === 'day-first' ? dateOf(last, second, first) : dateOf(last, first, second)
}

const dateOf = (year: string, month: string, day: string): SlotDate | null =>
  asSlotDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
