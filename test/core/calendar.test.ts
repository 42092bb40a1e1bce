import { describe, expect, test } from 'vitest'
import { isDue, wholeHoursBetween } from '../../src/core/calendar/calendar.ts'
import { aPolicy, at, BOGOTA, slot } from './a.ts'

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

test.each([
  ['2026-03-12T16:00:00Z', '2026-03-12T16:59:59.999Z', 0],
  ['2026-03-12T16:00:00Z', '2026-03-12T17:00:00Z', 1],
  ['2026-03-12T16:00:00Z', '2026-03-14T15:30:00Z', 47],
])('whole hours from %s to %s: %i', (from, to, hours) => expect(wholeHoursBetween(at(from), at(to))).toBe(hours))
