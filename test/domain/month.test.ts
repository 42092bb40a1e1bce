import { expect, test } from 'vitest'
import { monthOf } from '../../src/domain/calendar/month.ts'
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
