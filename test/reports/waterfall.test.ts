import { expect, test } from 'vitest'
import { waterfall } from '../../reports/pages/waterfall.ts'
import type { PayoutRule } from '../../src/domain/assessment/payout.ts'
import { aPolicy, aSettlement, cop } from '../domain/a.ts'
import { aReport } from './a-slot.ts'

/** What fees of 2,000 and adjustments of -500 do to a payout read by each rule. */
test.each<[PayoutRule, number, number]>([
  ['net', -2_000, -500],
  ['gateway-collected', 0, 0],
  ['gateway-zero', 0, 0],
  ['gateway-adjustments-less-fees', -2_000, -500],
])('%s: fees do %i and adjustments %i', (rule, fees, adjustments) => {
  const settlement = aSettlement({ gateway: true, fees: cop(2_000), adjustments: cop(-500) })
  const steps = waterfall(aReport({ settlement, payout: { rule, payout: cop(0), fromCollected: true } }), aPolicy())
  expect(steps.slice(1, 3).map(({ name, effect }) => [name, effect])).toEqual([
    ['fees', cop(fees)],
    ['adjustments', cop(adjustments)],
  ])
})
