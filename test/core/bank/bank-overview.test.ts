import { describe, expect, test } from 'vitest'
import {
  type BankQuestion,
  bankBridge,
  bankOverview,
  kindWithoutCredit,
  restOfPayout,
  withArrived,
} from '../../../src/core/bank/bank-overview.ts'
import { type AccountStatement, nameStatements } from '../../../src/core/bank/bank-statement.ts'
import type { Arrival } from '../../../src/core/bank/payout-arrivals.ts'
import { tiesInForce } from '../../../src/core/bank/tie-out.ts'
import { nameOf } from '../../../src/core/slot.ts'
import { aPolicy, aSettlement, cop, slot } from '../a.ts'
import { anEntry, aPayout, aStatement, aTie } from './a-bank.ts'

const A = aPayout('2026-03-12', '11', 100)
const B = aPayout('2026-03-12', '13', 200)
const MARCH = aStatement('2026-03-01', '2026-03-31')

const standing = (given: Partial<BankQuestion>) =>
  bankOverview({
    statements: [MARCH],
    entries: [],
    ties: [],
    payouts: [],
    slots: [A.slot, B.slot],
    policy: { bankText: ['PAYCO'], bankDays: 3, bankNearPercent: 5 },
    ...given,
  })

const arrivals = (given: Partial<BankQuestion>) =>
  [A, B].map((payout) => standing(given).bySlot.get(nameOf(payout.slot))?.arrival ?? null)

describe('what became of a payout', () => {
  test.each<[string, readonly AccountStatement[], string | undefined]>([
    ['missing where its days are covered', [MARCH], 'missing'],
    ['missing through the last of them', [aStatement('2026-03-12', '2026-03-17')], 'missing'],
    ['on the way a day before', [aStatement('2026-03-12', '2026-03-16')], 'on-the-way'],
    ['not covered before the first statement', [aStatement('2026-03-13', '2026-03-31')], 'not-covered'],
    [
      'not covered where the first statement begins a day late',
      [aStatement('2026-03-13', '2026-03-16')],
      'not-covered',
    ],
    [
      'not covered where the second statement ends on the last day and begins after the first',
      [aStatement('2026-03-02', '2026-03-12'), aStatement('2026-03-16', '2026-03-17')],
      'not-covered',
    ],
    [
      'not covered between two statements',
      [aStatement('2026-03-02', '2026-03-13'), aStatement('2026-03-18', '2026-03-31')],
      'not-covered',
    ],
    ['not covered without a statement', [], 'not-covered'],
  ])('%s', (_, statements, kind) => {
    expect(arrivals({ payouts: [A], statements })[0]?.kind).toBe(kind)
  })

  test.each<[through: string, readonly AccountStatement[]]>([
    ['2026-03-31', [MARCH]],
    ['2026-04-30', [MARCH, aStatement('2026-04-01', '2026-04-30')]],
    ['2026-03-31', [MARCH, aStatement('2026-04-02', '2026-04-30')]],
    ['2026-03-20', [MARCH, { ...aStatement('2026-03-01', '2026-03-20'), account: '456' }]],
  ])('a payout that is missing is so through %s, as far as statements join', (through, statements) => {
    expect(arrivals({ payouts: [A], statements })[0]).toMatchObject({ kind: 'missing', through })
  })

  test('an account to which the operator never paid says nothing of it', () => {
    const statements = [aStatement('2026-03-01', '2026-03-13'), { ...MARCH, account: '456' }]
    expect(arrivals({ payouts: [A], statements })[0]?.kind).toBe('missing')
    const entries = [anEntry('x', '2026-03-02', 7)]
    expect(arrivals({ payouts: [A], statements, entries })[0]?.kind).toBe('on-the-way')
  })

  test('what exact sums leave one answer for is a candidate until it is tied', () => {
    const given = { payouts: [A], entries: [anEntry('x', '2026-03-13', 100)] }
    expect(arrivals(given)[0]).toMatchObject({ kind: 'candidates', candidates: [{ credits: [{ id: 'x' }] }] })
    expect(standing(given).open.ties).toHaveLength(1)
    expect(standing(given).unknownCredits).toEqual([])
    const entries = [anEntry('x', '2026-03-13', 100), anEntry('y', '2026-03-13', 100)]
    expect(standing({ payouts: [A], entries })).toMatchObject({ open: { candidates: [{}, {}] }, unknownCredits: [] })
  })

  test('an unexplained credit of exactly its sum after the last day is told, and pays nothing', () => {
    const entries = [
      anEntry('early', '2026-03-11', 100),
      anEntry('other', '2026-03-18', 99),
      anEntry('later', '2026-03-18', 100),
      anEntry('again', '2026-03-25', 100),
    ]
    expect(arrivals({ payouts: [A], entries })[0]).toMatchObject({
      kind: 'missing',
      laterCredits: [{ id: 'later' }, { id: 'again' }],
    })
    const ties = [aTie([B], ['later', 'again'])]
    expect(arrivals({ payouts: [A], entries, ties })[0]).toMatchObject({ kind: 'missing', laterCredits: [] })
  })

  test('the only credit near a payout is proposed for it, and is not unknown', () => {
    const short = anEntry('short', '2026-03-13', 97)
    const entries = [short, anEntry('fee', '2026-03-13', -3, { text: null })]
    const given = { payouts: [A, B], entries }
    expect(arrivals(given)).toMatchObject([
      { kind: 'unconfirmed', credit: { id: 'short' }, mayBe: [{ kind: 'charge', entry: 'fee' }] },
      { kind: 'missing' },
    ])
    expect(standing(given).unknownCredits).toEqual([])
    const beforeItsLastDay = { ...given, statements: [aStatement('2026-03-12', '2026-03-13')] }
    expect(arrivals(beforeItsLastDay)).toMatchObject([{ kind: 'unconfirmed' }, { kind: 'on-the-way' }])
    const narrow = { ...given, policy: { bankText: ['PAYCO'], bankDays: 3, bankNearPercent: 2 } }
    expect(arrivals(narrow)[0]?.kind).toBe('missing')
    expect(standing(narrow).unknownCredits).toEqual([short])
  })

  test('a payout that exact sums may explain is near no other credit', () => {
    const near = anEntry('near', '2026-03-13', 101)
    const twice = [anEntry('x', '2026-03-13', 100), anEntry('y', '2026-03-13', 100)]
    expect(arrivals({ payouts: [A], entries: [...twice, near] })[0]?.kind).toBe('candidates')
    const tied = { payouts: [A], entries: [anEntry('x', '2026-03-13', 100), near] }
    expect(standing(tied)).toMatchObject({ open: { ties: [{}] }, unknownCredits: [{ id: 'near' }] })
  })

  test('a tie gives each settlement its payout, and the last one what the credits are more or less', () => {
    const entries = [anEntry('x', '2026-03-13', 250), anEntry('y', '2026-03-12', 40)]
    const ties = [aTie([A, B], ['x', 'y'])]
    expect(arrivals({ ties, entries })).toMatchObject([
      { kind: 'arrived', banked: 10_000n, tied: 10_000n, on: '2026-03-13' },
      { kind: 'arrived', banked: 19_000n, tied: 20_000n },
    ])
    expect(arrivals({ ties: [aTie([A], ['y', 'x', 'gone'])], entries })[0]).toMatchObject({ on: '2026-03-13' })
  })

  test('a credit that is tied, or that the bank took back, pays no other payout and is not unknown', () => {
    const tied = { payouts: [A], entries: [anEntry('x', '2026-03-13', 100)], ties: [aTie([B], ['x'])] }
    expect(arrivals(tied)[0]?.kind).toBe('missing')
    expect(standing(tied).unknownCredits).toEqual([])
    const entries = [anEntry('x', '2026-03-13', 100), anEntry('back', '2026-03-13', -100)]
    expect(arrivals({ payouts: [A], entries })[0]).toMatchObject({
      kind: 'missing',
      takenBack: [{ on: '2026-03-13', back: '2026-03-13' }],
    })
    expect(standing({ payouts: [A], entries }).unknownCredits).toEqual([])
    const others = [anEntry('early', '2026-03-11', 100), anEntry('x', '2026-03-11', -100)]
    expect(arrivals({ payouts: [A], entries: others })[0]).toMatchObject({ kind: 'missing', takenBack: [] })
    const takenBackOf = (day: string) =>
      arrivals({ payouts: [A], entries: [anEntry('x', day, 100), anEntry('back', day, -100)] })[0]
    expect(takenBackOf('2026-03-12')).toMatchObject({ kind: 'missing', takenBack: [{ on: '2026-03-12' }] })
    expect(takenBackOf('2026-03-17')).toMatchObject({ kind: 'missing', takenBack: [{ on: '2026-03-17' }] })
    expect(takenBackOf('2026-03-18')).toMatchObject({ kind: 'missing', takenBack: [] })
    const ofAnother = [anEntry('x', '2026-03-13', 99), anEntry('back', '2026-03-13', -99)]
    expect(arrivals({ payouts: [A], entries: ofAnother })[0]).toMatchObject({ kind: 'missing', takenBack: [] })
  })

  test('a credit that paid a claim pays no payout; what is left of it is unknown', () => {
    const recovered = new Map([['x', cop(60)]])
    const given = { payouts: [A], entries: [anEntry('x', '2026-03-13', 100)], recovered }
    expect(arrivals(given)[0]?.kind).toBe('missing')
    expect(standing(given).unknownCredits).toMatchObject([{ id: 'x', value: cop(40) }])
    expect(standing({ ...given, recovered: new Map([['x', cop(100)]]) }).unknownCredits).toEqual([])
  })

  test('settlements get what arrived in their order, as far as it goes', () => {
    const entries = [anEntry('x', '2026-03-13', 60)]
    expect(arrivals({ ties: [aTie([A, B], ['x'])], entries })).toMatchObject([
      { kind: 'arrived', banked: 6_000n },
      { kind: 'arrived', banked: 0n },
    ])
  })

  test('what a person took back is tied no more', () => {
    const undone = { number: 41, at: 6, by: 'Eva', reason: 'r' }
    const ties = [aTie([A], ['x'], { undone })]
    expect(tiesInForce(ties)).toEqual([])
    const entries = [anEntry('x', '2026-03-13', 100)]
    expect(arrivals({ payouts: [A], ties, entries })[0]?.kind).toBe('missing')
    expect(standing({ payouts: [A], ties, entries }).unknownCredits).toHaveLength(1)
    const onLastDay = [anEntry('x', '2026-03-17', 100)]
    expect(arrivals({ payouts: [A], ties, entries: onLastDay })[0]).toMatchObject({ kind: 'missing', laterCredits: [] })
  })
})

test('only credits that name the operator are its own, in whatever letters', () => {
  const entries = [
    anEntry('a', '2026-03-12', 1, { text: 'abono  páyco s.a.s.' }),
    anEntry('b', '2026-03-12', 1, { text: 'OTRO' }),
    anEntry('c', '2026-03-12', 1, { text: null }),
    anEntry('d', '2026-03-12', -2),
    anEntry('e', '2026-03-12', 0),
  ]
  expect(standing({ entries }).unknownCredits.map(({ id }) => id)).toEqual(['a'])
  expect(standing({ entries, policy: { bankText: [], bankDays: 3, bankNearPercent: 5 } }).unknownCredits).toEqual([])
})

test('credits and gaps are filed under the last slot on or before their day, or nowhere', () => {
  const slots = [slot('2026-03-12', '11'), slot('2026-03-12', '13'), slot('2026-03-16', '11')]
  const entries = ['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-20'].map((on) => anEntry(on, on, 1))
  const statements = [aStatement('2026-03-02', '2026-03-05'), aStatement('2026-03-13', '2026-03-31')]
  const { bySlot } = standing({ slots, entries, statements })
  expect(
    [...bySlot.values()].map(({ unknownCredits, gaps }) => [unknownCredits.map(({ id }) => id), gaps.length]),
  ).toEqual([
    [[], 0],
    [['2026-03-12', '2026-03-13'], 1],
    [['2026-03-20'], 0],
  ])
})

const at = (pesos: number, arrival: Arrival) => ({ slot: slot(), payout: cop(pesos), arrival })
const arrived = (pesos: number): Arrival => ({
  kind: 'arrived',
  tie: 40,
  banked: cop(pesos),
  tied: cop(pesos),
  on: slot().date,
  parts: [{ on: slot().date, sum: cop(pesos) }],
})

const missing: Arrival = {
  kind: 'missing',
  lastDay: slot().date,
  through: slot().date,
  isComplete: true,
  laterCredits: [],
  takenBack: [],
}

test('the bridge from what was paid out to what arrived foots', () => {
  const rows = bankBridge(
    [
      at(100, arrived(100)),
      at(50, arrived(40)),
      at(30, { kind: 'unconfirmed', credit: anEntry('x', '2026-03-12', 29), mayBe: [] }),
      at(7, { kind: 'candidates', candidates: [] }),
      at(5, { kind: 'on-the-way', lastDay: slot().date }),
      at(3, missing),
      { ...at(2, missing), isSettled: true },
      { ...at(11, { kind: 'unconfirmed', credit: anEntry('y', '2026-03-12', 10), mayBe: [] }), isSettled: true },
      { ...at(8, missing), recovered: cop(5) },
      at(20, arrived(21)),
    ],
    [
      { slot: slot(), payout: cop(-20), kind: 'negative' },
      { slot: slot(), payout: cop(9), kind: 'echo' },
    ],
  )
  expect(
    rows.map(({ kind, settlements, payouts, banked, left }) => [kind, settlements, payouts, banked, left]),
  ).toEqual([
    ['arrived', 3, 17_000n, 16_100n, 1_000n],
    ['unconfirmed', 1, 3_000n, 2_900n, 100n],
    ['candidates', 1, 700n, null, 700n],
    ['on-the-way', 1, 500n, null, 500n],
    ['missing', 2, 1_100n, null, 600n],
    ['not-covered', 0, 0n, null, 0n],
    ['settled', 2, 1_300n, 1_000n, 0n],
    ['negative', 1, -2_000n, null, 0n],
    ['echo', 1, 900n, null, 0n],
    ['total', 12, 22_500n, 20_000n, 2_900n],
  ])
})

test.each([
  ['paid out', {}, null],
  ['negative', { payout: cop(-20) }, 'negative'],
  ['zero', { payout: cop(0) }, null],
  ['of another date', { date: '2026-03-11' }, 'echo'],
  ['zero, of another date', { payout: cop(0), date: '2026-03-11' }, null],
  ['of another date, and not final', { date: '2026-03-11', status: 'processing' }, null],
  ['negative, and failed', { payout: cop(-20), status: 'error' }, null],
])('a payout for which no credit is expected: %s', (_, instead, kind) => {
  expect(kindWithoutCredit(aSettlement(instead), slot(), aPolicy())).toBe(kind)
})

test('a payout that failed was paid out to nobody, also where the settings say that this status is final', () => {
  const failed = aSettlement({ payout: cop(-20), status: 'error' })
  expect(kindWithoutCredit(failed, slot(), aPolicy({ finalStatuses: ['error'] }))).toBeNull()
})

test('what arrived besides stands in its row and in the total, and adds no row', () => {
  const sums = (settlements: number) =>
    withArrived(bankBridge([], []), { settlements, payouts: cop(settlements * 10) })
      .filter((row) => row.settlements > 0)
      .map(({ kind, payouts, banked }) => [kind, payouts, banked])
  expect(sums(0)).toEqual([])
  expect(sums(3)).toEqual([
    ['arrived', cop(30), cop(30)],
    ['total', cop(30), cop(30)],
  ])
  const one = at(5, { kind: 'unconfirmed', credit: anEntry('x', '2026-03-12', 4), mayBe: [] })
  expect(withArrived(bankBridge([one], []), { settlements: 1, payouts: cop(10) }).at(-1)).toMatchObject({
    ...{ kind: 'total', settlements: 2, payouts: cop(15), banked: cop(14) },
  })
})

const statement = (account: string | null) => ({
  account,
  number: null,
  from: slot().date,
  to: slot().date,
  opening: null,
  closing: null,
  entries: [],
})

test.each([
  [null, '1.2-3', { kind: 'named', statements: [{ account: '123' }] }],
  ['123', null, { kind: 'named', statements: [{ account: '123' }] }],
  ['123', '12 3', { kind: 'named', statements: [{ account: '123' }] }],
  ['123', '456', { kind: 'other', account: '123' }],
  [null, null, { kind: 'nameless' }],
])('a file of account %s, and a person names %s', (account, given, naming) => {
  expect(nameStatements([statement(account)], given)).toMatchObject(naming)
})

test('what a person decided about an earlier arrival takes nothing off a payout that is on its way', () => {
  const payout = { slot: slot(), payout: cop(100), isSettled: true } as const
  const rests = [{ kind: 'on-the-way', lastDay: slot().date } as const, { kind: 'not-covered' } as const].map(
    (arrival) => restOfPayout({ ...payout, arrival }),
  )
  expect(rests).toEqual([cop(100), cop(100)])
})
