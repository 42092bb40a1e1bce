import { expect, test } from 'vitest'
import type { ChargedSettlement, JudgedSettlement } from '../../../../src/core/fees/fit/charged-settlement.ts'
import { fitFees, gapsIn, laterSettlements } from '../../../../src/core/fees/fit/fees-fit.ts'
import { type FitRow, isProven } from '../../../../src/core/fees/fit/schedule-fit.ts'
import { dateThatFits } from '../../../../src/core/fees/fit/schedule-runs.ts'
import { addDays } from '../../../../src/core/slot.ts'
import { cop, slot } from '../../a.ts'
import { CARD, card, days, history, PSE, pse, settlement } from './a-history.ts'
import { FIRST, schedule } from './a-schedule.ts'
import { PLAIN_ZONE } from './generate.ts'

const rows = (number: number, methods: string, how: 'exact' | 'within' | 'near' | 'far'): readonly FitRow[] =>
  Array.from({ length: number }, () => ({
    methods: methods.split(' '),
    isMiss: how === 'near',
    isExact: how === 'exact',
    fits: how === 'exact' || how === 'within',
  }))

// Exact settlements: at least twice the methods plus five, four with each method, and seven of ten; one of ten may miss
// by little.
test.each<[what: string, rows: readonly FitRow[], determined: string, loose: string, isProven: boolean]>([
  ['one method: seven prove it', rows(7, 'pse', 'exact'), 'pse', '', true],
  ['six do not', rows(6, 'pse', 'exact'), 'pse', '', false],
  ['two methods: nine prove them', [...rows(5, 'pse', 'exact'), ...rows(4, 'card', 'exact')], 'pse card', '', true],
  ['eight do not', [...rows(4, 'pse', 'exact'), ...rows(4, 'card', 'exact')], 'pse card', '', false],
  ['four hold each method', [...rows(8, 'pse', 'exact'), ...rows(4, 'card', 'exact')], 'pse card', '', true],
  ['three hold one of them', [...rows(9, 'pse', 'exact'), ...rows(3, 'card', 'exact')], 'pse card', '', false],
  ['three hold the first of them', [...rows(3, 'pse', 'exact'), ...rows(9, 'card', 'exact')], 'pse card', '', false],
  [
    'three exact ones hold it, and one that misses',
    [...rows(9, 'pse', 'exact'), ...rows(3, 'card', 'exact'), ...rows(1, 'card', 'far')],
    'pse card',
    '',
    false,
  ],
  [
    'four with both count for each',
    [...rows(5, 'pse', 'exact'), ...rows(4, 'pse card', 'exact')],
    'pse card',
    '',
    true,
  ],
  ['fourteen of twenty', [...rows(14, 'pse', 'exact'), ...rows(6, 'pse', 'far')], 'pse', '', true],
  ['thirteen of twenty', [...rows(13, 'pse', 'exact'), ...rows(7, 'pse', 'far')], 'pse', '', false],
  ['one of ten misses by little', [...rows(9, 'pse', 'exact'), ...rows(1, 'pse', 'near')], 'pse', '', true],
  ['two of ten do', [...rows(8, 'pse', 'exact'), ...rows(2, 'pse', 'near')], 'pse', '', false],
  ['two of twenty do', [...rows(18, 'pse', 'exact'), ...rows(2, 'pse', 'near')], 'pse', '', true],
  [
    'settlements with an open method fit to rounding',
    [...rows(7, 'pse', 'exact'), ...rows(5, 'pse qr', 'within')],
    'pse',
    'qr',
    true,
  ],
  ['and prove nothing of the others', [...rows(6, 'pse', 'exact'), ...rows(5, 'pse qr', 'within')], 'pse', 'qr', false],
  [
    'two of them fit by chance: 16 of 22 is 14 of 20',
    [...rows(13, 'pse', 'exact'), ...rows(3, 'qr', 'within'), ...rows(6, 'pse', 'far')],
    'pse',
    'qr',
    true,
  ],
  [
    'and 15 of 21 is 13 of 19',
    [...rows(12, 'pse', 'exact'), ...rows(3, 'qr', 'within'), ...rows(6, 'pse', 'far')],
    'pse',
    'qr',
    false,
  ],
  [
    'where one settlement holds it, one is: 15 of 21 is 14 of 20',
    [...rows(14, 'pse', 'exact'), ...rows(1, 'qr', 'within'), ...rows(6, 'pse', 'far')],
    'pse',
    'qr',
    true,
  ],
  [
    'beside another method, too',
    [...rows(13, 'pse', 'exact'), ...rows(1, 'pse qr', 'within'), ...rows(6, 'pse', 'far')],
    'pse',
    'qr',
    false,
  ],
  [
    'two open methods: four',
    [...rows(12, 'pse', 'exact'), ...rows(6, 'qr cash', 'within'), ...rows(6, 'pse', 'far')],
    'pse',
    'qr cash',
    true,
  ],
  [
    'and with one fewer not',
    [...rows(11, 'pse', 'exact'), ...rows(6, 'qr cash', 'within'), ...rows(6, 'pse', 'far')],
    'pse',
    'qr cash',
    false,
  ],
])('%s', (_, held, determined, loose, expected) => {
  expect(isProven(held, determined.split(' '), loose === '' ? [] : loose.split(' '))).toBe(expected)
})

/** A settlement a day: `R` determined a schedule; others fit one (`f`), are off (`x`), or hold an open rate (`o`). */
const settlements = (marks: string) => [...marks].map((mark, at) => ({ ...judged(mark, at), mark }))

const judged = (mark: string, at: number): JudgedSettlement => ({
  slot: slot(addDays(FIRST, at)),
  charged: cop(2_900),
  expected: mark === 'o' ? null : cop(mark === 'x' ? 3_500 : 2_900),
})

test.each<[what: string, marks: string, gaps: readonly (readonly [from: number, to: number])[], others: string]>([
  ['none', 'RRRR', [], 'RRRR'],
  ['five at the end that are off', 'RRRxxxxx', [[3, 7]], 'RRR'],
  ['at the beginning', 'xxxxxRRR', [[0, 4]], 'RRR'],
  ['between two schedules', 'RRxxxxxRR', [[2, 6]], 'RRRR'],
  [
    'two of them',
    'xxxxxRRxxxxxx',
    [
      [0, 4],
      [7, 12],
    ],
    'RR',
  ],
  ['four are too few', 'RRRxxxx', [], 'RRRxxxx'],
  ['four before and four after are not neighbours', 'xxxxRxxxx', [], 'xxxxRxxxx'],
  ['half of them off', 'RRfxfxfx', [[2, 7]], 'RR'],
  ['fewer than half', 'RRffxfxfx', [], 'RRffxfxfx'],
  ['an open rate is not off', 'RRoooxx', [], 'RRoooxx'],
  ['and does not end a gap', 'RRooxxx', [[2, 6]], 'RR'],
  ['all of them', 'xxxxx', [[0, 4]], ''],
])('gaps: %s', (_, marks, gaps, others) => {
  const all = settlements(marks)
  const slotAt = (at: number) => slot(addDays(FIRST, at))
  const found = gapsIn(
    all,
    all.filter(({ mark }) => mark === 'R'),
  )
  expect(found.gaps).toEqual(
    gaps.map(([from, to]) => ({ from: slotAt(from), to: slotAt(to), settlements: to - from + 1 })),
  )
  expect(found.others.map(({ mark }) => mark).join('')).toBe(others)
})

test.each<[payment: number, settlement: number, date: 'payment' | 'settlement' | null]>([
  [40, 40, null],
  [40, 39, null],
  [39, 40, null],
  [40, 38, 'payment'],
  [38, 40, 'settlement'],
  [0, 0, null],
  [2, 0, 'payment'],
])('%s settlements fit by the date of payments, %s by that of settlements: %s', (payment, settlement, date) => {
  expect(dateThatFits({ payment, settlement })).toBe(date)
})

const CONTEXT = { taxes: [], zone: PLAIN_ZONE, tariffDate: 'payment' } as const
const PROPOSED = fitFees(history([schedule(PSE)], days(10, pse)), CONTEXT)

test.each<[string, readonly ChargedSettlement[], number, number, number]>([
  ['none', [], 0, 0, 0],
  ['without payments', [settlement(0, [])], 0, 0, 0],
  ['charged alike', history([schedule(PSE)], days(4, pse)), 4, 0, 0],
  ['two off', history([schedule(PSE)], days(4, pse), { 1: 500, 3: -500 }), 4, 2, 0],
  ['of a method without a rate', history([schedule(CARD)], days(3, card)), 3, 0, 3],
])('later settlements: %s', (_, later, settlements, off, open) => {
  expect(laterSettlements(later, PROPOSED, CONTEXT)).toEqual({ settlements, off, open })
})

test('nothing is held against a history that proposes no rate', () => {
  const none = fitFees(history([schedule(PSE)], days(3, pse)), CONTEXT)
  expect(laterSettlements(history([schedule(PSE)], days(4, pse)), none, CONTEXT)).toBeNull()
  const withoutRates = { ...PROPOSED, schedules: PROPOSED.schedules.map((one) => ({ ...one, rates: [] })) }
  expect(laterSettlements(history([schedule(PSE)], days(4, pse)), withoutRates, CONTEXT)).toBeNull()
})
