import { describe, expect, test } from 'vitest'
import { comparison } from '../../reports/pages/day-facts.ts'
import { aPolicy, aSettlement, cop } from '../core/a.ts'
import { aReport, someMoney } from './a-slot.ts'

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
