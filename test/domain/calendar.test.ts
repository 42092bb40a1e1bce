import { describe, expect, test } from 'vitest'
import { cycleHour, expectedCycles, hoursSince, isDue, wholeHoursBetween } from '../../src/domain/calendar/calendar.ts'
import { DEFAULT_POLICY } from '../../src/domain/policy.ts'
import type { Cycle } from '../../src/domain/slot.ts'
import { aPolicy, at, BOGOTA, slot } from './a.ts'

describe('a cycle happens at its hour in the zone', () => {
  const ROWS: readonly (readonly [cycle: string, hour: string])[] = [
    ['11', '2026-03-12T16:00:00.000Z'],
    ['18', '2026-03-12T23:00:00.000Z'],
    ['20', '2026-03-13T01:00:00.000Z'],
    ['9:30', '2026-03-12T14:30:00.000Z'],
    ['0', '2026-03-12T05:00:00.000Z'],
    ['1A', '2026-03-13T05:00:00.000Z'],
  ]
  test.each(ROWS)('%s', (cycle, hour) => {
    expect(new Date(cycleHour(slot('2026-03-12', cycle), BOGOTA)).toISOString()).toBe(hour)
  })
})

describe('a slot is due when its hour and the grace have come', () => {
  const ROWS: readonly (readonly [cycle: string, grace: number, now: string, isDue: boolean])[] = [
    ['11', 120, '2026-03-12T17:59:59.999Z', false],
    ['11', 120, '2026-03-12T18:00:00Z', true],
    ['20', 120, '2026-03-13T02:59:59.999Z', false],
    ['20', 120, '2026-03-13T03:00:00Z', true],
    ['11', 0, '2026-03-12T15:59:59.999Z', false],
    ['11', 0, '2026-03-12T16:00:00Z', true],
    ['1A', 120, '2026-03-13T06:59:59.999Z', false],
    ['1A', 120, '2026-03-13T07:00:00Z', true],
  ]
  test.each(ROWS)('cycle %s, %i minutes of grace, at %s', (cycle, graceMinutes, now, due) => {
    expect(isDue(slot('2026-03-12', cycle), aPolicy({ graceMinutes }), BOGOTA, at(now))).toBe(due)
  })
})

test('hours are counted from the hour of the cycle, not from its being due', () => {
  expect(hoursSince(slot(), BOGOTA, at('2026-03-13T16:00:00Z'))).toBe(24)
  expect(hoursSince(slot(), BOGOTA, at('2026-03-12T15:30:00Z'))).toBe(-0.5)
})

test.each([
  ['2026-03-12T16:00:00Z', '2026-03-12T16:59:59.999Z', 0],
  ['2026-03-12T16:00:00Z', '2026-03-12T17:00:00Z', 1],
  ['2026-03-12T16:00:00Z', '2026-03-14T15:30:00Z', 47],
])('whole hours from %s to %s: %i', (from, to, hours) => expect(wholeHoursBetween(at(from), at(to))).toBe(hours))

test('a day has the cycles of the policy and those added, each once, in that order', () => {
  expect(expectedCycles(DEFAULT_POLICY)).toEqual(['11', '13', '16', '18', '20'])
  const more = aPolicy({ extraCycles: ['21', '11', '9', '21'] as Cycle[] })
  expect(expectedCycles(more)).toEqual(['11', '13', '16', '18', '20', '21', '9'])
})
