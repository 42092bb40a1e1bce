import { describe, expect, test } from 'vitest'
import type { Policy } from '../../src/core/policy.ts'
import type { Totals } from '../../src/core/pull/tally.ts'
import { firstContradictions, type ReadingCase, readingsTable } from '../../src/core/readings/readings.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import { aPolicy, aSettlement, cop, slot, someTotals } from './a.ts'

/** Collected 100,000, fees 2,000, payout 98,000 by default. */
const one = (
  instead: Partial<Settlement> = {},
  totals: Totals | null = someTotals(),
  day = '2026-03-12',
): ReadingCase => ({
  slot: slot(day),
  settlement: aSettlement({ date: day, ...instead }),
  totals,
  isChargedBackSince: false,
})
const rowOf = (setting: string, cases: readonly ReadingCase[], policy: Partial<Policy> = {}) =>
  readingsTable(cases, aPolicy(policy)).find((row) => row.setting === setting)

/** The row in short: value fits/not, ..., can tell, fits none, standing. */
const said = (setting: string, cases: readonly ReadingCase[], policy: Partial<Policy> = {}): string => {
  const row = rowOf(setting, cases, policy)
  const values = row?.values.map(({ value, fits, doesNotFit }) => `${value} ${fits}/${doesNotFit}`) ?? []
  return [...values, row?.canTell, row?.fitNone, row?.standing].join(', ')
}

const J = { adjustments: cop(-5_000) }
const POSTPAID = { feesPostpaid: true }
const GATEWAY = { gateway: true }
/** Sums paid, charged back (null: a chargeback without a sum) and invoiced. */
const listOf = (paid: number, charged: number | null, asked = paid): Totals => {
  const sum = (invoices: number, pesos: number, amount = pesos) => ({ invoices, paid: cop(pesos), amount: cop(amount) })
  const byStatus = new Map([['paid', sum(1, paid, asked)]])
  return someTotals({ byStatus: charged === 0 ? byStatus : byStatus.set('chargeback', sum(1, charged ?? 0)) })
}

describe('what history says of a reading', () => {
  test.each<[string, string, readonly ReadingCase[], Partial<Policy>, string]>([
    ['no adjustment tells nothing', 'adjustments', [one()], {}, '0, 0, undecided'],
    ['added', 'adjustments', [one({ ...J, payout: cop(93_000) })], {}, 'add 1/0, subtract 0/1, 1, 0, supported'],
    [
      'subtracted',
      'adjustments',
      [one({ ...J, payout: cop(103_000) })],
      {},
      'add 0/1, subtract 1/0, 1, 0, contradicted',
    ],
    [
      'subtracted, as the setting says',
      'adjustments',
      [one({ ...J, payout: cop(103_000) })],
      { adjustments: 'subtract' },
      'add 0/1, subtract 1/0, 1, 0, supported',
    ],
    ['neither: it decides nothing', 'adjustments', [one(J)], {}, 'add 0/1, subtract 0/1, 1, 1, undecided'],
    ['where fees are billed apart it cannot tell', 'adjustments', [one({ ...J, ...POSTPAID })], {}, '0, 0, undecided'],
    [
      'no fees billed apart, so that it can',
      'adjustments',
      [one({ ...J, ...POSTPAID, fees: cop(0), payout: cop(95_000) })],
      {},
      'add 1/0, subtract 0/1, 1, 0, supported',
    ],
    ['nor of a gateway', 'adjustments', [one({ ...J, ...GATEWAY })], {}, '0, 0, undecided'],

    [
      'not deducted',
      'postpaidFees',
      [one({ ...POSTPAID, payout: cop(100_000) })],
      {},
      'not-deducted 1/0, deducted 0/1, 1, 0, supported',
    ],
    ['deducted', 'postpaidFees', [one(POSTPAID)], {}, 'not-deducted 0/1, deducted 1/0, 1, 0, contradicted'],
    [
      'beside adjustments that are added',
      'postpaidFees',
      [one({ ...POSTPAID, ...J, payout: cop(95_000) })],
      {},
      'not-deducted 1/0, deducted 0/1, 1, 0, supported',
    ],
    [
      'beside adjustments that are subtracted',
      'postpaidFees',
      [one({ ...POSTPAID, ...J, payout: cop(105_000) })],
      { adjustments: 'subtract' },
      'not-deducted 1/0, deducted 0/1, 1, 0, supported',
    ],
    ['no fees, no difference', 'postpaidFees', [one({ ...POSTPAID, fees: cop(0) })], {}, '0, 0, undecided'],
    ['deducted at once', 'postpaidFees', [one()], {}, '0, 0, undecided'],

    [
      'a gateway that pays all it collects',
      'gateway',
      [one({ ...GATEWAY, payout: cop(100_000) })],
      {},
      'candidates 1/0, same 0/1, gateway-collected 1/0, gateway-zero 0/1, gateway-adjustments-less-fees 0/1, 1, 0, supported',
    ],
    [
      'that contradicts the usual equation',
      'gateway',
      [one({ ...GATEWAY, ...POSTPAID, payout: cop(0) })],
      { gateway: 'same' },
      'candidates 1/0, same 0/1, gateway-collected 0/1, gateway-zero 1/0, gateway-adjustments-less-fees 0/1, 1, 0, contradicted',
    ],
    [
      'one that pays all and one that pays nothing, and any is accepted',
      'gateway',
      [one({ ...GATEWAY, payout: cop(100_000) }), one({ ...GATEWAY, payout: cop(0) })],
      {},
      'candidates 2/0, same 0/2, gateway-collected 1/1, gateway-zero 1/1, gateway-adjustments-less-fees 0/2, 2, 0, supported',
    ],
    [
      'within the tolerance of zero',
      'gateway',
      [one({ ...GATEWAY, payout: cop(5) })],
      { tolerance: cop(5) },
      'candidates 1/0, same 0/1, gateway-collected 0/1, gateway-zero 1/0, gateway-adjustments-less-fees 0/1, 1, 0, supported',
    ],
    [
      'beyond the tolerance',
      'gateway',
      [one({ ...GATEWAY, payout: cop(6) })],
      { tolerance: cop(5) },
      'candidates 0/1, same 0/1, gateway-collected 0/1, gateway-zero 0/1, gateway-adjustments-less-fees 0/1, 1, 1, undecided',
    ],
    [
      'an exact fit goes before one within the tolerance',
      'adjustments',
      [one({ adjustments: cop(2), payout: cop(98_002) })],
      { tolerance: cop(5) },
      'add 1/0, subtract 0/1, 1, 0, supported',
    ],
    [
      'a tolerance that lets all values fit cannot tell',
      'adjustments',
      [one({ adjustments: cop(2), payout: cop(98_001) })],
      { tolerance: cop(5) },
      '0, 0, undecided',
    ],
    [
      'collected within the tolerance',
      'chargebacks',
      [one({ invoiceCount: 2 }, listOf(60_000, 40_003))],
      { tolerance: cop(3) },
      'counted 1/0, excluded 0/1, 1, 0, supported',
    ],
    ['no gateway', 'gateway', [one()], {}, '0, 0, undecided'],
    [
      'a gateway without any sum, which fits every value',
      'gateway',
      [one({ ...GATEWAY, collected: cop(0), fees: cop(0), payout: cop(0) })],
      {},
      '0, 0, undecided',
    ],

    [
      'counted',
      'chargebacks',
      [one({ invoiceCount: 2 }, listOf(60_000, 40_000))],
      {},
      'counted 1/0, excluded 0/1, 1, 0, supported',
    ],
    [
      'left out',
      'chargebacks',
      [one({}, listOf(100_000, 40_000))],
      {},
      'counted 0/1, excluded 1/0, 1, 0, contradicted',
    ],
    [
      'the sum without the number is no fit',
      'chargebacks',
      [one({}, listOf(60_000, 40_000))],
      {},
      'counted 0/1, excluded 0/1, 1, 1, undecided',
    ],
    [
      'a chargeback that names no sum tells by the number',
      'chargebacks',
      [one({ invoiceCount: 2 }, listOf(100_000, null))],
      {},
      'counted 1/0, excluded 0/1, 1, 0, supported',
    ],
    [
      'charged back since it was paid: its list was settled with it as a payment',
      'chargebacks',
      [{ ...one({}, listOf(60_000, 40_000)), isChargedBackSince: true }],
      {},
      '0, 0, undecided',
    ],
    ['no chargebacks', 'chargebacks', [one({}, listOf(100_000, 0))], {}, '0, 0, undecided'],
    ['a list that cannot be read whole', 'chargebacks', [one({}, null)], {}, '0, 0, undecided'],

    [
      'the sum of what was paid',
      'collectedBasis',
      [one({}, listOf(100_000, 0, 90_000))],
      {},
      'paid 1/0, amount 0/1, 1, 0, supported',
    ],
    [
      'of what was asked for',
      'collectedBasis',
      [one({}, listOf(90_000, 0, 100_000))],
      {},
      'paid 0/1, amount 1/0, 1, 0, contradicted',
    ],
    [
      'chargebacks counted with what was paid',
      'collectedBasis',
      [one({ invoiceCount: 2 }, listOf(60_000, 40_000, 50_000))],
      {},
      'paid 1/0, amount 0/1, 1, 0, supported',
    ],
    [
      'chargebacks left out, by policy',
      'collectedBasis',
      [one({}, listOf(100_000, 5, 90_000))],
      { chargebacks: 'excluded' },
      'paid 1/0, amount 0/1, 1, 0, supported',
    ],
    ['paid as asked', 'collectedBasis', [one()], {}, '0, 0, undecided'],
    ['an unread list', 'collectedBasis', [one({}, null)], {}, '0, 0, undecided'],

    ['under its own label', 'cycleAliases', [one()], {}, 'own-labels 1/0, other-labels 0/1, 1, 0, supported'],
    [
      'under another',
      'cycleAliases',
      [one({ cycle: '1' })],
      {},
      'own-labels 0/1, other-labels 1/0, 1, 0, contradicted',
    ],
    [
      'that a person named',
      'cycleAliases',
      [one({ cycle: '1' })],
      { cycleAliases: { '1': '11' } },
      'own-labels 0/1, other-labels 1/0, 1, 0, supported',
    ],
  ])('%s (%s)', (_name, setting, cases, policy, row) => {
    expect(said(setting, cases, policy)).toBe(row)
  })

  test('the settlements against the setting are named, oldest first', () => {
    const wrong = { ...J, payout: cop(103_000) }
    const cases = [one(wrong, null, '2026-03-14'), one(wrong, null, '2026-03-12'), one({ ...J, payout: cop(93_000) })]
    expect(rowOf('adjustments', cases)?.against.map(({ date }) => date)).toEqual(['2026-03-12', '2026-03-14'])
    expect(said('adjustments', cases)).toBe('add 1/2, subtract 2/1, 3, 0, contradicted')
  })
})

test('no setting is in force where the policy leaves gateway payouts unchecked', () => {
  const inForce = (gateway: Policy['gateway']) =>
    readingsTable([one({ ...J, ...GATEWAY })], aPolicy({ gateway })).find(({ setting }) => setting === 'gateway')
      ?.inForce
  expect([inForce('same'), inForce('candidates'), inForce('unchecked')]).toEqual(['same', 'candidates', null])
})

describe('a pinned reading that later settlements contradict', () => {
  const wrong = { ...J, payout: cop(103_000) }
  const cases = ['2026-03-15', '2026-03-10', '2026-03-13'].map((day) => one(wrong, null, day))
  const pinned = (at: string, instead: Partial<Policy> = {}) =>
    aPolicy({ pinnedReadings: { adjustments: { by: 'Ana', at: slot(at).date } }, ...instead })

  test('is told of one of that day itself, and not of those that cannot tell', () => {
    const cannotTell = [one({}, null, '2026-03-13'), one({ ...J, ...GATEWAY }, null, '2026-03-14')]
    expect(firstContradictions([...cannotTell, ...cases], pinned('2026-03-15'))).toMatchObject([
      { slot: slot('2026-03-15') },
    ])
    expect(firstContradictions([...cannotTell, ...cases], pinned('2026-03-14'))).toMatchObject([
      { slot: slot('2026-03-15') },
    ])
  })
  test('is told of the first one of that day or later', () => {
    expect(firstContradictions(cases, pinned('2026-03-12'))).toEqual([
      { setting: 'adjustments', inForce: 'add', fitting: ['subtract'], slot: slot('2026-03-13') },
    ])
  })
  test.each<[string, Policy]>([
    ['nobody pinned it', aPolicy()],
    ['there is nothing later', pinned('2026-03-16')],
    ['later ones fit', pinned('2026-03-12', { adjustments: 'subtract' })],
    ['all later ones fit', aPolicy({ pinnedReadings: { gateway: { by: 'Ana', at: slot().date } } })],
    [
      'the setting asserts nothing',
      aPolicy({ gateway: 'unchecked', pinnedReadings: { gateway: { by: 'Ana', at: slot().date } } }),
    ],
  ])('is not told where %s', (_name, policy) => {
    expect(firstContradictions(cases, policy)).toEqual([])
  })
})
