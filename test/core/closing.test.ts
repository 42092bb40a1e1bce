import { describe, expect, test } from 'vitest'
import type { Closing } from '../../src/core/findings/act.ts'
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import { earlierSettlements, gatewaysAfter } from '../../src/core/payout.ts'
import type { Pull } from '../../src/core/pull/pull.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import { closedThrough, closingOf, forbidsClosing } from '../../src/rules/assessment/slot-report.ts'
import { aDiscrepancy, aReport } from '../reports/a-slot.ts'
import { aPolicy, aPull, aSettlement, cop, slot } from './a.ts'

const closing = (number: number, through: string): Closing => ({
  number,
  through: slot(through).date,
  at: 0,
  by: 'Ana',
  reason: '',
  isForced: false,
})
const CLOSINGS = [closing(5, '2026-01-31'), closing(9, '2026-02-28')]

test.each([
  ['2026-01-01', 5],
  ['2026-01-31', 5],
  ['2026-02-01', 9],
  ['2026-02-28', 9],
  ['2026-03-01', null],
])('the closing that holds for %s is %s', (date, number) => {
  expect(closingOf(CLOSINGS, slot(date).date)?.number ?? null).toBe(number)
})

test('the books are closed through the day the last closing reached', () => {
  expect([CLOSINGS, CLOSINGS.slice(0, 1), []].map(closedThrough)).toEqual(['2026-02-28', '2026-01-31', null])
})

describe('a list that was tied to a credit before its settlement exists forbids nothing', () => {
  const arrival = { tie: 1, banked: cop(9), tied: cop(9), on: slot().date, parts: [], isConfirmed: true }
  const money = { ...aReport().money, notCompared: 'no-settlement' } as const
  const tied = { ...aReport(), verdict: 'discrepant', arrival, money, discrepancies: [] } as const
  const found = (instead: Partial<Discrepancy>) => [aDiscrepancy({ severity: 'error', state: 'open', ...instead })]
  test.each<readonly [string, Partial<Parameters<typeof forbidsClosing>[0]>, boolean]>([
    ['only its settlement is missing', { discrepancies: found({ code: 'SETTLEMENT_MISSING' }) }, false],
    ['it has an error for information', { discrepancies: found({ code: 'NOT_PAID', severity: 'warning' }) }, false],
    ['its error is accepted', { discrepancies: found({ code: 'DUPLICATE_PAYMENT', state: 'accepted' }) }, false],
    ['it has another error', { discrepancies: found({ code: 'DUPLICATE_PAYMENT' }) }, true],
    ['it was not read whole', { verdict: 'incomplete' }, true],
    ['no credit is tied', { arrival: null }, true],
    ['its settlement exists', { money: { ...money, notCompared: 'not-final' } }, true],
  ])('%s', (_, instead, expected) => {
    expect(forbidsClosing({ ...tied, ...instead })).toBe(expected)
  })
})

const pulled = (date: string, cycle: string, instead: Partial<Settlement> | null): Pull =>
  aPull({ slot: slot(date, cycle), settlement: instead === null ? null : aSettlement({ date, cycle, ...instead }) })
const zero = { gateway: true, payout: cop(0) }
const all = { gateway: true, payout: cop(100_000) }

/** Given in arbitrary order. */
const DATABASE = [
  pulled('2026-03-12', '11', all),
  pulled('2026-03-10', '20', { adjustments: cop(-5) }),
  pulled('2026-03-10', '11', zero),
  pulled('2026-03-11', '9', null),
  pulled('2026-03-11', '11', { ...all, status: 'processing' }),
  pulled('2026-03-11', '13', { payout: cop(1) }),
  pulled('2026-03-11', '16', {}),
  pulled('2026-03-09', '11', { adjustments: cop(7), gateway: true, payout: cop(5) }),
]
const earlier = earlierSettlements(DATABASE, aPolicy())

test('one that fits no reading says nothing of them', () => {
  expect(earlier.gatewayRule(slot('2026-03-10', '11'))).toBeNull()
  const tolerant = earlierSettlements(DATABASE, aPolicy({ gateway: 'unchecked' }))
  expect(tolerant.gatewayRule(slot('2026-03-12', '13'))).toBeNull()
})

test('an hour with fewer digits comes earlier', () => {
  const database = [pulled('2026-03-12', '11', zero), pulled('2026-03-12', '9', all)]
  expect(earlierSettlements(database, aPolicy()).gatewayRule(slot('2026-03-12', '13'))).toBe('gateway-zero')
})

describe('the gateway settlements that may have to be read anew when a slot before them was read', () => {
  const misfit = { gateway: true, payout: cop(50_000) }
  const usual = { payout: cop(98_000) }
  type DayRead = readonly [day: number, settlement: Partial<Settlement> | null]
  const [ninth, tenth, eleventh, twelfth] = [9, 10, 11, 12]

  /**
   * The days of March on which a slot was read, the contents of the database (in arbitrary order), and the days found.
   */
  const ROWS: readonly (readonly [
    rule: string,
    read: readonly number[],
    database: readonly DayRead[],
    found: readonly number[],
  ])[] = [
    ['nothing was read: none', [], [[tenth, zero]], []],
    [
      'the next gateway settlement',
      [ninth],
      [
        [tenth, zero],
        [ninth, zero],
      ],
      [tenth],
    ],
    ['not the slot itself', [tenth], [[tenth, zero]], []],
    [
      'not one before it',
      [tenth],
      [
        [ninth, zero],
        [tenth, zero],
      ],
      [],
    ],
    [
      'not beyond the next that fits its reading',
      [ninth],
      [
        [eleventh, zero],
        [tenth, all],
        [ninth, zero],
      ],
      [tenth],
    ],
    [
      'beyond one that fits none, up to the next that does',
      [ninth],
      [
        [twelfth, zero],
        [eleventh, zero],
        [tenth, misfit],
        [ninth, zero],
      ],
      [tenth, eleventh],
    ],
    [
      'past one that is no gateway settlement',
      [ninth],
      [
        [eleventh, zero],
        [tenth, usual],
        [ninth, zero],
      ],
      [eleventh],
    ],
    [
      'past a slot without a settlement',
      [ninth],
      [
        [eleventh, zero],
        [tenth, null],
        [ninth, zero],
      ],
      [eleventh],
    ],
    [
      'past one that is not final',
      [ninth],
      [
        [eleventh, zero],
        [tenth, { ...zero, status: 'processing' }],
        [ninth, zero],
      ],
      [eleventh],
    ],
    [
      'past one that answered for another slot',
      [ninth],
      [
        [eleventh, zero],
        [tenth, { ...zero, date: '2026-03-01' }],
        [ninth, zero],
      ],
      [eleventh],
    ],
    [
      'after a slot that has lost its settlement',
      [ninth],
      [
        [tenth, zero],
        [ninth, null],
      ],
      [tenth],
    ],
    [
      'after a slot that is no gateway settlement any more',
      [ninth],
      [
        [tenth, zero],
        [ninth, usual],
      ],
      [tenth],
    ],
    [
      'after each of the slots that were read, and one of these when it is the next itself',
      [tenth, ninth],
      [
        [twelfth, zero],
        [eleventh, zero],
        [tenth, zero],
        [ninth, zero],
      ],
      [tenth, eleventh],
    ],
    [
      'after a second slot, when the first was done with before it',
      [ninth, eleventh],
      [
        [twelfth, zero],
        [eleventh, usual],
        [tenth, zero],
        [ninth, zero],
      ],
      [tenth, twelfth],
    ],
  ]
  const onDay = (day: number) => slot(`2026-03-${String(day).padStart(2, '0')}`)

  test.each(ROWS)('%s', (_, read, database, found) => {
    const pulls = database.map(([day, settlement]) => pulled(onDay(day).date, '11', settlement))
    expect(gatewaysAfter(read.map(onDay), pulls, aPolicy())).toEqual(found.map(onDay))
  })
})
