import { describe, expect, test } from 'vitest'
import { entriesBeside } from '../../../src/core/bank/bank-file-record.ts'
import { payoutToArrive } from '../../../src/core/bank/bank-overview.ts'
import { type AccountEntry, type AccountStatement, accountOf } from '../../../src/core/bank/bank-statement.ts'
import { lastDayOfCredit, payoutArrivals } from '../../../src/core/bank/payout-arrivals.ts'
import {
  type OpenPayout,
  operatorCredits,
  operatorDebits,
  refusedKeys,
  type TieHypothesis,
  tieKey,
  tieKeyOf,
  tieOut,
  tiesInForce,
} from '../../../src/core/bank/tie-out.ts'
import type { Settlement } from '../../../src/core/settlement.ts'
import { aPolicy, aSettlement, cop, slot } from '../a.ts'
import { anEntry, aPayout, aStatement, aTie } from './a-bank.ts'
import { type Months, type MonthsPlan, monthsOf } from './generate.ts'

const payout = (date: string, cycle: string, pesos: number): OpenPayout => ({
  slot: slot(date, cycle),
  payout: cop(pesos),
  earlier: [],
  lastDay: lastDayOfCredit(slot(date).date, 3),
})

const credit = (id: string, date: string, pesos: number, account = '123'): AccountEntry => ({
  id,
  account,
  bookedOn: slot(date).date,
  valueOn: null,
  value: cop(pesos),
  text: 'ABONO PAYCO',
  reference: null,
})

const told = (hypotheses: readonly TieHypothesis[]): readonly string[] =>
  hypotheses.map(({ payouts, credits }) =>
    [payouts.map(({ slot: { cycle } }) => cycle).join('+'), credits.map(({ id }) => id).join('+')].join(' = '),
  )

const outcome = (payouts: readonly OpenPayout[], credits: readonly AccountEntry[], refused: readonly string[] = []) => {
  const { ties, candidates, isComplete } = tieOut({ payouts, credits, refused: new Set(refused) })
  return { ties: told(ties), candidates: told(candidates), isComplete }
}

/** 12 March 2026 is a Thursday; the 23rd is a holiday. */
const A = payout('2026-03-12', '11', 100)
const B = payout('2026-03-12', '13', 200)
const C = payout('2026-03-12', '16', 400)

describe('what exact sums leave one answer for', () => {
  test.each<[string, readonly OpenPayout[], readonly AccountEntry[], readonly string[], readonly string[]]>([
    ['one payout and one credit', [A], [credit('x', '2026-03-13', 100)], ['11 = x'], []],
    ['on the day itself', [A], [credit('x', '2026-03-12', 100)], ['11 = x'], []],
    ['three business days later', [A], [credit('x', '2026-03-17', 100)], ['11 = x'], []],
    ['four business days later', [A], [credit('x', '2026-03-18', 100)], [], []],
    ['before its day', [A], [credit('x', '2026-03-11', 100)], [], []],
    [
      'one payout in two credits on the day itself',
      [C],
      [credit('x', '2026-03-12', 150), credit('y', '2026-03-12', 250)],
      ['16 = x+y'],
      [],
    ],
    [
      'one payout in two credits, the second on its last day',
      [C],
      [credit('x', '2026-03-13', 150), credit('y', '2026-03-17', 250)],
      ['16 = x+y'],
      [],
    ],
    ['a centavo less', [A], [credit('x', '2026-03-13', 99.99)], [], []],
    ['a run of payouts in one credit', [A, B, C], [credit('x', '2026-03-13', 700)], ['11+13+16 = x'], []],
    [
      'one payout in two credits',
      [C],
      [credit('x', '2026-03-13', 150), credit('y', '2026-03-13', 250)],
      ['16 = x+y'],
      [],
    ],
    [
      'credits of two accounts are no run',
      [C],
      [credit('x', '2026-03-13', 150), credit('y', '2026-03-13', 250, '456')],
      [],
      [],
    ],
    [
      'two equal credits',
      [A],
      [credit('x', '2026-03-13', 100), credit('y', '2026-03-16', 100)],
      [],
      ['11 = x', '11 = y'],
    ],
    [
      'what is left when the others are tied',
      [A, payout('2026-03-12', '13', 100), payout('2026-03-18', '18', 300)],
      [credit('x', '2026-03-13', 100), credit('y', '2026-03-19', 300)],
      ['18 = y'],
      ['11 = x', '13 = x'],
    ],
    [
      'neighbours once the payout between them is tied',
      [A, B, C],
      [credit('x', '2026-03-13', 200), credit('y', '2026-03-13', 500)],
      ['13 = x', '11+16 = y'],
      [],
    ],
    [
      'neighbours once the last day of the payout between them has passed',
      [
        { ...A, lastDay: slot('2026-03-20').date },
        { ...B, lastDay: slot('2026-03-19').date },
        { ...C, lastDay: slot('2026-03-20').date },
      ],
      [credit('x', '2026-03-20', 500)],
      ['11+16 = x'],
      [],
    ],
    ['sets that are no runs are candidates', [A, B, C], [credit('x', '2026-03-13', 500)], [], ['16+11 = x']],
    [
      'credits of one payout that are no neighbours are tied where they are the only answer',
      [C],
      [credit('x', '2026-03-13', 150), credit('y', '2026-03-13', 700), credit('z', '2026-03-13', 250)],
      ['16 = z+x'],
      [],
    ],
    [
      'credits that are no neighbours, in two ways',
      [C],
      [
        credit('x', '2026-03-13', 150),
        credit('y', '2026-03-13', 700),
        credit('z', '2026-03-13', 250),
        credit('w', '2026-03-13', 700),
        credit('v', '2026-03-13', 250),
      ],
      [],
      ['16 = z+x', '16 = v+x'],
    ],
    [
      'credits of which one may be of another payout, too',
      [C, payout('2026-03-13', '11', 900)],
      [
        credit('x', '2026-03-13', 150),
        credit('y', '2026-03-13', 700),
        credit('z', '2026-03-13', 250),
        credit('w', '2026-03-13', 777),
        credit('v', '2026-03-13', 750),
      ],
      [],
      ['16 = z+x', '11 = v+x'],
    ],
    [
      'three payouts of one sum are candidates of a credit, each once',
      [A, payout('2026-03-12', '13', 100), payout('2026-03-12', '16', 100)],
      [credit('x', '2026-03-13', 100)],
      [],
      ['11 = x', '13 = x', '16 = x'],
    ],
    [
      'three credits of one sum are candidates of a payout, each once',
      [A],
      [credit('x', '2026-03-13', 100), credit('y', '2026-03-13', 100), credit('z', '2026-03-13', 100)],
      [],
      ['11 = x', '11 = y', '11 = z'],
    ],
    ['nothing at all', [], [], [], []],
  ])('%s', (_, payouts, credits, ties, candidates) => {
    expect(outcome(payouts, credits)).toEqual({ ties, candidates, isComplete: true })
  })

  test('a payout that was final later than the next one may arrive later', () => {
    const late = { ...A, lastDay: slot('2026-03-24').date }
    const credits = [credit('x', '2026-03-20', 100), credit('y', '2026-03-13', 200)]
    expect(outcome([late, B], credits).ties).toEqual(['11 = x', '13 = y'])
    expect(outcome([late, B], [credit('x', '2026-03-20', 200)]).ties).toEqual([])
  })

  test('what a person untied is not tied again, and is no candidate', () => {
    const credits = [credit('x', '2026-03-13', 500)]
    expect(outcome([A, B, C], credits, [tieKey([A.slot, C.slot], ['x'])]).candidates).toEqual([])
    expect(outcome([A], [credit('x', '2026-03-13', 100)], [tieKey([A.slot], ['x'])])).toMatchObject({ ties: [] })
    expect(outcome([A], [credit('x', '2026-03-13', 100)], [tieKey([B.slot], ['y'])]).ties).toEqual(['11 = x'])
  })

  test('a search that is given up says so', () => {
    const many = Array.from({ length: 41 }, (_, index) => payout('2026-03-12', `c${index}`, 1000 + 7 ** (index % 5)))
    expect(outcome(many, [credit('x', '2026-03-13', 5_003)])).toMatchObject({ ties: [], isComplete: false })
    expect(outcome(many.slice(0, 40), [credit('x', '2026-03-13', 500)]).isComplete).toBe(true)
  })

  test('a credit after the two hundredth is not searched for, and the outcome says so', () => {
    const credits = Array.from({ length: 201 }, (_, index) => credit(`x${index}`, '2026-03-13', 50, `account ${index}`))
    expect(outcome([A, B, C], credits.slice(1)).isComplete).toBe(true)
    expect(outcome([A, B, C], credits).isComplete).toBe(false)
  })
})

const PLAIN: MonthsPlan = {
  seed: 1,
  from: '2026-01-02',
  days: 60,
  step: 1,
  net: true,
  grouping: 'alone',
  split: 0,
  missing: 0,
  short: 0,
  strangers: 0,
}
const TROUBLES = { split: 0.05, missing: 0.02, short: 0.02, strangers: 2 }

/** The wrong ties, and the share of true pairs that is tied. */
const tiesOf = (months: Months) => {
  const { ties } = tieOut({ ...months, refused: new Set() })
  const keys = ties.map(({ payouts, credits }) =>
    tieKey(
      payouts.map(({ slot }) => slot),
      credits.map(({ id }) => id),
    ),
  )
  const right = keys.filter((key) => months.truth.has(key)).length
  return { wrong: keys.length - right, share: right / months.truth.size }
}

/**
 * The least share of true pairs that must be tied, over six pairs of months, by the pesos to which rents are rounded.
 */
const TIED_MIN_SHARE = { 1: 1, 1000: 0.96, 50000: 0.9 } as const
/** The share over all pairs of months. */
const TIED = { 1: 1, 1000: 0.99, 50000: 0.94 } as const

describe('months that are made: every tie is right', () => {
  const cases = ([1, 1_000, 50_000] as const).flatMap((step) =>
    (['alone', 'day', 'runs'] as const).flatMap((grouping) =>
      [true, false].flatMap((net) => [{}, TROUBLES].map((troubles) => ({ step, grouping, net, troubles }))),
    ),
  )
  test.each(cases)('rents to $step, $grouping, fees deducted $net, $troubles', ({ step, ...rest }) => {
    const { troubles, ...plan } = rest
    const shares = Array.from({ length: 6 }, (_, seed) => {
      const { wrong, share } = tiesOf(monthsOf({ ...PLAIN, step, ...plan, ...troubles, seed }))
      expect(wrong).toBe(0)
      return share
    })
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(TIED_MIN_SHARE[step])
    expect(shares.reduce((a, b) => a + b) / shares.length).toBeGreaterThanOrEqual(TIED[step])
  })
})

test.each([
  ['001.234.567-8', '0012345678'],
  ['031 123456 78', '03112345678'],
  ['ES91', 'ES91'],
  [' - . ', null],
  ['', null],
])('the account of %j is %j', (text, account) => {
  expect(accountOf(text)).toBe(account)
})

test('a tie is in force until it is undone, and is refused from then on', () => {
  const inForce = aTie([aPayout('2026-03-12', '11', 100)], ['x'])
  const undone = aTie([aPayout('2026-03-12', '13', 200)], ['y'], {
    undone: { number: 41, at: 6, by: 'Ana', reason: 'r' },
  })
  expect(tiesInForce([inForce, undone])).toEqual([inForce])
  expect(refusedKeys([inForce, undone])).toEqual(new Set([tieKeyOf(undone)]))
})

const of = (from: number, to: number, opening: number | null, closing: number | null, instead = {}): AccountStatement =>
  aStatement(`2026-03-${from}`, `2026-03-${to}`, {
    opening: opening === null ? null : cop(opening),
    closing: closing === null ? null : cop(closing),
    ...instead,
  })

const NOON = of(12, 12, 0, 100)

test.each<[string, AccountStatement, AccountStatement, readonly string[]]>([
  ['the afternoon after the morning', of(12, 12, 100, 200), NOON, ['2026-03-12']],
  ['the morning before the afternoon', NOON, of(12, 12, 100, 200), ['2026-03-12']],
  ['days that begin within the day', of(12, 14, 100, 200), NOON, ['2026-03-12']],
  ['days that end within the day', NOON, of(12, 14, 100, 200), ['2026-03-12']],
  ['the whole day', of(12, 12, 0, 200), NOON, []],
  ['the same statement', NOON, NOON, []],
  ['the same statement of nothing moved', of(12, 12, 5, 5), of(12, 12, 5, 5), []],
  ['of the same balance after nothing moved', of(12, 12, 5, 9), of(12, 12, 5, 5), ['2026-03-12']],
  ['without balances', of(12, 12, null, null), of(12, 12, null, null), []],
  ['the next day', of(13, 13, 100, 200), NOON, []],
  ['of another account', of(12, 12, 100, 200, { account: '9' }), NOON, []],
])('entries beside %s', (_, statement, other, expected) => {
  const isBeside = entriesBeside(statement, [other])
  const entries = [11, 12, 13].map((day) => anEntry('x', `2026-03-${day}`, 100, { account: statement.account }))
  expect(entries.filter(isBeside).map(({ bookedOn }) => bookedOn)).toEqual(expected)
  expect(entries.map((entry) => ({ ...entry, file: 2 })).filter(isBeside)).toEqual([])
  expect(entries.map((entry) => ({ ...entry, account: '7' })).filter(isBeside)).toEqual([])
})

test.each<[string, string, string, boolean]>([
  ['the name as it is set', 'PAYCO', 'ABONO PAYCO', true],
  ['capitals and accents', 'payco', 'Abono Páyco', true],
  ['an accent set apart, as some banks write it', 'PÁYCO', 'PA\u0301YCO', true],
  ['several spaces where one is set', 'PAGO PAYCO', 'PAGO   PAYCO', true],
  ['several spaces set where one is written', 'PAGO  PAYCO', 'PAGO PAYCO', true],
  ['spaces around the name in the settings', ' PAYCO ', 'ABONO PAYCO.', true],
  ['somebody else', 'PAYCO', 'ABONO NOMINA', false],
  ['a part of the name', 'PAYCO', 'ABONO PAY', false],
])('%s', (_, name, text, isOperator) => {
  const entries = [anEntry('credit', '2026-03-12', 1, { text }), anEntry('debit', '2026-03-12', -1, { text })]
  expect(operatorCredits(entries, [name]).map(({ id }) => id)).toEqual(isOperator ? ['credit'] : [])
  expect(operatorDebits(entries, [name]).map(({ id }) => id)).toEqual(isOperator ? ['debit'] : [])
})

test('an entry of zero is neither credit nor debit', () => {
  const entries = [anEntry('zero', '2026-03-12', 0)]
  expect([...operatorCredits(entries, ['PAYCO']), ...operatorDebits(entries, ['PAYCO'])]).toEqual([])
})

test.each<[string, Settlement | null, number | null]>([
  ['a payout of a final settlement', aSettlement({ payout: cop(98_500) }), 98_500],
  ['the smallest payout', aSettlement({ payout: cop(0.01) }), 0.01],
  ['no payout', aSettlement({ payout: cop(0) }), null],
  ['a negative payout', aSettlement({ payout: cop(-1) }), null],
  ['one in process', aSettlement({ status: 'processing' }), null],
  ['an answer for another settlement', aSettlement({ date: slot('2026-03-13').date }), null],
  ['no settlement', null, null],
])('%s', (_, settlement, expected) => {
  expect(payoutToArrive(settlement, slot(), aPolicy())).toBe(expected === null ? null : cop(expected))
})

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
