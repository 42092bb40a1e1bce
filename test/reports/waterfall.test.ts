import { describe, expect, test } from 'vitest'
import { comparison } from '../../reports/pages/comparison.ts'
import { waterfall } from '../../reports/pages/waterfall.ts'
import type { PayoutRule } from '../../src/domain/assessment/payout.ts'
import { aPolicy, aSettlement, cop } from '../domain/a.ts'
import { aReport, someMoney } from './a-slot.ts'

/** The effect of fees of 2,000 and adjustments of -500 on a payout under each rule. */
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

describe('the payout by its parts', () => {
  const namesOf = (...[instead, policy]: [Parameters<typeof aReport>[0], Parameters<typeof aPolicy>[0]?]) =>
    comparison(aReport(instead), aPolicy(policy)).map(({ name, reported, expected }) => [name, reported, expected])

  test('a part of which nothing is reported stands there while something is expected', () => {
    const settlement = aSettlement({ gateway: true, collected: cop(0), fees: cop(0), payout: cop(0) })
    const money = someMoney({ listed: cop(100), expected: cop(0), difference: cop(0) })
    const payout = { rule: 'gateway-zero', payout: cop(0), fromCollected: false } as const
    expect(namesOf({ settlement, money, payout })).toEqual([
      ['collected', 0n, 10_000n],
      ['keptByGateway', 0n, -10_000n],
      ['payout', 0n, 0n],
    ])
  })
})
