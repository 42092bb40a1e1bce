import { expect, test } from 'vitest'
import { type AdjustedAt, type ChargebackSeen, chargebacksSince } from '../../src/domain/chargebacks.ts'
import { at, cop, slot } from './a.ts'

const adjustedAt = (date: string, contentAt: string): AdjustedAt => ({ slot: slot(date), contentAt: at(contentAt) })
const PREVIOUS = adjustedAt('2026-03-05', '2026-03-06T03:30:00Z')
const CURRENT = adjustedAt('2026-03-12', '2026-03-13T03:30:00Z')

/** Of the slot of a day; turned before our eyes at a moment, or a chargeback from its first reading. */
const seen = (date: string, turned: string | null = null, pesos = 8_000, cycle = '11'): ChargebackSeen => ({
  slot: slot(date, cycle),
  paid: cop(pesos),
  turnedAt: turned === null ? null : at(turned),
})

const ROWS: readonly (readonly [string, ChargebackSeen[], previous: AdjustedAt | null, sum: number])[] = [
  ['none', [], PREVIOUS, 0],
  ['turned in between', [seen('2026-01-02', '2026-03-10T00:00:00Z')], PREVIOUS, 8_000],
  ['turned before the previous adjustment', [seen('2026-03-10', '2026-03-06T03:29:59Z')], PREVIOUS, 0],
  ['turned as the previous adjustment was read', [seen('2026-03-10', '2026-03-06T03:30:00Z')], PREVIOUS, 0],
  ['turned a moment after it', [seen('2026-03-10', '2026-03-06T03:30:00.001Z')], PREVIOUS, 8_000],
  ['turned as this adjustment was read', [seen('2026-03-10', '2026-03-13T03:30:00Z')], PREVIOUS, 8_000],
  ['turned a moment later', [seen('2026-03-10', '2026-03-13T03:30:00.001Z')], PREVIOUS, 0],
  ['turned long ago, and never an adjustment before', [seen('2026-01-02', '2026-01-03T00:00:00Z')], null, 8_000],
  ['turned later, and never an adjustment before', [seen('2026-01-02', '2026-03-14T00:00:00Z')], null, 0],
  ['from its first reading, in between', [seen('2026-03-10')], PREVIOUS, 8_000],
  ['from its first reading, in the slot of the previous adjustment', [seen('2026-03-05')], PREVIOUS, 0],
  ['from its first reading, a cycle later', [seen('2026-03-05', null, 8_000, '13')], PREVIOUS, 8_000],
  ['from its first reading, in this slot', [seen('2026-03-12')], PREVIOUS, 8_000],
  ['from its first reading, a cycle after this slot', [seen('2026-03-12', null, 8_000, '13')], PREVIOUS, 0],
  ['from its first reading, and never an adjustment before', [seen('2025-01-01')], null, 8_000],
  ['from its first reading, later, and never an adjustment before', [seen('2026-03-13')], null, 0],
  [
    'several: those in between are summed',
    [seen('2026-03-10', null, 1), seen('2026-03-04', null, 2), seen('2026-03-01', '2026-03-10T00:00:00Z', 4.5)],
    PREVIOUS,
    5.5,
  ],
]

test.each(ROWS)('%s', (_, chargebacks, previous, sum) => {
  expect(chargebacksSince(chargebacks, previous, CURRENT)).toBe(cop(sum))
})
