import { expect, test } from 'vitest'
import { monthOf, monthsEndingWithin } from '../../src/core/calendar/calendar.ts'
import { slot } from './a.ts'

test.each([
  ['2026-03-12', '2026-03-01', '2026-03-31'],
  ['2026-03-01', '2026-03-01', '2026-03-31'],
  ['2026-03-31', '2026-03-01', '2026-03-31'],
  ['2026-02-28', '2026-02-01', '2026-02-28'],
  ['2028-02-29', '2028-02-01', '2028-02-29'],
  ['2026-04-30', '2026-04-01', '2026-04-30'],
  ['2026-12-31', '2026-12-01', '2026-12-31'],
])('%s lies in the month from %s to %s', (day, from, to) => {
  expect(monthOf(slot(day).date)).toEqual({ from, to })
})

test.each([
  ['2026-03-05', '2026-03-30', []],
  ['2026-03-05', '2026-03-31', ['2026-03']],
  ['2026-03-31', '2026-03-31', ['2026-03']],
  ['2025-12-15', '2026-03-01', ['2025-12', '2026-01', '2026-02']],
])('from %s to %s these months end: %j', (from, to, months) => {
  const ending = monthsEndingWithin({ from: slot(from).date, to: slot(to).date })
  expect(ending.map((month) => month.from.slice(0, 7))).toEqual(months)
  for (const month of ending) expect(month).toEqual(monthOf(month.from))
})
