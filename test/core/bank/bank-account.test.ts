import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Arrival } from '../../../src/core/bank/payout-arrivals.ts'
import { addDays, nameOf, type SlotDate } from '../../../src/core/slot.ts'
import {
  type ArrivalFacts,
  type BankAccount,
  bankAccount,
  type PaidPayout,
} from '../../../src/rules/account/bank-account.ts'
import { cop, slot } from '../a.ts'
import { anEntry } from './a-bank.ts'

const day = (date: string): SlotDate => slot(date).date

/** A payout of one cycle of its day, and its state at the bank. */
interface Story {
  readonly date: string
  readonly cycle?: string
  readonly pesos: number
  /** The day of the first final reading; its own day by default. */
  readonly readOn?: string
  readonly arrival: Arrival | null
  /** The day on which a person accepted that it is missing or arrived as another sum. */
  readonly acceptedOn?: string | null
  /** The day on which so many pesos of a claim were paid elsewhere. */
  readonly recovered?: readonly [day: string, pesos: number] | null
  /** Whether the answer was for another settlement. */
  readonly isEcho?: boolean
}

const arrived = (on: string, banked: number, tied = banked): Arrival => ({
  kind: 'arrived',
  on: day(on),
  banked: cop(banked),
  tied: cop(tied),
  tie: 1,
  parts: [{ on: day(on), sum: cop(banked) }],
})
const missing = (lastDay: string): Arrival => ({
  kind: 'missing',
  lastDay: day(lastDay),
  through: day(lastDay),
  isComplete: true,
  laterCredits: [],
  takenBack: [],
})
const near = (on: string, pesos: number): Arrival => ({
  kind: 'unconfirmed',
  credit: anEntry('x', on, pesos),
  mayBe: [],
})
const ON_THE_WAY: Arrival = { kind: 'on-the-way', lastDay: day('2026-04-06') }
const UNDECIDED: Arrival = { kind: 'candidates', candidates: [] }
const NOT_COVERED: Arrival = { kind: 'not-covered' }

const accountOf = (
  stories: readonly Story[],
  from: string,
  to: string,
  credits: ArrivalFacts['unknownCredits'] = [],
) => {
  const payouts = stories.map(
    ({ date, cycle = '11', pesos, readOn = date, isEcho = false, acceptedOn = null, recovered = null }) => {
      const payout: PaidPayout = {
        slot: slot(date, cycle),
        paidOut: cop(pesos),
        paidOn: day(readOn),
        isExpected: pesos > 0 && !isEcho,
        acceptedOn: acceptedOn === null ? null : day(acceptedOn),
        recoveries: recovered === null ? [] : [{ on: day(recovered[0]), sum: cop(recovered[1]) }],
      }
      return payout
    },
  )
  const arrivals = stories.flatMap(({ date, cycle = '11', arrival }) =>
    arrival === null ? [] : [[nameOf(slot(date, cycle)), arrival] as const],
  )
  return bankAccount(
    payouts,
    { arrivals: new Map(arrivals), unknownCredits: credits },
    { from: day(from), to: day(to) },
  )
}

/** Each line as `number: pesos`; lines of 0 are left out. */
const linesOf = (account: BankAccount): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(account)
      .filter(([, { number, sum }]) => number > 0 || sum !== 0n)
      .map(([name, { number, sum }]) => [name, `${number}: ${sum / 100n}`]),
  )

const MARCH = ['2026-03-01', '2026-03-31'] as const

describe('a month at the bank', () => {
  test.each<readonly [string, Story, Readonly<Record<string, string>>]>([
    [
      'arrived',
      { date: '2026-03-12', pesos: 100, arrival: arrived('2026-03-13', 100) },
      { paidOut: '1: 100', arrived: '1: 100' },
    ],
    [
      'arrived short',
      { date: '2026-03-12', pesos: 100, arrival: arrived('2026-03-13', 90) },
      { paidOut: '1: 100', arrived: '1: 90', closing: '1: 10', arrivedLess: '1: 10' },
    ],
    [
      'arrived short on the last day of the month',
      { date: '2026-03-30', pesos: 100, arrival: arrived('2026-03-31', 90) },
      { paidOut: '1: 100', arrived: '1: 90', closing: '1: 10', arrivedLess: '1: 10' },
    ],
    [
      'arrived short before the month',
      { date: '2026-02-12', pesos: 100, arrival: arrived('2026-02-13', 90) },
      { opening: '1: 10', closing: '1: 10', arrivedLess: '1: 10' },
    ],
    [
      'arrived short, and accepted in the month',
      { date: '2026-02-12', pesos: 100, arrival: arrived('2026-02-13', 90), acceptedOn: '2026-03-31' },
      { opening: '1: 10', acceptedLess: '1: 10' },
    ],
    [
      'arrived short, and accepted after the month',
      { date: '2026-03-12', pesos: 100, arrival: arrived('2026-03-13', 90), acceptedOn: '2026-04-01' },
      { paidOut: '1: 100', arrived: '1: 90', closing: '1: 10', arrivedLess: '1: 10' },
    ],
    [
      'arrived short, and accepted before the month',
      { date: '2026-02-12', pesos: 100, arrival: arrived('2026-02-13', 90), acceptedOn: '2026-02-28' },
      {},
    ],
    [
      'missing, and paid elsewhere in the month after a claim, in part',
      { date: '2026-02-12', pesos: 100, arrival: arrived('2026-02-13', 90), recovered: ['2026-03-20', 6] },
      { opening: '1: 10', recovered: '1: 6', closing: '1: 4', arrivedLess: '1: 4' },
    ],
    [
      'arrived with more, and accepted in the month',
      { date: '2026-03-12', pesos: 100, arrival: arrived('2026-03-13', 130), acceptedOn: '2026-03-20' },
      { paidOut: '1: 100', arrived: '1: 130', acceptedMore: '1: 30' },
    ],
    [
      'missing, and accepted in the month',
      { date: '2026-03-12', pesos: 100, arrival: missing('2026-03-17'), acceptedOn: '2026-03-20' },
      { paidOut: '1: 100', acceptedLess: '1: 100' },
    ],
    [
      'on the way, and nothing to accept',
      { date: '2026-03-31', pesos: 100, arrival: ON_THE_WAY, acceptedOn: '2026-03-31' },
      { paidOut: '1: 100', closing: '1: 100', onTheWay: '1: 100' },
    ],
    [
      'arrived with more',
      { date: '2026-03-12', pesos: 100, arrival: arrived('2026-03-13', 130) },
      { paidOut: '1: 100', arrived: '1: 130', closing: '1: -30', arrivedMore: '1: 30' },
    ],
    [
      'arrived after the month',
      { date: '2026-03-31', pesos: 100, arrival: arrived('2026-04-01', 100) },
      { paidOut: '1: 100', closing: '1: 100', onTheWay: '1: 100' },
    ],
    [
      'paid out before, and arrived in the month',
      { date: '2026-02-27', pesos: 100, arrival: arrived('2026-03-02', 100) },
      { opening: '1: 100', arrived: '1: 100' },
    ],
    [
      'paid out before, and arrived on the first day of the month',
      { date: '2026-02-27', pesos: 100, arrival: arrived('2026-03-01', 100) },
      { opening: '1: 100', arrived: '1: 100' },
    ],
    [
      'of the first day of the month',
      { date: '2026-03-01', pesos: 100, arrival: ON_THE_WAY },
      { paidOut: '1: 100', closing: '1: 100', onTheWay: '1: 100' },
    ],
    [
      'missing since the last day of the month',
      { date: '2026-03-26', pesos: 100, arrival: missing('2026-03-31') },
      { paidOut: '1: 100', closing: '1: 100', missing: '1: 100' },
    ],
    [
      'arrived short, to be confirmed',
      { date: '2026-03-12', pesos: 100, arrival: near('2026-03-13', 97) },
      { paidOut: '1: 100', arrived: '1: 97', closing: '1: 3', arrivedLess: '1: 3' },
    ],
    [
      'arrived with more, to be confirmed, and accepted in the month',
      { date: '2026-02-12', pesos: 100, arrival: near('2026-02-13', 103), acceptedOn: '2026-03-20' },
      { opening: '1: -3', acceptedMore: '1: 3' },
    ],
    [
      'arrived short after the month, to be confirmed',
      { date: '2026-03-31', pesos: 100, arrival: near('2026-04-01', 97) },
      { paidOut: '1: 100', closing: '1: 100', onTheWay: '1: 100' },
    ],
    ['arrived before the month', { date: '2026-02-26', pesos: 100, arrival: arrived('2026-02-27', 100) }, {}],
    ['paid out after the month', { date: '2026-04-01', pesos: 100, arrival: arrived('2026-04-02', 100) }, {}],
    [
      'arrived in the month, and read as paid out after it',
      { date: '2026-03-31', readOn: '2026-04-01', pesos: 100, arrival: arrived('2026-03-31', 100) },
      { paidOut: '1: 100', arrived: '1: 100' },
    ],
    [
      'arrived before the month, and read as paid out in it',
      { date: '2026-02-28', readOn: '2026-03-01', pesos: 100, arrival: arrived('2026-02-28', 100) },
      {},
    ],
    [
      'missing',
      { date: '2026-03-12', pesos: 100, arrival: missing('2026-03-17') },
      { paidOut: '1: 100', closing: '1: 100', missing: '1: 100' },
    ],
    [
      'missing since after the month',
      { date: '2026-03-30', pesos: 100, arrival: missing('2026-04-06') },
      { paidOut: '1: 100', closing: '1: 100', onTheWay: '1: 100' },
    ],
    [
      'missing since long before',
      { date: '2026-02-12', pesos: 100, arrival: missing('2026-02-17') },
      { opening: '1: 100', closing: '1: 100', missing: '1: 100' },
    ],
    [
      'on the way',
      { date: '2026-03-31', pesos: 100, arrival: ON_THE_WAY },
      { paidOut: '1: 100', closing: '1: 100', onTheWay: '1: 100' },
    ],
    [
      'with several answers',
      { date: '2026-03-12', pesos: 100, arrival: UNDECIDED },
      { paidOut: '1: 100', closing: '1: 100', undecided: '1: 100' },
    ],
    [
      'of a day without a statement',
      { date: '2026-03-12', pesos: 100, arrival: NOT_COVERED },
      { paidOut: '1: 100', notCovered: '1: 100' },
    ],
    [
      'of which nothing is known',
      { date: '2026-03-12', pesos: 100, arrival: null },
      { paidOut: '1: 100', notCovered: '1: 100' },
    ],
    [
      'below zero',
      { date: '2026-03-12', pesos: -100, arrival: null },
      { paidOut: '1: -100', negativePayouts: '1: -100' },
    ],
    [
      'below zero, set off in a credit that a person tied',
      { date: '2026-03-12', pesos: -100, arrival: arrived('2026-03-13', -100) },
      { paidOut: '1: -100', arrived: '1: -100' },
    ],
    [
      'of an answer for another settlement, on a day with a statement',
      { date: '2026-03-12', pesos: 100, arrival: null, isEcho: true },
      { paidOut: '1: 100', echoes: '1: 100' },
    ],
    ['below zero, before', { date: '2026-02-12', pesos: -100, arrival: null }, {}],
    ['of a day without a statement, before', { date: '2026-02-12', pesos: 100, arrival: NOT_COVERED }, {}],
  ])('a payout %s', (_, story, lines) => {
    expect(linesOf(accountOf([story], ...MARCH))).toEqual(lines)
  })

  test('counts credits that nothing explains until its last day, in none of its sums', () => {
    const credit = (on: string, pesos: number, acceptedOn: string | null = null) => ({
      entry: { id: on, account: '1', bookedOn: day(on), valueOn: null, value: cop(pesos), text: 'X', reference: null },
      acceptedOn: acceptedOn === null ? null : day(acceptedOn),
    })
    const account = accountOf([], ...MARCH, [
      credit('2026-02-28', 1),
      credit('2026-03-01', 4),
      credit('2026-03-31', 20),
      credit('2026-04-01', 300),
      credit('2026-03-15', 4_000, '2026-03-31'),
      credit('2026-03-16', 50_000, '2026-04-01'),
    ])
    expect(linesOf(account)).toEqual({ unknownCredits: '4: 50025' })
  })
})

const sumsOf = (account: BankAccount) =>
  Object.fromEntries(Object.entries(account).map(([name, { sum }]) => [name, sum])) as Record<keyof BankAccount, bigint>

test('every month foots, and opens with what the one before left', () => {
  const FIRST = day('2026-01-01')
  const dates = fc.nat(120).map((days) => addDays(FIRST, days))
  const pesos = fc.integer({ min: 1, max: 900 })
  const payouts = fc.oneof(
    { weight: 9, arbitrary: pesos },
    { weight: 1, arbitrary: fc.integer({ min: -900, max: -1 }) },
  )
  const arrivals: fc.Arbitrary<Arrival | null> = fc.oneof(
    fc.constantFrom(null, NOT_COVERED, UNDECIDED, ON_THE_WAY),
    dates.map((date) => missing(date)),
    fc.tuple(dates, pesos).map(([on, banked]) => arrived(on, banked)),
    fc.tuple(dates, pesos).map(([on, banked]) => near(on, banked)),
  )
  const stories = fc.uniqueArray(
    fc.record({
      date: dates,
      cycle: fc.constantFrom('11', '13'),
      pesos: payouts,
      readOn: dates,
      arrival: arrivals,
      acceptedOn: fc.option(dates),
    }),
    {
      selector: ({ date, cycle }) => `${date} ${cycle}`,
    },
  )
  fc.assert(
    fc.property(stories, fc.nat(90), fc.nat(30), fc.nat(30), (all, start, first, second) => {
      const [from, end, to] = [
        addDays(FIRST, start),
        addDays(FIRST, start + first),
        addDays(FIRST, start + first + 1 + second),
      ]
      const before = accountOf(all, from, end)
      const after = accountOf(all, addDays(end, 1), to)
      for (const account of [before, after]) {
        const sums = sumsOf(account)
        expect(sums.opening + sums.paidOut - sums.arrived - sums.acceptedLess + sums.acceptedMore).toBe(
          sums.closing + sums.negativePayouts + sums.echoes + sums.notCovered,
        )
        expect(sums.onTheWay + sums.missing + sums.undecided + sums.arrivedLess - sums.arrivedMore).toBe(sums.closing)
      }
      expect(after.opening).toEqual(before.closing)
    }),
  )
})
