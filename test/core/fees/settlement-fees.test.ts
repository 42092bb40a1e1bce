import { expect, test } from 'vitest'
import type { NotCompared } from '../../../src/rules/account/position.ts'
import { type FeesNotCompared, isOffTariff, settlementFees } from '../../../src/rules/account/settlement-fees.ts'
import { aSettlement, cop, someFees, someTotals } from '../a.ts'

type Row = [
  name: string,
  why: NotCompared | null,
  fees: number | null | undefined,
  expected: number | null,
  difference: number | null,
  said: FeesNotCompared | null,
]

// The settlement charges COP 2,000.
test.each<Row>([
  ['as the tariff says', null, 2_000, 2_000, 0, null],
  ['too much', null, 1_500, 1_500, 500, null],
  ['too little', null, 2_300, 2_300, -300, null],
  ['no tariff', null, undefined, null, null, 'no-tariff'],
  ['a payment without a rate', null, null, null, null, 'unpriced'],
  ['not final: expected is known, and not compared', 'not-final', 1_500, 1_500, null, 'not-final'],
  ['failed', 'failed', 1_500, 1_500, null, 'failed'],
  ['a list that was not read whole', 'unread', 1_500, null, null, 'unread'],
  ['a record that cannot be read', 'malformed', 1_500, null, null, 'malformed'],
  ['another slot: its fees are charged there', 'echo', 1_500, null, null, 'echo'],
  ['another slot, without a tariff', 'echo', undefined, null, null, 'echo'],
])('%s', (_name, notCompared, fees, expected, difference, said) => {
  const totals = someTotals(fees === undefined ? {} : { fees: someFees(fees) })
  const money = { notCompared, ...(notCompared === 'echo' && { isEcho: true as const }) }
  expect(settlementFees(money, aSettlement(), totals, 0)).toEqual({
    charged: notCompared === 'echo' ? null : cop(2_000),
    expected: expected === null ? null : cop(expected),
    difference: difference === null ? null : cop(difference),
    notCompared: said,
  })
})

test('without a settlement nothing is charged, and never read there is nothing at all', () => {
  expect(settlementFees({ notCompared: 'no-settlement' }, null, someTotals({ fees: someFees(5) }), 0)).toEqual({
    charged: null,
    expected: cop(5),
    difference: null,
    notCompared: 'no-settlement',
  })
  expect(settlementFees({ notCompared: 'unread' }, null, null, 0)).toMatchObject({
    expected: null,
    notCompared: 'unread',
  })
})

test('where there is neither a settlement nor a payment that counts no fees are expected, not even none', () => {
  const totals = someTotals({ counted: 0, fees: someFees(0) })
  expect(settlementFees({ notCompared: 'no-settlement' }, null, totals, 0).expected).toBeNull()
})

test.each<[what: string, difference: number | null, counted: number | null, isOff: boolean]>([
  ['half a peso for each payment', 1, 2, false],
  ['a centavo more than that', 1.01, 2, true],
  ['and a centavo less than is expected', -1.01, 2, true],
  ['nothing that was compared', null, 2, false],
  ['no list that was read', 500, null, false],
])('fees are off the tariff or not: %s', (_, difference, counted, isOff) => {
  const totals = counted === null ? null : someTotals({ counted })
  const fees = { difference: difference === null ? null : cop(difference) }
  expect(isOffTariff(fees, totals, { feesTolerance: null })).toBe(isOff)
})
