import { expect, test } from 'vitest'
import { payoutArrivals } from '../../../src/core/bank/payout-arrivals.ts'
import { anEntry, aPayout, aTie } from './a-bank.ts'

const DATE = '2026-03-12'

type Credits = readonly (readonly [day: string, pesos: number])[]

/** What arrives of payouts of these pesos in a tie with these credits: the whole, and its part of each day. */
const partsOf = (payouts: readonly number[], credits: Credits) => {
  const open = payouts.map((pesos, index) => aPayout(DATE, String(11 + index), pesos))
  const entries = credits.map(([day, pesos], index) => anEntry(String(index), day, pesos))
  const tie = aTie(
    open,
    entries.map(({ id }) => id),
  )
  return payoutArrivals(tie, entries).map(({ banked, parts }) => [
    Number(banked) / 100,
    ...parts.map(({ on, sum }) => `${on.slice(8)}: ${Number(sum) / 100}`),
  ])
}

test.each<[what: string, payouts: readonly number[], credits: Credits, arrivals: unknown]>([
  ['one payout, one credit', [10], [['2026-03-13', 10]], [[10, '13: 10']]],
  [
    'one payout, two credits',
    [10],
    [
      ['2026-03-16', 6],
      ['2026-03-13', 4],
    ],
    [[10, '13: 4', '16: 6']],
  ],
  [
    'two payouts, one credit',
    [10, 20],
    [['2026-03-13', 30]],
    [
      [10, '13: 10'],
      [20, '13: 20'],
    ],
  ],
  [
    'two payouts, two credits that do not end together',
    [10, 20],
    [
      ['2026-03-13', 15],
      ['2026-03-16', 15],
    ],
    [
      [10, '13: 10'],
      [20, '13: 5', '16: 15'],
    ],
  ],
  [
    'less than both',
    [10, 20],
    [['2026-03-13', 25]],
    [
      [10, '13: 10'],
      [15, '13: 15'],
    ],
  ],
  [
    'more than both',
    [10, 20],
    [
      ['2026-03-13', 25],
      ['2026-03-16', 8],
    ],
    [
      [10, '13: 10'],
      [23, '13: 15', '16: 8'],
    ],
  ],
  [
    'one that was set off against one below zero',
    [50, -20],
    [['2026-03-13', 30]],
    [
      [50, '13: 50'],
      [-20, '13: -20'],
    ],
  ],
  [
    'two payouts, two credits that end together',
    [10, 20],
    [
      ['2026-03-13', 10],
      ['2026-03-16', 20],
    ],
    [
      [10, '13: 10'],
      [20, '16: 20'],
    ],
  ],
  [
    'a credit of the first payout alone',
    [10, 20],
    [['2026-03-13', 10]],
    [
      [10, '13: 10'],
      [0, '13: 0'],
    ],
  ],
  ['no credit', [10], [], []],
])('%s', (_, payouts, credits, arrivals) => {
  const parts = partsOf(payouts, credits)
  expect(parts).toEqual(arrivals)
})
