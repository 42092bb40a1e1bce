import { expect, test } from 'vitest'
import { businessDaysBetween, holidayOn, isHoliday } from '../../src/core/calendar/business-days.ts'
import { addDays, asSlotDate, daysBetween, type SlotDate } from '../../src/core/slot.ts'

const date = (text: string): SlotDate => {
  const found = asSlotDate(text)
  if (found === null) throw new Error(text)
  return found
}

test.each([
  [2025, '01-01 01-06 03-24 04-17 04-18 05-01 06-02 06-23 06-30 07-20 08-07 08-18 10-13 11-03 11-17 12-08 12-25'],
  [
    2026,
    '01-01 01-12 03-23 04-02 04-03 05-01 05-18 06-08 06-15 06-29 07-13 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25',
  ],
  [
    2027,
    '01-01 01-11 03-22 03-25 03-26 05-01 05-10 05-31 06-07 07-05 07-12 07-20 08-07 08-16 10-18 11-01 11-15 12-08 12-25',
  ],
])('the holidays of %d', (year, expected) => {
  const days = daysBetween(date(`${year}-01-01`), date(`${year}-12-31`))
  const found = days.filter(isHoliday).map((day) => day.slice(5))
  expect(found.join(' ')).toBe(expected)
})

test.each([
  ['2026-03-12', '2026-03-12', 0],
  ['2026-03-12', '2026-03-13', 0],
  ['2026-03-12', '2026-03-14', 1],
  ['2026-03-12', '2026-03-17', 2],
  ['2026-03-31', '2026-04-06', 1],
  ['2026-03-12', '2026-03-01', 0],
])('after %s and before %s are %d', (after, before, expected) => {
  expect(businessDaysBetween(date(after), date(before))).toBe(expected)
})

test('what is not a date is refused with its text', () => {
  expect(() => isHoliday('year-01-02' as SlotDate)).toThrow(RangeError)
})

// From tables of Easter: the earliest, the latest, the two exceptions of the rule, and years before and after a turn of
// the century.
test.each([
  '1818-03-22',
  '1886-04-25',
  '1899-04-02',
  '1900-04-15',
  '1943-04-25',
  '1954-04-18',
  '1961-04-02',
  '1981-04-19',
  '2000-04-23',
  '2008-03-23',
  '2019-04-21',
  '2024-03-31',
  '2025-04-20',
  '2038-04-25',
  '2049-04-18',
  '2076-04-19',
  '2100-03-28',
  '2200-04-06',
  '2285-03-22',
  '2299-04-16',
  '2300-04-08',
  '2400-04-16',
])('two days before Easter, %s, is Good Friday', (easter) => {
  expect(holidayOn(addDays(date(easter), -2))).toBe('good-friday')
})
