import { describe, expect, test } from 'vitest'
import { type Chargeback, chargebackAccount } from '../../src/domain/assessment/chargeback-account.ts'
import { bothWays, chargebackBalance, notFinalIn } from '../../src/domain/assessment/chargeback-balance.ts'
import type { Policy } from '../../src/domain/policy.ts'
import type { Settlement } from '../../src/domain/settlement.ts'
import { aPolicy, aSettlement, cop, slot } from './a.ts'

/** Days of March 2026: a chargeback is given by id, day and pesos, an adjustment by day and pesos. */
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}`
const charged = (id: string, on: number, pesos: number): Chargeback => ({
  slot: slot(day(on)),
  invoiceId: id,
  paid: cop(pesos),
})
const settled = (on: number, pesos = 0, instead: Partial<Settlement> = {}) => ({
  slot: slot(day(on)),
  settlement: aSettlement({ date: day(on), adjustments: cop(pesos), ...instead }),
})
const final = [1, 2, 3, 4].map((on) => settled(on))

/** The sets of ids that add up to each adjustment. */
const account = (chargebacks: Chargeback[], pulls: ReturnType<typeof settled>[], policy: Partial<Policy> = {}) => {
  const { adjustments, notDebited } = chargebackAccount(chargebacks, [...final, ...pulls], aPolicy(policy))
  return {
    sets: adjustments.map(({ sets }) => sets.map((set) => set.map(({ invoiceId }) => invoiceId).join('+'))),
    notDebited: notDebited.map(({ invoiceId }) => invoiceId),
  }
}

type Story = readonly [
  string,
  Chargeback[],
  ReturnType<typeof settled>[],
  { sets: string[][]; notDebited: string[] },
  Partial<Policy>?,
]
const STORIES: readonly Story[] = [
  ['nothing at all', [], [], { sets: [], notDebited: [] }],
  ['not debited yet', [charged('a', 1, 80)], [], { sets: [], notDebited: ['a'] }],
  [
    'not debited yet, in order of settlement and id',
    [charged('z', 1, 80), charged('m', 2, 55), charged('a', 2, 7)],
    [],
    { sets: [], notDebited: ['z', 'a', 'm'] },
  ],
  ['debited', [charged('a', 1, 80)], [settled(20, -80)], { sets: [['a']], notDebited: [] }],
  [
    'adjustments that are subtracted, by policy',
    [charged('a', 1, 80)],
    [settled(20, 80)],
    { sets: [['a']], notDebited: [] },
    { adjustments: 'subtract' },
  ],
  [
    'two fit the first adjustment, and both together the second',
    [charged('a', 1, 80), charged('b', 2, 80)],
    [settled(20, -80), settled(21, -160)],
    { sets: [['a', 'b'], ['a+b']], notDebited: [] },
  ],
  [
    'an unrelated one lies between',
    [charged('a', 1, 80), charged('b', 2, 55)],
    [settled(20, -80)],
    { sets: [['a']], notDebited: ['b'] },
  ],
  [
    'two together',
    [charged('a', 1, 80), charged('b', 2, 55), charged('c', 3, 7)],
    [settled(20, -87)],
    { sets: [['a+c']], notDebited: ['b'] },
  ],
  [
    'nothing is netted: a deduction that nobody explains beside one that is not debited',
    [charged('a', 1, 80)],
    [settled(20, -79)],
    { sets: [[]], notDebited: ['a'] },
  ],
  ['money that is brought is no debit', [charged('a', 1, 80)], [settled(20, 80)], { sets: [[]], notDebited: ['a'] }],
  [
    'each is debited once, by the earlier adjustment',
    [charged('a', 1, 80)],
    [settled(21, -80), settled(20, -80)],
    { sets: [['a'], []], notDebited: [] },
  ],
  ['one of a later settlement', [charged('a', 4, 80)], [settled(3, -80)], { sets: [[]], notDebited: ['a'] }],
  ['one of the same settlement', [charged('a', 20, 80)], [settled(20, -80)], { sets: [['a']], notDebited: [] }],
  [
    'two sets that fit are both told, and neither is used up',
    [charged('a', 1, 80), charged('b', 2, 80)],
    [settled(20, -80)],
    { sets: [['a', 'b']], notDebited: ['a', 'b'] },
  ],
  [
    'as many adjustments as sets that fit debit them all, and one more is not explained',
    [charged('a', 1, 80), charged('b', 2, 80)],
    [settled(20, -80), settled(21, -80), settled(22, -80)],
    { sets: [['a', 'b'], ['a', 'b'], []], notDebited: [] },
  ],
  [
    'of a settlement that is not final: nothing was paid out that could be debited',
    [charged('a', 25, 80)],
    [settled(25, 0, { status: 'processing' })],
    { sets: [], notDebited: [] },
  ],
  [
    'a settlement that answers for another date adjusts nothing',
    [charged('a', 1, 80)],
    [settled(20, -80, { date: day(19) })],
    { sets: [], notDebited: ['a'] },
  ],
  ['one that names no sum', [charged('a', 1, 0)], [settled(20, -80)], { sets: [[]], notDebited: [] }],
]

describe('chargebacks held against adjustments', () => {
  const stories = STORIES.map(([name, chargebacks, pulls, expected, policy = {}]) => {
    return [name, { chargebacks, pulls, expected, policy }] as const
  })
  test.each(stories)('%s', (_, { chargebacks, pulls, expected, policy }) => {
    expect(account(chargebacks, pulls, policy)).toEqual(expected)
    expect(account(chargebacks.toReversed(), pulls.toReversed(), policy)).toEqual(expected)
  })

  test('a search that would be too large ends, and says so', () => {
    const many = Array.from({ length: 200 }, (_, n) => charged(`i${n}`, 1, 1_000_000 + 2 * n * n))
    const [adjustment] = chargebackAccount(many, [settled(20, -50_000_001)], aPolicy()).adjustments
    expect(adjustment).toMatchObject({ sets: [], isComplete: false })
  })

  test('the one set that a search found before it ended is not debited: there may be others', () => {
    const many = Array.from({ length: 200 }, (_, n) => charged(`i${n}`, 1, 1_000_000 + 2 * n * n))
    const exact = charged('exact', 1, 50_000_001)
    const { adjustments, debited } = chargebackAccount([exact, ...many], [settled(20, -50_000_001)], aPolicy())
    expect(adjustments).toMatchObject([{ sets: [[exact]], isComplete: false }])
    expect(debited).toEqual([])
  })

  test('the adjustment of the earlier settlement debits, whichever was read first', () => {
    const { adjustments } = chargebackAccount([charged('a', 1, 80)], [settled(21, -80), settled(20, -80)], aPolicy())
    expect(adjustments.map(({ slot: { date }, sets }) => `${date} ${sets.length}`)).toEqual([
      '2026-03-20 1',
      '2026-03-21 0',
    ])
  })
})

test('a chargeback is debited, or it is not; one without a sum is neither', () => {
  const chargebacks = [charged('a', 1, 80), charged('b', 2, 55), charged('c', 3, 0), charged('d', 30, 9)]
  const { debited, notDebited } = chargebackAccount(chargebacks, [...final, settled(20, -80)], aPolicy())
  expect(debited.map(({ invoiceId }) => invoiceId)).toEqual(['a'])
  expect(notDebited.map(({ invoiceId }) => invoiceId)).toEqual(['b'])
})

test('two pairs that fit and share a chargeback: two adjustments do not debit them, for together they are no four', () => {
  const chargebacks = [charged('a', 1, 50), charged('b', 1, 30), charged('c', 1, 30)]
  const pulls = [settled(20, -80), settled(21, -80)]
  expect(account(chargebacks, pulls)).toEqual({
    sets: [
      ['a+b', 'a+c'],
      ['a+b', 'a+c'],
    ],
    notDebited: ['a', 'b', 'c'],
  })
})

test('adjustments that fit other sets are counted apart', () => {
  const chargebacks = ['a', 'b'].map((id) => charged(id, 1, 80)).concat(['c', 'd'].map((id) => charged(id, 1, 70)))
  const pulls = [settled(20, -80), settled(21, -70)]
  expect(account(chargebacks, pulls)).toEqual({
    sets: [
      ['a', 'b'],
      ['c', 'd'],
    ],
    notDebited: ['a', 'b', 'c', 'd'],
  })
})

test('two lines that are never netted, of the settlements of some days', () => {
  const chargebacks = [charged('a', 1, 80), charged('b', 2, 55), charged('c', 3, 7)]
  const pulls = [...final, settled(20, -80), settled(21, -100), settled(22, 100)]
  const whole = chargebackAccount(chargebacks, pulls, aPolicy())
  expect(chargebackBalance(whole, { from: slot(day(1)).date, to: slot(day(31)).date })).toMatchObject({
    seen: 3,
    paid: cop(142),
    adjustments: cop(-80),
    withoutChargeback: { taken: { number: 1, sum: cop(100) }, brought: { number: 1, sum: cop(100) } },
    notDebited: { number: 2, sum: cop(62) },
  })
  expect(chargebackBalance(whole, { from: slot(day(3)).date, to: slot(day(21)).date })).toMatchObject({
    seen: 1,
    paid: cop(7),
    adjustments: cop(-180),
    withoutChargeback: { taken: { number: 1, sum: cop(100) }, brought: { number: 0, sum: cop(0) } },
    notDebited: { number: 1, sum: cop(7) },
  })
})

test('adjustments that a gateway reading leaves out of the payout lower no payout', () => {
  const gateway = { gateway: true, collected: cop(100), fees: cop(0) }
  const days = { from: slot(day(1)).date, to: slot(day(31)).date }
  const balanceOf = (...pulls: ReturnType<typeof settled>[]) =>
    chargebackBalance(chargebackAccount([], pulls, aPolicy()), days)
  expect(balanceOf(settled(5, -7, { ...gateway, payout: cop(100) }))).toMatchObject({
    adjustments: cop(0),
    leftOut: { number: 1, sum: cop(-7) },
    withoutChargeback: { taken: { number: 0, sum: cop(0) } },
  })
  expect(balanceOf(settled(5, -7, { ...gateway, payout: cop(100) }), settled(6, -9))).toMatchObject({
    adjustments: cop(-9),
    leftOut: { number: 1, sum: cop(-7) },
    withoutChargeback: { taken: { number: 1, sum: cop(9) } },
  })
  expect(balanceOf(settled(5, -7, { ...gateway, payout: cop(0) }))).toMatchObject({
    adjustments: cop(0),
    leftOut: { number: 1, sum: cop(-7) },
    withoutChargeback: { taken: { number: 0, sum: cop(0) } },
  })
  expect(balanceOf(settled(5, -7, { ...gateway, payout: cop(-7) }))).toMatchObject({
    withoutChargeback: { taken: { number: 1, sum: cop(7) } },
  })
})

test('adjustments that a gateway reading leaves out of the payout debit no chargeback', () => {
  const leftOut = { gateway: true, collected: cop(100), fees: cop(0), payout: cop(100) }
  const chargebacks = [charged('a', 1, 80)]
  expect(account(chargebacks, [settled(20, -80, leftOut)])).toEqual({ sets: [['a']], notDebited: ['a'] })
  const both = [settled(20, -80, leftOut), settled(21, -80)]
  expect(account(chargebacks, both)).toEqual({ sets: [['a'], ['a']], notDebited: [] })
  const twins = [charged('a', 1, 80), charged('b', 1, 80)]
  const { adjustments, debited } = chargebackAccount(twins, [...final, ...both], aPolicy())
  expect([adjustments.map(({ areAllDebited }) => areAllDebited), debited]).toEqual([[false, false], []])
})

test('what effects take and bring, and neither of nothing', () => {
  expect(bothWays([-5, 7, 0, -2].map((pesos) => cop(pesos)))).toEqual({
    taken: { number: 2, sum: cop(7) },
    brought: { number: 1, sum: cop(7) },
  })
})

test('adjustments that only together debit what fits each of them say so', () => {
  const areAllDebited = (chargebacks: Chargeback[], ...adjustments: readonly number[]) =>
    chargebackAccount(
      chargebacks,
      [...final, ...adjustments.map((pesos, at) => settled(20 + at, pesos))],
      aPolicy(),
    ).adjustments.map((one) => one.areAllDebited)
  const two = [charged('a', 1, 80), charged('b', 2, 80)]
  expect(areAllDebited(two, -80)).toEqual([false])
  expect(areAllDebited(two, -80, -80)).toEqual([true, true])
  expect(areAllDebited(two, -80, -80, -80)).toEqual([true, true, false])
  expect(areAllDebited([charged('a', 1, 80)], -80)).toEqual([false])
  const sharing = [charged('a', 1, 30), charged('b', 2, 50), charged('c', 3, 50)]
  expect(areAllDebited(sharing, -80, -80)).toEqual([false, false])
})

test('what was debited counts from the day of the adjustment, and what was not is carried on', () => {
  const whole = chargebackAccount([charged('a', 1, 80)], [...final, settled(20, -80)], aPolicy())
  const [SOME, NONE] = [
    { number: 1, sum: cop(80) },
    { number: 0, sum: cop(0) },
  ]
  const balanceIn = (from: number, to: number) => {
    const { debited, notDebited, notDebitedBefore } = chargebackBalance(whole, {
      from: slot(day(from)).date,
      to: slot(day(to)).date,
    })
    return [debited, notDebited, notDebitedBefore]
  }
  expect(balanceIn(1, 19)).toEqual([NONE, SOME, NONE])
  expect(balanceIn(1, 20)).toEqual([SOME, NONE, NONE])
  expect(balanceIn(2, 19)).toEqual([NONE, NONE, SOME])
  expect(balanceIn(2, 31)).toEqual([NONE, NONE, NONE])
})

test('chargebacks that are neither debited nor to be debited are those of settlements that are not final yet', () => {
  const chargebacks = [charged('a', 1, 80), charged('b', 2, 55), charged('c', 5, 7), charged('d', 5, 9)]
  const pulls = [...final, settled(5, 0, { status: 'processing' }), settled(20, -80)]
  const balance = chargebackBalance(chargebackAccount(chargebacks, pulls, aPolicy()), {
    from: slot(day(1)).date,
    to: slot(day(31)).date,
  })
  expect(notFinalIn(balance)).toEqual({ number: 2, sum: cop(16) })
})
