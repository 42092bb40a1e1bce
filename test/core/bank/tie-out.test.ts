import { describe, expect, test } from 'vitest'
import type { AccountEntry } from '../../../src/core/bank/bank-statement.ts'
import { lastDayOfCredit } from '../../../src/core/bank/payout-arrivals.ts'
import { type OpenPayout, type TieHypothesis, tieKey, tieOut } from '../../../src/core/bank/tie-out.ts'
import { cop, slot } from '../a.ts'
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
