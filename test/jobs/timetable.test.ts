import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { slotsAt } from '../../jobs/steps/query/payments-in-transit.ts'
import type { QueryContext } from '../../jobs/steps/run/context.ts'
import { slotsForTimetable } from '../../jobs/steps/schedule/slots-for-timetable.ts'
import {
  type CycleCalendar,
  isOrdinaryNight,
  isWholeNight,
  type KnownSlot,
  partsOf,
  type SettlementQuery,
  timetable,
} from '../../jobs/steps/schedule/timetable.ts'
import { DEFAULT_POLICY } from '../../src/core/policy.ts'
import type { Cycle, Slot, SlotDate } from '../../src/core/slot.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import { businessDaysRead } from '../../src/rules/account/business-days-read.ts'
import type { SlotState } from '../../src/store/pulls/slot-states.ts'
import { aPolicy, aPull, aSettlement, at, BOGOTA, slot, someTotals } from '../core/a.ts'
import { emptyFolder } from '../empty-folder.ts'
import { beginNight, openTestStore, pagesOf, pullNight, slotOf } from '../store/night.ts'

/** `12/11` is cycle 11 of 12 March. */
const short = ({ date, cycle }: Slot): string => `${date.slice(8)}/${cycle}`
const shown = (slots: readonly Slot[]): string => slots.map(short).join(' ')

const ORDINARY: SettlementQuery = { dates: null, cycles: [] }
const asked = (from: string, to = from, ...cycles: string[]): SettlementQuery => ({
  dates: { from: `2026-03-${from}` as SlotDate, to: `2026-03-${to}` as SlotDate },
  cycles: cycles as Cycle[],
})

/** It is 22:30 in Bogota on 12 March; the last cycle of the day has been due since 22:00. */
const NIGHT = at('2026-03-13T03:30:00Z')
const almanac = (instead: Partial<CycleCalendar> = {}): CycleCalendar => ({
  policy: aPolicy({ cycles: ['11', '20'] as Cycle[] }),
  lookbackDays: 1,
  zone: BOGOTA,
  now: NIGHT,
  known: [],
  closedThrough: null,
  ...instead,
})

const known = (date: string, cycle: string, verdict: Verdict | null): KnownSlot => ({
  slot: slot(`2026-03-${date}`, cycle),
  verdict,
  isPending: false,
})

describe('an ordinary night', () => {
  const due = (instead: Partial<CycleCalendar> = {}, request = ORDINARY): string => {
    const { slots, due: toRead } = timetable(request, almanac(instead))
    expect(toRead).toEqual(slots)
    return shown(toRead)
  }

  test('reads what is due of today and of the days looked back on, in order', () => {
    expect(due()).toBe('11/11 11/20 12/11 12/20')
    expect(due({ lookbackDays: 0 })).toBe('12/11 12/20')
    expect(due({ lookbackDays: 3 })).toBe('09/11 09/20 10/11 10/20 11/11 11/20 12/11 12/20')
  })

  test('leaves out what is not due yet, to the millisecond', () => {
    expect(due({ now: at('2026-03-13T03:00:00Z') })).toBe('11/11 11/20 12/11 12/20')
    expect(due({ now: at('2026-03-13T02:59:59.999Z') })).toBe('11/11 11/20 12/11')
    expect(due({ now: at('2026-03-12T17:59:59.999Z') })).toBe('11/11 11/20')
  })

  test('reads everything of the days looked back on again, whatever was said of it', () => {
    expect(due({ known: [known('11', '11', 'reconciled'), known('12', '11', 'empty')] })).toBe(
      '11/11 11/20 12/11 12/20',
    )
  })

  test('a day is one of the zone: at 01:30Z it is still the evening before, and cycle 20 of it is half an hour old', () => {
    expect(due({ now: at('2026-03-13T01:30:00Z'), lookbackDays: 0 })).toBe('12/11')
    expect(due({ now: at('2026-03-13T04:59:59Z'), lookbackDays: 0 })).toBe('12/11 12/20')
    expect(due({ now: at('2026-03-13T05:00:00Z'), lookbackDays: 0 })).toBe('')
    expect(due({ now: at('2026-03-13T05:00:00Z'), lookbackDays: 1 })).toBe('12/11 12/20')
  })

  test('reads older slots until they are settled', () => {
    const settled: Verdict[] = ['reconciled', 'accepted', 'empty']
    for (const verdict of settled)
      expect(due({ known: [known('10', '11', verdict), known('10', '20', 'reconciled')] })).toBe(
        '11/11 11/20 12/11 12/20',
      )
    const unsettled: (Verdict | null)[] = [
      'failed',
      'discrepant',
      'provisional',
      'incomplete',
      'not-due',
      'not-pulled',
      null,
    ]
    for (const verdict of unsettled)
      expect(due({ known: [known('10', '11', verdict), known('10', '20', 'reconciled')] })).toBe(
        '10/11 11/11 11/20 12/11 12/20',
      )
  })

  test('fills the gaps since the first day ever read, and asks for nothing before it', () => {
    const database = [known('08', '20', 'reconciled'), known('10', '11', 'empty')]
    expect(due({ known: database })).toBe('08/11 09/11 09/20 10/20 11/11 11/20 12/11 12/20')
  })

  test('a first day among those looked back on adds nothing', () => {
    expect(due({ known: [known('11', '11', null)] })).toBe('11/11 11/20 12/11 12/20')
  })

  test('a cycle the user added is read, in the past too', () => {
    const policy = aPolicy({ cycles: ['11', '20'] as Cycle[], extraCycles: ['9'] as Cycle[] })
    const database = [known('10', '11', 'reconciled'), known('10', '20', 'reconciled')]
    expect(due({ policy, known: database })).toBe('10/9 11/9 11/11 11/20 12/9 12/11 12/20')
  })

  test('a cycle that is not expected but stands in the database is read until it is settled, and while it is recent', () => {
    const database = [
      known('10', '11', 'reconciled'),
      known('10', '13', 'discrepant'),
      known('10', '16', 'reconciled'),
      known('10', '20', 'reconciled'),
      known('12', '1', 'reconciled'),
    ]
    expect(due({ known: database })).toBe('10/13 11/11 11/20 12/1 12/11 12/20')
  })

  test('a label that is no hour is due when the day is over, and the grace', () => {
    const policy = aPolicy({ cycles: ['11', '1A'] as Cycle[] })
    expect(due({ policy })).toBe('11/11 11/1A 12/11')
    expect(due({ policy, now: at('2026-03-13T07:00:00Z') })).toBe('12/11 12/1A')
  })

  test('only the cycles asked for, in the past too', () => {
    const only: SettlementQuery = { dates: null, cycles: ['20'] as Cycle[] }
    expect(due({ known: [known('10', '11', 'discrepant'), known('10', '13', 'discrepant')] }, only)).toBe(
      '10/20 11/20 12/20',
    )
  })

  test('reads what is pending of closed days until it is final, and tells of it only what a job finds', () => {
    const database = [
      known('05', '11', 'discrepant'),
      { ...known('05', '20', 'failed'), isPending: true },
      { ...known('08', '11', 'provisional'), isPending: true },
      { ...known('11', '11', 'provisional'), isPending: true },
    ]
    const { slots, due: toRead } = timetable(
      ORDINARY,
      almanac({ known: database, closedThrough: slot('2026-03-11').date }),
    )
    expect([shown(toRead), shown(slots)]).toEqual(['05/20 08/11 11/11 11/20 12/11 12/20', '11/11 11/20 12/11 12/20'])
  })

  test('of what is pending of closed days, only the cycles asked for', () => {
    const database = [
      { ...known('05', '11', 'provisional'), isPending: true },
      { ...known('05', '20', 'failed'), isPending: true },
    ]
    const only: SettlementQuery = { dates: null, cycles: ['20'] as Cycle[] }
    const { due: toRead } = timetable(only, almanac({ known: database, closedThrough: slot('2026-03-11').date }))
    expect(shown(toRead)).toBe('05/20 11/20 12/20')
  })

  test('what is pending of an open day is read once, as the open days are', () => {
    const database = [
      { ...known('06', '11', 'provisional'), isPending: true },
      { ...known('07', '11', 'provisional'), isPending: true },
      known('07', '20', 'reconciled'),
    ]
    const read = (closedThrough: string | null) => {
      const through = closedThrough === null ? null : slot(`2026-03-${closedThrough}`).date
      return shown(timetable(ORDINARY, almanac({ known: database, closedThrough: through, lookbackDays: 4 })).due)
    }
    const recent = '08/11 08/20 09/11 09/20 10/11 10/20 11/11 11/20 12/11 12/20'
    expect(read('06')).toBe(`06/11 07/11 ${recent}`)
    expect(read(null)).toBe(`06/11 06/20 07/11 ${recent}`)
  })

  test('leaves closed days alone, except those looked back on, and none of the open days before', () => {
    const database = [known('05', '11', 'discrepant'), known('09', '11', 'discrepant')]
    const closed = (through: string | null) =>
      due({ known: database, closedThrough: through === null ? null : slot(`2026-03-${through}`).date })
    const recent = '11/11 11/20 12/11 12/20'
    expect(closed(null)).toBe(`05/11 05/20 06/11 06/20 07/11 07/20 08/11 08/20 09/11 09/20 10/11 10/20 ${recent}`)
    expect(closed('07')).toBe(`08/11 08/20 09/11 09/20 10/11 10/20 ${recent}`)
    expect(closed('09')).toBe(`10/11 10/20 ${recent}`)
    expect(closed('04')).toBe(closed(null))
    expect(closed('02')).toBe(closed(null))
    expect(closed('10')).toBe(recent)
    expect(closed('11')).toBe(recent)
  })

  test('before the first cycle ever there is nothing to read', () => {
    expect(due({ lookbackDays: 0, now: at('2026-03-12T12:00:00Z') })).toBe('')
  })
})

describe('days asked for', () => {
  const rows: readonly (readonly [string, SettlementQuery, Partial<CycleCalendar>, slots: string, due: string])[] = [
    ['one day', asked('10'), {}, '10/11 10/20', '10/11 10/20'],
    [
      'several days',
      asked('10', '12'),
      {},
      '10/11 10/20 11/11 11/20 12/11 12/20',
      '10/11 10/20 11/11 11/20 12/11 12/20',
    ],
    [
      'today, before its last cycle: shown, and not read',
      asked('12'),
      { now: at('2026-03-13T02:00:00Z') },
      '12/11 12/20',
      '12/11',
    ],
    ['a day to come', asked('13'), {}, '13/11 13/20', ''],
    [
      'settled or not, and with what else the database holds of those days',
      asked('10'),
      { known: [known('09', '13', null), known('10', '13', 'reconciled'), known('11', '13', null)] },
      '10/11 10/13 10/20',
      '10/11 10/13 10/20',
    ],
    ['one cycle of several days, where due', asked('11', '13', '20'), {}, '11/20 12/20 13/20', '11/20 12/20'],
    ['a slot by name is read, due or not', asked('13', '13', '20'), {}, '13/20', '13/20'],
    ['by a name nobody expects', asked('12', '12', '1'), {}, '12/1', '12/1'],
    ['two slots by name, in the order of the day', asked('13', '13', '20', '9'), {}, '13/9 13/20', '13/9 13/20'],
    [
      'by name, and nothing else the database holds',
      asked('12', '12', '11'),
      { known: [known('12', '13', null)] },
      '12/11',
      '12/11',
    ],
    ['from a later day to an earlier one', asked('12', '11'), {}, '', ''],
  ]
  test.each(rows)('%s', (_, request, instead, slots, due) => {
    const table = timetable(request, almanac(instead))
    expect([shown(table.slots), shown(table.due)]).toEqual([slots, due])
  })
})

test('slots that are named are read, due or not, and no others', () => {
  const named = [slot('2026-03-30', '16'), slot('2026-02-01')]
  expect(timetable({ ...ORDINARY, slots: named }, almanac())).toEqual({ slots: named, due: named })
})

test.each<[what: string, query: SettlementQuery, isOrdinary: boolean, isWhole: boolean]>([
  ['what is due', ORDINARY, true, true],
  ['one cycle of what is due', { ...ORDINARY, cycles: ['11' as Cycle] }, true, false],
  ['named days', asked('12'), false, false],
  ['named slots', { ...ORDINARY, slots: [slot()] }, false, false],
])('a run of %s is an ordinary night, or a whole one', (_, query, isOrdinary, isWhole) => {
  expect([isOrdinaryNight(query), isWholeNight(query)]).toEqual([isOrdinary, isWhole])
})

test('a business day counts once, from its first settlement that is read', () => {
  const report = (date: string, cycle: string, verdict: Verdict) => ({ slot: slot(date, cycle), verdict })
  const friday = [report('2026-03-13', '11', 'empty'), report('2026-03-13', '20', 'not-due')]
  const saturday = report('2026-03-14', '11', 'empty')
  const unread = [report('2026-03-12', '11', 'not-pulled'), report('2026-03-16', '11', 'incomplete')]
  const tuesday = report('2026-03-17', '11', 'not-due')
  expect(businessDaysRead([...unread, ...friday, saturday, tuesday])).toBe(1)
  expect(businessDaysRead([])).toBe(0)
})

test('a slot is read once, however many invoices are asked about', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  const pulls = []
  for (const cycle of ['11', '13'])
    pulls.push(await pullNight(store, { run, slot: slotOf('2026-03-12', cycle), pages: pagesOf([[{ id: cycle }]]) }))
  const asked: string[] = []
  const counting = {
    ...store,
    pulls: {
      ...store.pulls,
      times: (slot: Parameters<typeof store.pulls.times>[0]) => {
        asked.push(slot.cycle)
        return store.pulls.times(slot)
      },
    },
  }
  const context = { settings: { policy: DEFAULT_POLICY }, zone: BOGOTA } as unknown as QueryContext
  const { slotAt } = await slotsAt(counting, context, '2026-03-31' as SlotDate, await store.slots.states())
  const found = await Promise.all([...pulls, ...pulls].map(slotAt))
  expect(found.map(({ slot }) => slot.cycle)).toEqual(['11', '13', '11', '13'])
  expect(asked).toEqual(['11', '13'])
  await store.close()
})

const ATTEMPT = { slot: slot(), at: 0, code: 'X', reason: 'x', request: null, status: null }
const IN_PROCESS = aPull({ settlement: aSettlement({ status: 'processing' }) })
const NO_SETTLEMENT = aPull({ settlement: null })

const checked = (counted: number, verdict: 'reconciled' | 'provisional' | 'empty'): SlotState['assessment'] => ({
  slot: slot(),
  pullId: 7,
  rulebook: 'r',
  verdict,
  totals: someTotals({ counted }),
})

test.each<[what: string, state: Partial<SlotState>, isPending: boolean, verdict: KnownSlot['verdict']]>([
  ['final, and checked', { pull: aPull(), assessment: checked(1, 'reconciled') }, false, 'reconciled'],
  [
    'final, and a person acted since it was checked',
    { pull: aPull(), assessment: checked(1, 'reconciled'), actedSince: true },
    false,
    null,
  ],
  ['in process', { pull: IN_PROCESS, assessment: checked(1, 'provisional') }, true, 'provisional'],
  [
    'invoices without a settlement',
    { pull: NO_SETTLEMENT, assessment: checked(1, 'provisional') },
    true,
    'provisional',
  ],
  ['nothing that counts and no settlement', { pull: NO_SETTLEMENT, assessment: checked(0, 'empty') }, false, 'empty'],
  ['no settlement, and not checked yet', { pull: NO_SETTLEMENT }, false, null],
  ['never read', {}, false, null],
  ['never read whole', { incomplete: ATTEMPT }, true, 'incomplete'],
  [
    'final when it was read whole, and not read whole since',
    { pull: aPull(), assessment: checked(1, 'reconciled'), incomplete: ATTEMPT },
    true,
    'incomplete',
  ],
])('what the timetable knows of a slot: %s', (_, instead, isPending, verdict) => {
  const state: SlotState = {
    slot: slot(),
    pull: null,
    incomplete: null,
    assessment: null,
    actedSince: false,
    ...instead,
  }
  expect(slotsForTimetable([state], aPolicy())).toEqual([{ slot: slot(), isPending, verdict }])
})

test('a timetable is parted between days, and whole where it is short', () => {
  const days = ['2026-03-08', '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12']
  const cycles = ['11', '13', '20']
  const slots = days.flatMap((date) => cycles.map((cycle) => slot(date, cycle)))
  const late = slot('2026-01-01', '11')
  const short = (parts: ReturnType<typeof partsOf>) => parts.map((part) => [part.slots.length, part.due.length])
  expect(short(partsOf({ slots, due: slots.slice(1) }, 10))).toEqual([
    [12, 11],
    [3, 3],
  ])
  expect(short(partsOf({ slots, due: [late, ...slots] }))).toEqual([[15, 16]])
  expect(partsOf({ slots: [], due: [] })).toEqual([{ slots: [], due: [] }])
})
