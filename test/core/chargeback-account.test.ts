import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumOf } from '../../src/core/money.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import {
  type Chargeback,
  type ChargebackTie,
  chargebackAccount,
  chargebackBalance,
  unexplainedOf,
} from '../../src/rules/assessment/chargeback-account.ts'
import { trials } from '../trials.ts'
import { aPolicy, aSettlement, cop, slot } from './a.ts'

/** Days of March 2026: a chargeback is given by id, day and pesos, an adjustment by day and pesos. */
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}`
const charged = (id: string, on: number, pesos: number, isReversed = false): Chargeback => ({
  slot: slot(day(on)),
  invoiceId: id,
  paid: cop(pesos),
  isReversed,
})
const settled = (on: number, pesos = 0, instead: Partial<Settlement> = {}) => ({
  slot: slot(day(on)),
  settlement: aSettlement({ date: day(on), adjustments: cop(pesos), ...instead }),
})
const final = [1, 2, 3, 4].map((on) => settled(on))
const ids = (chargebacks: readonly Chargeback[]) => chargebacks.map(({ invoiceId }) => invoiceId).join('+')

/** Of each adjustment the pesos explained and the sets that may be meant; and the chargebacks not debited. */
const account = (
  chargebacks: readonly Chargeback[],
  pulls: readonly ReturnType<typeof settled>[],
  { policy = {}, ties = [] }: { policy?: Partial<Policy>; ties?: readonly ChargebackTie[] } = {},
) => {
  const whole = chargebackAccount(chargebacks, [...final, ...pulls], aPolicy(policy), ties)
  return {
    explained: whole.adjustments.map(({ explained, explanation }) => {
      const sets =
        explanation.kind === 'tied' ? [explanation.chargebacks] : explanation.kind === 'none' ? [] : explanation.sets
      return `${Number(explained) / 100} ${explanation.kind} ${sets.map(ids).join(' | ')}`.trim()
    }),
    notDebited: whole.notDebited.map(({ invoiceId }) => invoiceId),
  }
}

const tie = (invoiceIds: string[], ...on: number[]): ChargebackTie => ({
  ...{ number: 7, at: 0, by: 'ana', reason: 'asked', undone: null },
  invoiceIds,
  adjustments: on.map((number) => slot(day(number))),
})

type Story = readonly [
  string,
  Chargeback[],
  ReturnType<typeof settled>[],
  { explained: string[]; notDebited: string[] },
  Parameters<typeof account>[2]?,
]
const STORIES: readonly Story[] = [
  ['nothing at all', [], [], { explained: [], notDebited: [] }],
  ['not debited yet', [charged('a', 1, 80)], [], { explained: [], notDebited: ['a'] }],
  [
    'not debited yet, in order of settlement and id',
    [charged('z', 1, 80), charged('m', 2, 55), charged('a', 2, 7)],
    [],
    { explained: [], notDebited: ['z', 'a', 'm'] },
  ],
  ['debited', [charged('a', 1, 80)], [settled(20, -80)], { explained: ['-80 debit a'], notDebited: [] }],
  [
    'adjustments that are subtracted, by policy',
    [charged('a', 1, 80)],
    [settled(20, 80)],
    { explained: ['-80 debit a'], notDebited: [] },
    { policy: { adjustments: 'subtract' } },
  ],
  [
    'an equal one first, then two together',
    [charged('a', 1, 80), charged('b', 2, 80), charged('c', 3, 7)],
    [settled(20, -87), settled(21, -80)],
    { explained: ['-87 debit b+c', '-80 debit a'], notDebited: [] },
  ],
  [
    'an unrelated one lies between',
    [charged('a', 1, 80), charged('b', 2, 55)],
    [settled(20, -80)],
    { explained: ['-80 debit a'], notDebited: ['b'] },
  ],
  [
    'two adjustments debit one chargeback',
    [charged('a', 1, 80)],
    [settled(20, -50), settled(21, -30)],
    { explained: ['-50 debit a', '-30 debit a'], notDebited: [] },
  ],
  [
    'nothing is netted: a deduction that nobody explains beside one that is not debited',
    [charged('a', 1, 80)],
    [settled(20, -79)],
    { explained: ['0 none'], notDebited: ['a'] },
  ],
  [
    'money that is brought is no debit',
    [charged('a', 1, 80)],
    [settled(20, 80)],
    { explained: ['0 none'], notDebited: ['a'] },
  ],
  [
    'each is debited once, by the earlier adjustment',
    [charged('a', 1, 80)],
    [settled(21, -80), settled(20, -80)],
    { explained: ['-80 debit a', '0 none'], notDebited: [] },
  ],
  ['one of a later settlement', [charged('a', 4, 80)], [settled(3, -80)], { explained: ['0 none'], notDebited: ['a'] }],
  [
    'one of the same settlement',
    [charged('a', 20, 80)],
    [settled(20, -80)],
    { explained: ['-80 debit a'], notDebited: [] },
  ],
  [
    'of two equal ones the pesos of one are debited; both names are possible',
    [charged('a', 1, 80), charged('b', 2, 80)],
    [settled(20, -80)],
    { explained: ['-80 debit a | b'], notDebited: ['b'] },
  ],
  [
    'as many adjustments as equal ones debit them all, and one more is not explained',
    [charged('a', 1, 80), charged('b', 2, 80)],
    [settled(20, -80), settled(21, -80), settled(22, -80)],
    { explained: ['-80 debit a', '-80 debit b', '0 none'], notDebited: [] },
  ],
  [
    'two pairs that fit and share one: the pesos are debited, and both pairs are possible',
    [charged('a', 1, 50), charged('b', 1, 30), charged('c', 1, 30)],
    [settled(20, -80), settled(21, -80)],
    { explained: ['-80 debit a+b | a+c', '0 none'], notDebited: ['c'] },
  ],
  [
    'a settlement that answers for another date adjusts nothing',
    [charged('a', 1, 80)],
    [settled(20, -80, { date: day(19) })],
    { explained: [], notDebited: ['a'] },
  ],
  [
    'an adjustment of a settlement that failed uses nothing up',
    [charged('a', 1, 80)],
    [settled(20, -80, { status: 'error' }), settled(21, -80)],
    { explained: ['-80 debit a'], notDebited: [] },
  ],
  ['one that names no sum', [charged('a', 1, 0)], [settled(20, -80)], { explained: ['0 none'], notDebited: [] }],
  [
    'an invoice in two lists is one chargeback',
    [charged('a', 1, 80), charged('a', 2, 80)],
    [settled(20, -80), settled(21, -80)],
    { explained: ['-80 debit a', '0 none'], notDebited: [] },
  ],
  [
    'an invoice in two lists, reversed in one of them, is a chargeback',
    [charged('a', 1, 80, true), charged('a', 2, 80)],
    [],
    { explained: [], notDebited: ['a'] },
  ],
  [
    'reversed and never debited, nothing is to be debited',
    [charged('a', 1, 80, true)],
    [settled(20, 80)],
    { explained: ['0 none'], notDebited: [] },
  ],
  [
    'reversed, it stays debited',
    [charged('a', 1, 80, true)],
    [settled(20, -80)],
    { explained: ['-80 debit a'], notDebited: [] },
  ],
  [
    'debited, reversed and given back',
    [charged('a', 1, 80, true)],
    [settled(20, -80), settled(21, 80)],
    { explained: ['-80 debit a', '80 give-back a'], notDebited: [] },
  ],
  [
    'the one that was given back was debited, not its equal',
    [charged('a', 1, 80), charged('b', 2, 80, true)],
    [settled(20, -80), settled(21, 80)],
    { explained: ['-80 debit b | a', '80 give-back b'], notDebited: ['a'] },
  ],
  [
    'one that is a chargeback is debited before one that was reversed and not given back',
    [charged('a', 1, 80, true), charged('b', 2, 80)],
    [settled(20, -80)],
    { explained: ['-80 debit b'], notDebited: [] },
  ],
  [
    'a tie goes first, and its rest is not explained',
    [charged('a', 1, 80), charged('b', 2, 85)],
    [settled(20, -85)],
    { explained: ['-80 tied a'], notDebited: ['b'] },
    { ties: [tie(['a'], 20)] },
  ],
  [
    'a tie of several: the chargebacks are debited whole, the last adjustment has the rest',
    [charged('a', 1, 80), charged('b', 2, 20)],
    [settled(20, -50), settled(21, -45)],
    { explained: ['-50 tied a+b', '-50 tied a+b'], notDebited: [] },
    { ties: [tie(['a', 'b'], 20, 21)] },
  ],
  [
    'a tie that was undone',
    [charged('a', 1, 80)],
    [settled(20, -85)],
    { explained: ['0 none'], notDebited: ['a'] },
    { ties: [{ ...tie(['a'], 20), undone: { number: 8, at: 0, by: 'ana', reason: 'no' } }] },
  ],
  [
    'a tie whose chargeback or adjustment is gone holds nothing',
    [charged('a', 1, 80)],
    [settled(20, -80)],
    { explained: ['-80 debit a'], notDebited: [] },
    { ties: [tie(['z'], 20), tie(['a'], 25)] },
  ],
]

describe('chargebacks held against adjustments', () => {
  const stories = STORIES.map(([name, chargebacks, pulls, expected, given = {}]) => {
    return [name, { chargebacks, pulls, expected, given }] as const
  })
  test.each(stories)('%s', (_, { chargebacks, pulls, expected, given }) => {
    expect(account(chargebacks, pulls, given)).toEqual(expected)
    expect(account(chargebacks.toReversed(), pulls.toReversed(), given)).toEqual(expected)
  })

  test('a search that would be too large ends, and says so', () => {
    const many = Array.from({ length: 200 }, (_, n) => charged(`i${n}`, 1, 1_000_000 + 2 * n * n))
    const [adjustment] = chargebackAccount(many, [settled(20, -50_000_001)], aPolicy()).adjustments
    expect(adjustment).toMatchObject({ explained: 0n, explanation: { kind: 'none', isComplete: false } })
  })
})

/** Random histories of 31 days: equal sums are frequent, some settlements fail, some chargebacks were reversed. */
const histories = fc.record({
  chargebacks: fc.array(
    fc.record({
      id: fc.integer({ min: 0, max: 9 }),
      on: fc.integer({ min: 1, max: 28 }),
      pesos: fc.integer({ min: 1, max: 6 }),
      isReversed: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
  adjustments: fc.uniqueArray(
    fc.record({
      on: fc.integer({ min: 1, max: 28 }),
      pesos: fc.integer({ min: -9, max: 6 }),
      status: fc.constantFrom('paid', 'paid', 'paid', 'processing', 'error'),
    }),
    { maxLength: 8, selector: ({ on }) => on },
  ),
  tied: fc.record({ id: fc.integer({ min: 0, max: 9 }), on: fc.integer({ min: 1, max: 28 }) }),
  days: fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 28 })),
})

test('chargebacks are debited or not, adjustments explained or not, in any order and over any days', () => {
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat()), ({ chargebacks, adjustments, tied, days }, dice) => {
      const listed = chargebacks.map(({ id, on, pesos, isReversed }) => charged(`i${id}`, on, pesos, isReversed))
      const pulls = adjustments.map(({ on, pesos, status }) => settled(on, pesos, { status }))
      const ties = [tie([`i${tied.id}`], tied.on)]
      const whole = chargebackAccount(listed, pulls, aPolicy(), ties)
      const shuffled = <T>(items: readonly T[]): T[] =>
        items
          .map((item) => ({ item, at: dice.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item)
      // Copies of one invoice that differ are told apart by their place in the list of their settlement alone.
      const isOneEach =
        new Set(listed.map(({ invoiceId, slot: { date } }) => `${invoiceId} ${date}`)).size === listed.length
      if (isOneEach) expect(chargebackAccount(shuffled(listed), shuffled(pulls), aPolicy(), ties)).toEqual(whole)
      const paid = sumOf(whole.chargebacks.map((one) => one.paid))
      expect(sumOf([...whole.debited, ...whole.notDebited].map((one) => one.paid))).toBe(paid)
      const debits = whole.adjustments.filter(({ explanation: { kind } }) => kind === 'debit' || kind === 'tied')
      expect(sumOf(debits.map(({ explained }) => explained))).toBe(-sumOf(whole.debited.map((one) => one.paid)))
      const [from, to] = [Math.min(...days), Math.max(...days)]
      const balance = chargebackBalance(whole, { from: slot(day(from)).date, to: slot(day(to)).date })
      expect(balance.debited.sum + balance.notDebited.sum).toBe(balance.paid)
      expect(balance.explained - balance.withoutChargeback.taken.sum + balance.withoutChargeback.brought.sum).toBe(
        balance.adjustments,
      )
      expect(sumOf(whole.toDebit.map(({ sum }) => sum)) <= sumOf(whole.notDebited.map((one) => one.paid))).toBe(true)
    }),
    { numRuns: trials(100) },
  )
})

test('of equal ones partly debited one tells what is left and names all; others are told alone', () => {
  const chargebacks = [charged('a', 1, 80), charged('b', 2, 80), charged('c', 3, 80), charged('d', 4, 7)]
  const { toDebit } = chargebackAccount(chargebacks, [...final, settled(20, -80)], aPolicy())
  expect(toDebit.map(({ chargeback, sum, amongEqual }) => [chargeback.invoiceId, sum, ids(amongEqual)])).toEqual([
    ['c', cop(160), 'a+b+c'],
    ['d', cop(7), ''],
  ])
})

test('a chargeback of a settlement that is not final is not debited, and nothing is to be debited yet', () => {
  const { notDebited, toDebit } = chargebackAccount(
    [charged('a', 25, 80)],
    [settled(25, 0, { status: 'processing' })],
    aPolicy(),
  )
  expect([notDebited.length, toDebit]).toEqual([1, []])
})

test('two lines that are never netted, of the settlements of some days', () => {
  const chargebacks = [charged('a', 1, 80), charged('b', 2, 55), charged('c', 3, 7)]
  const pulls = [...final, settled(20, -80), settled(21, -100), settled(22, 100)]
  const whole = chargebackAccount(chargebacks, pulls, aPolicy())
  expect(chargebackBalance(whole, { from: slot(day(1)).date, to: slot(day(31)).date })).toMatchObject({
    seen: 3,
    paid: cop(142),
    adjustments: cop(-80),
    explained: cop(-80),
    withoutChargeback: { taken: { number: 1, sum: cop(100) }, brought: { number: 1, sum: cop(100) } },
    notDebited: { number: 2, sum: cop(62) },
  })
  expect(chargebackBalance(whole, { from: slot(day(3)).date, to: slot(day(21)).date })).toMatchObject({
    seen: 1,
    paid: cop(7),
    adjustments: cop(-180),
    withoutChargeback: { taken: { number: 1, sum: cop(100) }, brought: { number: 0, sum: cop(0) } },
    notDebited: { number: 1, sum: cop(7) },
    notDebitedBefore: { number: 1, sum: cop(55) },
  })
})

const LEFT_OUT = { gateway: true, collected: cop(100), fees: cop(0), payout: cop(100) }

test('adjustments that a gateway reading leaves out of the payout lower no payout and debit nothing', () => {
  const whole = chargebackAccount(
    [charged('a', 1, 80)],
    [...final, settled(20, -80, LEFT_OUT), settled(21, -7, LEFT_OUT)],
    aPolicy(),
  )
  expect(account([charged('a', 1, 80)], [settled(20, -80, LEFT_OUT)])).toEqual({
    explained: ['-80 debit a'],
    notDebited: ['a'],
  })
  expect(whole.adjustments.map(unexplainedOf)).toEqual([0n, 0n])
  expect(chargebackBalance(whole, { from: slot(day(1)).date, to: slot(day(31)).date })).toMatchObject({
    adjustments: cop(0),
    leftOut: { number: 2, sum: cop(-87) },
    withoutChargeback: { taken: { number: 0, sum: cop(0) } },
  })
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

test('what an adjustment paid of claims is explained, as far as it brings money', () => {
  const unexplained = (pesos: number, ...sums: readonly number[]) => {
    const recovered = sums.map((sum) => ({ slot: slot(day(2)), sum: cop(sum) }))
    const { adjustments } = chargebackAccount([], [settled(2, pesos), settled(3, 9)], aPolicy(), [], recovered)
    return adjustments.map((one) => Number(unexplainedOf(one)) / 100)
  }
  expect(unexplained(80, 50)).toEqual([30, 9])
  expect(unexplained(80, 50, 30)).toEqual([0, 9])
  expect(unexplained(80, 90)).toEqual([0, 9])
  expect(unexplained(-80, 90)).toEqual([-80, 9])
})
