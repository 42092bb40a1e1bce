import { expect, test } from 'vitest'
import { type DayAtRest, daysPaidAtRest, dueAtRest, positionAtRest } from '../../src/rules/account/at-rest.ts'
import { daysToPayoutByMonth } from '../../src/rules/account/days-to-payout.ts'
import { at, BOGOTA, cop, slot } from '../core/a.ts'

const dayAtRest = (
  date: string,
  finalAt: readonly (string | null)[],
  arrivedOn: readonly (string | null)[] = finalAt.map(() => null),
): DayAtRest => ({
  date: slot(date).date,
  cycles: finalAt.map((_, index) => slot(date, `${11 + index}`).cycle),
  payouts: cop(1_000),
  fees: cop(20),
  counted: 5,
  listed: 7,
  finalAt: finalAt.map((time) => (time === null ? null : at(time))),
  arrivedOn: arrivedOn.map((day) => (day === null ? null : slot(day).date)),
})

const DAYS = [
  dayAtRest('2026-03-02', [null, '2026-03-03T04:00:00Z']),
  dayAtRest('2026-03-10', ['2026-03-12T04:00:00Z', '2026-03-09T04:00:00Z']),
]

test('their sums are those of their days', () => {
  const { compared, counted, notCounted } = positionAtRest({ days: DAYS })
  expect([compared.none, counted.none.number, notCounted.none.number]).toEqual([{ number: 4, sum: cop(2_000) }, 10, 4])
  expect(dueAtRest(DAYS)).toEqual({ payouts: cop(2_000), fees: cop(40), settlements: 4 })
})

test('they count as paid out on the day of their first final reading or of an earlier arrival, and never before their own', () => {
  expect(DAYS.map((day) => daysPaidAtRest(day, BOGOTA))).toEqual([
    ['2026-03-02', '2026-03-02'],
    ['2026-03-11', '2026-03-10'],
  ])
  const arrived = dayAtRest(
    '2026-03-10',
    ['2026-03-12T04:00:00Z', '2026-03-12T04:00:00Z', null],
    ['2026-03-10', '2026-03-12', '2026-03-11'],
  )
  expect(daysPaidAtRest(arrived, BOGOTA)).toEqual(['2026-03-10', '2026-03-11', '2026-03-10'])
  const since = (oldest: string) => ({ oldest: at(oldest), newest: at('2026-03-12T04:00:00Z') })
  const payout = (oldest: string) =>
    daysToPayoutByMonth([], new Map(), BOGOTA, { days: DAYS, contentAt: since(oldest) })
  expect(payout('2026-03-02T20:00:00Z')).toMatchObject({ unknown: 0, total: { paidOut: 4, longest: 1, open: 0 } })
  expect(payout('2026-03-05T20:00:00Z')).toMatchObject({ unknown: 2, leftOut: 0, total: { paidOut: 2, longest: 1 } })
})
