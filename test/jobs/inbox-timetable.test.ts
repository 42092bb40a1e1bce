import { describe, expect, test } from 'vitest'
import { inboxTimetable, postponed } from '../../jobs/steps/schedule/inbox-timetable.ts'
import { addDays, type Cycle, type Slot } from '../../src/core/slot.ts'
import type { InboxEvent } from '../../src/store/inbox/inbox.ts'
import { aPolicy, at, BOGOTA, slot } from '../core/a.ts'

/** It is 13:00 in Bogota on 12 March: cycle 11 has just become due, cycle 13 has not. */
const NOW = at('2026-03-12T18:00:00Z')

const anEvent = (id: number, of: Slot | null, instead: Partial<InboxEvent> = {}): InboxEvent => ({
  id,
  webhookId: `w-${id}`,
  format: 'signed-body',
  type: 'settlement.credited',
  sentAt: null,
  payloadField: null,
  slot: of,
  receivedAt: NOW,
  state: 'waiting',
  runId: null,
  failures: 0,
  reason: null,
  nextTryAt: 0,
  conflicts: 0,
  ...instead,
})

const POLICY = aPolicy({ graceMinutes: 120, cycleAliases: { '11:00': '11' } })
const planned = (...events: readonly InboxEvent[]) => inboxTimetable(events, { policy: POLICY, zone: BOGOTA, now: NOW })
const names = (slots: readonly Slot[]): readonly string[] => slots.map(({ date, cycle }) => `${date} ${cycle}`)

describe('what to do about events that are ready', () => {
  test('each slot is looked at once, in order, for all events that speak of it', () => {
    const events = [
      anEvent(1, slot('2026-03-12')),
      anEvent(2, slot('2026-03-11', '20')),
      anEvent(3, slot('2026-03-12')),
    ]
    const { slots, events: spoken, early, refused } = planned(...events)
    expect(names(slots)).toEqual(['2026-03-11 20', '2026-03-12 11'])
    expect(spoken.map(({ event }) => event.id)).toEqual([1, 2, 3])
    expect([early, refused]).toEqual([[], []])
  })

  test('an event that names no settlement asks for nothing', () => {
    expect(planned(anEvent(1, null))).toEqual({ slots: [], events: [], early: [], refused: [] })
  })

  test('an alias is asked for as the cycle it stands for, and is one slot with it', () => {
    const alias = { date: slot('2026-03-12').date, cycle: '11:00' as Cycle }
    expect(names(planned(anEvent(1, alias), anEvent(2, slot('2026-03-12'))).slots)).toEqual(['2026-03-12 11'])
  })

  test('an event of a slot that is not due waits for it, and is no failure', () => {
    const { slots, early } = planned(anEvent(1, slot('2026-03-12', '13'), { failures: 2 }))
    expect(slots).toEqual([])
    expect(early).toEqual([
      { id: 1, failures: 2, reason: '2026-03-12 cycle 13 is not due yet', nextTryAt: at('2026-03-12T20:00:00Z') },
    ])
  })

  const today = slot('2026-03-12').date
  test.each([
    [-1098, 'slots'],
    [-1099, 'refused'],
    [1098, 'early'],
    [1099, 'refused'],
  ] as const)('an event of a day %i days from its coming is of the %s', (days, where) => {
    const told = planned(anEvent(1, { date: addDays(today, days), cycle: '11' as Cycle }))
    expect([told.slots.length, told.early.length, told.refused.length]).toEqual([
      Number(where === 'slots'),
      Number(where === 'early'),
      Number(where === 'refused'),
    ])
  })

  test('a refused event says why, and counts as a failure', () => {
    const { refused } = planned(anEvent(7, slot('1999-01-01'), { failures: 1 }))
    expect(refused).toEqual([
      {
        id: 7,
        failures: 2,
        reason: 'it names a day more than three years away; the service was not asked',
        nextTryAt: NOW + 60_000,
      },
    ])
  })
})

test.each([
  [0, 0],
  [1, 1],
  [2, 5],
  [3, 25],
  [4, 120],
  [9, 120],
])('after %i failures another one waits %i minutes', (failures, minutes) => {
  expect(postponed(anEvent(1, null, { failures }), 'no answer', NOW)).toEqual({
    id: 1,
    failures: failures + 1,
    reason: 'no answer',
    nextTryAt: NOW + minutes * 60_000,
  })
})
