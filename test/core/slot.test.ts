import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { monthOf } from '../../src/core/calendar/calendar.ts'
import {
  addDays,
  asCycle,
  asSlotDate,
  type Cycle,
  compareCycles,
  compareSlots,
  daysBetween,
  isDateTime,
  isSameDate,
  minuteOfDay,
  nameOf,
  type SlotDate,
  sameSlot,
  slotInWords,
  uniqueSlots,
  weekdayOf,
} from '../../src/core/slot.ts'
import { slot } from './a.ts'

const day = (text: string): SlotDate => {
  const date = asSlotDate(text)
  if (date === null) throw new Error(`${text} is not a date`)
  return date
}
const cycle = (text: string): Cycle => {
  const label = asCycle(text)
  if (label === null) throw new Error(`${text} is no cycle`)
  return label
}

describe('a slot date is a day of the calendar, written in one way', () => {
  const GOOD = ['2026-03-12', '2024-02-29', '2000-02-29', '2026-12-31', '2026-04-30', '9999-12-31', '0001-01-01']
  test.each(GOOD)('%s', (text) => expect(asSlotDate(text)).toBe(text))

  const BAD = [
    '2026-02-29',
    '0000-01-01',
    '1900-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-03-00',
    '2026-03-32',
    '2026-3-12',
    '26-03-12',
    '02026-03-12',
    '-2026-03-12',
    '2026/03/12',
    '20260312',
    '2026-03-12T00:00:00Z',
    ' 2026-03-12',
    '2026-03-12 ',
    '2026-03-12\n',
    '\n2026-03-12',
    '٢٠٢٦-٠٣-١٢',
    '２０２６-03-12',
    '2026–03–12',
    '..',
    '../../x',
    '2026-03-..',
    '',
  ]
  test.each(BAD)('not %j', (text) => expect(asSlotDate(text)).toBeNull())
})

describe('a cycle is a short label that may meet a URL or a file name', () => {
  const GOOD = ['11', '1', '11:00', '1A', 'a', 'Z_-:', '1234567890123456', '__proto__', '-', '0011']
  test.each(GOOD)('%s', (text) => expect(asCycle(text)).toBe(text))

  const BAD = [
    '',
    '12345678901234567',
    '..',
    '.',
    '1.1',
    '11/..',
    '11\\x',
    '%2e%2e',
    '11 ',
    ' 11',
    '11\n',
    '11\r\n',
    '11\u0000',
    '１１',
    '١١',
    'ñ',
    '11?',
    '11#',
    '=1',
  ]
  test.each(BAD)('not %j', (text) => expect(asCycle(text)).toBeNull())
})

describe('days are counted by the calendar alone', () => {
  const ROWS: readonly (readonly [from: string, days: number, to: string])[] = [
    ['2026-03-12', 0, '2026-03-12'],
    ['2026-03-12', 1, '2026-03-13'],
    ['2026-03-31', 1, '2026-04-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2024-03-01', -1, '2024-02-29'],
    ['2024-02-28', 2, '2024-03-01'],
    ['2026-03-12', -7, '2026-03-05'],
    ['2026-03-12', 365, '2027-03-12'],
    ['0099-12-31', 1, '0100-01-01'],
    ['0050-01-01', 1, '0050-01-02'],
    ['0001-01-01', 3_652_058, '9999-12-31'],
    ['9999-12-31', -3_652_058, '0001-01-01'],
    ['2000-02-29', 1, '2000-03-01'],
    ['2000-02-28', 1, '2000-02-29'],
    ['2100-02-28', 1, '2100-03-01'],
    ['2096-02-29', 1, '2096-03-01'],
    ['2100-12-31', 36_525, '2201-01-01'],
  ]
  test.each(ROWS)('%s and %i', (from, days, to) => expect(addDays(day(from), days)).toBe(to))

  test('there and back, and as UTC counts them', () => {
    const anyDay = fc.date({ min: new Date('0010-01-01'), max: new Date('9990-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -400, max: 400 }), (date, days) => {
        const from = day(date.toISOString().slice(0, 10))
        const utc = Date.parse(`${from}T00:00:00Z`) + days * 86_400_000
        expect(addDays(from, days)).toBe(new Date(utc).toISOString().slice(0, 10))
        expect(addDays(addDays(from, days), -days)).toBe(from)
      }),
    )
  })

  test('the calendar of slot dates has a first and a last day', () => {
    const isUsage = expect.objectContaining({
      code: 'USAGE',
      message: 'days are from 0001-01-01 to 9999-12-31',
      next: 'name days that are not at the end of the calendar',
    })
    expect(() => addDays(day('9999-12-31'), 1)).toThrow(isUsage)
    expect(() => addDays(day('0001-01-01'), -1)).toThrow(isUsage)
    expect(() => addDays(day('2026-03-12'), 1e15)).toThrow(isUsage)
    expect(() => addDays(day('2026-03-12'), -1e15)).toThrow(isUsage)
    expect(monthOf(day('9999-12-05'))).toEqual({ from: '9999-12-01', to: '9999-12-31' })
  })

  test('from a day to another, both included', () => {
    expect(daysBetween(day('2026-02-27'), day('2026-03-02'))).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ])
    expect(daysBetween(day('2026-03-12'), day('2026-03-12'))).toEqual(['2026-03-12'])
    expect(daysBetween(day('2026-03-12'), day('2026-03-11'))).toEqual([])
    expect(daysBetween(day('2026-03-12'), day('2026-03-02'))).toEqual([])
    expect(daysBetween(day('9999-12-30'), day('9999-12-31'))).toEqual(['9999-12-30', '9999-12-31'])
  })
})

describe('the minute of a cycle is read from its label', () => {
  const ROWS: readonly (readonly [label: string, minute: number])[] = [
    ['11', 660],
    ['1', 60],
    ['01', 60],
    ['0', 0],
    ['11:00', 660],
    ['11:59', 719],
    ['9:30', 570],
    ['24', 1440],
    ['23:59', 1439],
    ['24:30', 1440],
    ['99', 1440],
    ['1A', 1440],
    ['11:60', 1440],
    ['11:5', 1440],
    ['111', 1440],
    [':', 1440],
    ['-1', 1440],
  ]
  test.each(ROWS)('%s', (label, minute) => expect(minuteOfDay(cycle(label))).toBe(minute))
})

test('cycles come in the order of the day, and those that are no hour last', () => {
  const order = ['1', '9', '9:30', '11', '11:00', '13', '16', '18', '20', '1A', 'B', 'a'].map(cycle)
  expect(order.toReversed().toSorted(compareCycles)).toEqual(order)
  expect(compareCycles(cycle('11'), cycle('11'))).toBe(0)
})

test.each([
  ['2026-03-12', true],
  ['2026-03-12T09:00:00-05:00', true],
  ['2026-03-12 09:00', true],
  ['2026-03-13', false],
  ['2026-03-12x', false],
  ['', false],
])('%s is of 12 March: %s', (text, isSame) => expect(isSameDate(text, '2026-03-12')).toBe(isSame))

test.each([
  ['2026-03-12T09:00', true],
  ['2026-03-12 09:00', true],
  ['2026-03-12', false],
  ['about 2026-03-12T09:00', false],
])('%s is a date and a time: %s', (text, isOne) => expect(isDateTime(text)).toBe(isOne))

test('slots come by date, then by cycle', () => {
  const order = [slot('2026-03-11', '20'), slot('2026-03-12', '9'), slot('2026-03-12', '11'), slot('2026-04-01', '11')]
  expect(order.toReversed().toSorted(compareSlots)).toEqual(order)
  expect(compareSlots(slot(), slot())).toBe(0)
})

test('slots without repeats stand in the order of their first place', () => {
  const [a, b, c] = [slot('2026-03-12', '13'), slot('2026-03-11', '11'), slot('2026-03-12', '1')]
  expect(uniqueSlots([a, b, slot('2026-03-12', '13'), c, b])).toEqual([a, b, c])
})

test('a slot is its date and its label, and 1 is not 11', () => {
  expect(sameSlot(slot('2026-03-12', '11'), slot('2026-03-12', '11'))).toBe(true)
  expect(sameSlot(slot('2026-03-12', '11'), slot('2026-03-12', '1'))).toBe(false)
  expect(sameSlot(slot('2026-03-12', '11'), slot('2026-03-12', '11:00'))).toBe(false)
  expect(sameSlot(slot('2026-03-12', '11'), slot('2026-03-13', '11'))).toBe(false)
  expect(nameOf(slot('2026-03-12', '1'))).toBe('2026-03-12 cycle 1')
  expect(slotInWords(slot('2026-03-12', '1'))).toEqual({ en: '2026-03-12 cycle 1', es: '12/03/2026 ciclo 1' })
})

test('the days of the week follow each other, over leap days and turns of centuries', () => {
  const days = [
    ['1970-01-01', 3],
    ['2000-02-29', 1],
    ['2000-03-01', 2],
    ['1900-02-28', 2],
    ['1900-03-01', 3],
    ['2024-02-29', 3],
    ['2026-03-12', 3],
    ['2026-12-31', 3],
    ['2027-01-01', 4],
    ['2100-03-01', 0],
  ] as const
  expect(days.map(([date]) => [date, weekdayOf(slot(date).date)])).toEqual(days)
})
