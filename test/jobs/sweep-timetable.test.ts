import { describe, expect, test } from 'vitest'
import { inboxTimetable, postponed } from '../../jobs/steps/schedule/inbox-timetable.ts'
import { type LastPull, type SweepCalendar, sweepTimetable } from '../../jobs/steps/schedule/sweep-timetable.ts'
import { addDays, type Cycle, type Slot, type SlotDate } from '../../src/core/slot.ts'
import type { InboxEvent } from '../../src/store/inbox/inbox.ts'
import { aPolicy, at, BOGOTA, slot } from '../core/a.ts'

const TODAY = slot('2026-09-30').date
/** It is 23:00 in Bogota; the last cycle of the day has been due since 22:00. */
const NIGHT = at('2026-10-01T04:00:00Z')

const almanac = (read: readonly LastPull[], instead: Partial<SweepCalendar> = {}): SweepCalendar => ({
  policy: aPolicy({ cycles: ['11', '20'] as Cycle[] }),
  zone: BOGOTA,
  now: NIGHT,
  lookbackDays: 7,
  sweepDays: 180,
  read,
  listed: new Set(),
  ...instead,
})

const daysAgo = (days: number): SlotDate => addDays(TODAY, -days)
/** A slot this many days old, last read that many days ago at that time of the day in Bogota. */
const read = (age: number, readAgo: number, cycle = '11', time = '23:30'): LastPull => ({
  slot: { date: daysAgo(age), cycle: cycle as Cycle },
  readAt: Date.parse(`${daysAgo(readAgo)}T${time}:00-05:00`),
})

describe('which slots are due for a sweep', () => {
  test.each([
    [0, 365, false, 'of today'],
    [7, 365, false, 'the last that the nights read again'],
    [8, 7, true, 'the first behind them, read a week ago, although later in the evening'],
    [8, 6, false, 'read six days ago'],
    [60, 7, true, 'of the last weekly day, read a week ago'],
    [60, 6, false, 'of the last weekly day, read six days ago'],
    [61, 7, false, 'of the first monthly day, read a week ago'],
    [61, 29, false, 'of the first monthly day, read 29 days ago'],
    [61, 30, true, 'of the first monthly day, read 30 days ago'],
    [180, 30, true, 'of the last day swept, read 30 days ago'],
    [180, 29, false, 'of the last day swept, read 29 days ago'],
    [181, 180, false, 'older than any sweep looks'],
  ])('%i days old, last read %i days ago: %s (%s)', (age, readAgo, isDue) => {
    expect(sweepTimetable(null, almanac([read(age, readAgo)])).slots).toHaveLength(isDue ? 1 : 0)
  })

  test.each([
    [{ lookbackDays: 30 }, 30, false],
    [{ lookbackDays: 30 }, 31, true],
    [{ sweepDays: 20 }, 20, true],
    [{ sweepDays: 20 }, 21, false],
  ])('the days behind and ahead are settings: %j, %i days old', (instead, age, isDue) => {
    expect(sweepTimetable(null, almanac([read(age, 365)], instead)).slots).toHaveLength(isDue ? 1 : 0)
  })

  test('a day is one of the zone: what was read at 23:30 was read on that day, whatever UTC says', () => {
    const lastWeek = { slot: slot('2026-09-01'), readAt: at('2026-09-24T04:30:00Z') }
    expect(sweepTimetable(null, almanac([lastWeek])).slots).toHaveLength(1)
    expect(sweepTimetable(null, almanac([lastWeek], { now: at('2026-09-30T04:59:59Z') })).slots).toHaveLength(0)
  })

  test('they keep their order, also those of cycles nobody expects', () => {
    const slots = [read(12, 8), read(12, 8, '14'), read(12, 3, '20'), read(9, 8)]
    expect(sweepTimetable(null, almanac(slots)).slots.map(short)).toEqual([
      '2026-09-18 11',
      '2026-09-18 14',
      '2026-09-21 11',
    ])
  })

  test('named days are swept whenever they were read, be they old or of today', () => {
    const days = { from: slot('2025-01-01').date, to: TODAY }
    const slots = [read(500, 0), read(12, 0), read(0, 0)]
    expect(sweepTimetable(days, almanac(slots)).slots).toEqual(slots.map((one) => one.slot))
    expect(sweepTimetable({ from: daysAgo(12), to: daysAgo(12) }, almanac(slots)).slots).toHaveLength(1)
  })
})

describe('which dates are listed without a cycle', () => {
  const dates = (slots: readonly LastPull[], instead: Partial<SweepCalendar> = {}, asked = false) => {
    const days = asked ? { from: daysAgo(200), to: TODAY } : null
    const { dates: listed, waiting } = sweepTimetable(days, almanac(slots, instead))
    return { listed, waiting }
  }
  const whole = (age: number): LastPull[] => [read(age, age), read(age, age, '20')]

  test.each<[string, LastPull[], Partial<SweepCalendar>, listed: number[], waiting: number[]]>([
    ['every expected slot was read, long ago or tonight', [...whole(180), ...whole(0)], {}, [180, 0], []],
    ['older than any sweep looks', whole(181), {}, [], []],
    ['a slot was never read whole', [read(9, 9)], {}, [], [9]],
    ['a further cycle is no substitute', [read(9, 9), read(9, 9, '14')], {}, [], [9]],
    ['listed before', whole(9), { listed: new Set([daysAgo(9)]) }, [], []],
    ['listed before, and not whole any more', [read(9, 9)], { listed: new Set([daysAgo(9)]) }, [], []],
    ['the last slot is not due, although somebody read it', whole(0), { now: NIGHT - 3_600_001 }, [], [0]],
    ['the last slot has just become due', whole(0), { now: NIGHT - 3_600_000 }, [0], []],
  ])('%s', (_, slots, instead, listed, waiting) => {
    expect(dates(slots, instead)).toEqual({ listed: listed.map(daysAgo), waiting: waiting.map(daysAgo) })
  })

  test('named days are listed again', () => {
    expect(dates(whole(9), { listed: new Set([daysAgo(9)]) }, true).listed).toEqual([daysAgo(9)])
  })
})

const short = ({ date, cycle }: Slot): string => `${date} ${cycle}`

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
