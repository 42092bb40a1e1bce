import { describe, expect, test } from 'vitest'
import type { Closing } from '../../src/core/findings/act.ts'
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import { closedThrough, closingOf, forbidsClosing } from '../../src/rules/assessment/slot-report.ts'
import { aDiscrepancy, aReport } from '../reports/a-slot.ts'
import { cop, slot } from './a.ts'

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

describe('a list that was tied to a credit before its settlement exists forbids nothing', () => {
  const arrival = { tie: 1, banked: cop(9), tied: cop(9), on: slot().date, parts: [], isConfirmed: true }
  const money = { ...aReport().money, notCompared: 'no-settlement' } as const
  const tied = { ...aReport(), verdict: 'discrepant', arrival, money, discrepancies: [] } as const
  const found = (instead: Partial<Discrepancy>) => [aDiscrepancy({ severity: 'error', state: 'open', ...instead })]
  test.each<readonly [string, Partial<Parameters<typeof forbidsClosing>[0]>, boolean]>([
    ['only its settlement is missing', { discrepancies: found({ code: 'SETTLEMENT_MISSING' }) }, false],
    ['it has an error for information', { discrepancies: found({ code: 'NOT_PAID', severity: 'warning' }) }, false],
    ['its error is accepted', { discrepancies: found({ code: 'DUPLICATE_PAYMENT', state: 'accepted' }) }, false],
    ['it has another error', { discrepancies: found({ code: 'DUPLICATE_PAYMENT' }) }, true],
    ['it was not read whole', { verdict: 'incomplete' }, true],
    ['no credit is tied', { arrival: null }, true],
    ['its settlement exists', { money: { ...money, notCompared: 'not-final' } }, true],
  ])('%s', (_, instead, expected) => {
    expect(forbidsClosing({ ...tied, ...instead })).toBe(expected)
  })
})
