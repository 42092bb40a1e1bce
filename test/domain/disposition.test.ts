import { describe, expect, test } from 'vitest'
import type { Act } from '../../src/domain/findings/act.ts'
import type { Discrepancy, DiscrepancyState, Finding } from '../../src/domain/findings/discrepancy.ts'
import {
  type DispositionRequest,
  decide,
  type KnownDiscrepancy,
  untilOf,
  waiverOf,
} from '../../src/domain/findings/disposition.ts'
import { type Sighting, timelineOf } from '../../src/domain/findings/timeline.ts'
import { cop, slot } from './a.ts'

const FINDING: Finding = {
  code: 'PAYOUT_MISMATCH',
  severity: 'error',
  subject: 'settlement',
  figures: { unit: 'COP', stated: cop(2), recomputed: cop(1) },
  message: 'm',
  data: null,
  causes: [],
}
const FOUND: Sighting = { finding: FINDING, after: 1, at: 1, pull: 1 }
const GONE: Sighting = { finding: null, after: 9, at: 9, pull: 9 }
const until = (date: string) => ({ date: slot(date).date, end: 99 })

const act = (number: number, wish: DispositionRequest): Act => {
  const done = { discrepancy: 'd', number, at: number, by: 'Ana' }
  return wish.kind === 'reopen' ? { ...wish, ...done, byItself: false } : { ...wish, ...done }
}
const known = (state: DiscrepancyState, acts: readonly Act[] = [], sightings = [FOUND]): KnownDiscrepancy => {
  const discrepancy: Discrepancy = { ...FINDING, id: 'd', slot: slot(), state, firstSeen: 0, lastSeen: 0, ageEnd: 0 }
  return { discrepancy, steps: timelineOf(sightings, acts) }
}

const waive = (reason: string, last: string | null = null): DispositionRequest => ({
  kind: 'waive',
  reason,
  until: last === null ? null : until(last),
})
const reopen = (reason: string): DispositionRequest => ({ kind: 'reopen', reason })
const note = (reason: string): DispositionRequest => ({ kind: 'note', reason })

describe('what a wish comes to', () => {
  const WAIVED = known('waived', [act(2, waive('a'))])
  const UNTIL = known('waived', [act(2, waive('a', '2026-03-31')), act(3, note('n'))])
  const REOPENED = known('open', [act(2, waive('a')), act(3, reopen('b'))])
  const AGAIN = known(
    'open',
    [act(2, waive('a')), act(3, reopen('b')), act(4, waive('c'))],
    [FOUND, GONE, { ...FOUND, after: 10 }],
  )
  const ROWS: readonly (readonly [string, DispositionRequest, KnownDiscrepancy, string])[] = [
    ['waive what is new', waive('a'), known('new'), 'act'],
    ['waive what is open', waive('a'), known('open'), 'act'],
    ['waive what is resolved', waive('a'), known('resolved', [], [FOUND, GONE]), 'resolved'],
    ['waive again for that reason', waive('a'), WAIVED, 'unchanged'],
    ['waive again for another reason', waive('b'), WAIVED, 'act'],
    ['waive again, now with an end', waive('a', '2026-03-31'), WAIVED, 'act'],
    ['waive again until then', waive('a', '2026-03-31'), UNTIL, 'unchanged'],
    ['waive again until later', waive('a', '2026-04-30'), UNTIL, 'act'],
    ['waive again, now without end', waive('a'), UNTIL, 'act'],
    ['waive again what was reopened', waive('a'), REOPENED, 'act'],
    ['reopen what is waived', reopen('b'), WAIVED, 'act'],
    ['reopen what nobody waived', reopen('b'), known('open'), 'not-waived'],
    ['reopen what is reopened for that reason', reopen('b'), REOPENED, 'unchanged'],
    ['reopen what is reopened for another reason', reopen('c'), REOPENED, 'not-waived'],
    ['reopen what opened by itself', reopen('b'), AGAIN, 'not-waived'],
    ['note', note('n'), known('new'), 'act'],
    ['note what is resolved', note('n'), known('resolved', [], [FOUND, GONE]), 'act'],
    ['note the same', note('n'), UNTIL, 'unchanged'],
    ['note something else', note('m'), UNTIL, 'act'],
  ]
  test.each(ROWS)('%s', (_, wish, one, expected) => {
    const decision = decide(wish, one)
    expect(decision.kind === 'refused' ? decision.why : decision.kind).toBe(expected)
    if (decision.kind === 'act') expect(decision.intent).toEqual({ ...wish, discrepancy: 'd' })
  })

  test('the waiver that holds, and its last day', () => {
    const told = [WAIVED, UNTIL, REOPENED].map(({ steps }) => {
      const waiver = waiverOf(steps)
      return waiver === null ? null : [waiver.why, untilOf(waiver)]
    })
    expect(told).toEqual([['a', null], ['a', '2026-03-31'], null])
    expect(REOPENED.steps.map(untilOf)).toEqual([null, null, null])
    expect(waiverOf([])).toBeNull()
  })
})
