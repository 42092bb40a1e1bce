import { expect, test } from 'vitest'
import type { JudgedSettlement } from '../../../../src/core/fees/fit/charged-settlement.ts'
import { gapsIn } from '../../../../src/core/fees/fit/fees-fit.ts'
import { addDays } from '../../../../src/core/slot.ts'
import { cop, slot } from '../../a.ts'
import { FIRST } from './a-schedule.ts'

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
