import { expect, test } from 'vitest'
import { closedThrough, closingOf, forbidsClosing } from '../../src/domain/assessment/closing.ts'
import { VERDICTS } from '../../src/domain/assessment/verdict.ts'
import type { Closing } from '../../src/domain/findings/act.ts'
import { slot } from './a.ts'

const closing = (number: number, through: string): Closing => ({
  number,
  through: slot(through).date,
  at: 0,
  by: 'Ana',
  reason: '',
  isForced: false,
})
const CLOSINGS = [closing(5, '2026-01-31'), closing(9, '2026-02-28')]

test.each([
  ['2026-01-01', 5],
  ['2026-01-31', 5],
  ['2026-02-01', 9],
  ['2026-02-28', 9],
  ['2026-03-01', null],
])('the closing that holds for %s is %s', (date, number) => {
  expect(closingOf(CLOSINGS, slot(date).date)?.number ?? null).toBe(number)
})

test('the books are closed through the day the last closing reached', () => {
  expect([CLOSINGS, CLOSINGS.slice(0, 1), []].map(closedThrough)).toEqual(['2026-02-28', '2026-01-31', null])
})

test('what is unfinished forbids closing its day', () => {
  expect(VERDICTS.filter((verdict) => !forbidsClosing(verdict))).toEqual(['not-due', 'empty', 'accepted', 'reconciled'])
})
