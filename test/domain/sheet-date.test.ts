import { expect, test } from 'vitest'
import { type DayOrder, sheetDate } from '../../src/domain/sheets/sheet-date.ts'

test.each<readonly [string, DayOrder, string | null]>([
  ['2026-12-31', 'day-first', '2026-12-31'],
  ['2026/12/31', 'month-first', '2026-12-31'],
  ['2026-3-1', 'day-first', '2026-03-01'],
  ['2026-12-31 00:00', 'day-first', '2026-12-31'],
  ['2026-12-31T00:00:00', 'day-first', '2026-12-31'],
  ['2026-12-31 10:00', 'day-first', null],
  ['31/12/2026', 'day-first', '2026-12-31'],
  ['3/4/2026', 'day-first', '2026-04-03'],
  ['3/4/2026', 'month-first', '2026-03-04'],
  ['31-12-2026', 'day-first', '2026-12-31'],
  ['31.12.2026', 'day-first', '2026-12-31'],
  ['12/31/2026', 'month-first', '2026-12-31'],
  ['12/31/2026', 'day-first', null],
  ['31/12/2026', 'month-first', null],
  ['el 2026-12-31', 'day-first', null],
  ['el 31/12/2026', 'day-first', null],
  ['31/12/2026 10:00', 'day-first', null],
  ['31/12/26', 'day-first', null],
  ['30/02/2026', 'day-first', null],
  ['2026-02-30', 'day-first', null],
  ['46387', 'day-first', null],
  ['mañana', 'day-first', null],
  ['', 'day-first', null],
])('%s, %s, is %s', (text, order, date) => expect(sheetDate(text, order)).toBe(date))
