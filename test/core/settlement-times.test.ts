import { expect, test } from 'vitest'
import type { TimelineStep } from '../../src/core/findings/timeline.ts'
import { ZERO } from '../../src/core/money.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { settlementTimes, timesAsItStands } from '../../src/rules/account/settlement-times.ts'
import { aPolicy, aSettlement, at, BOGOTA, cop, slot } from './a.ts'

const SLOT = slot('2026-03-12')
const knownSince = (readSince: string) => ({ policy: aPolicy(), zone: BOGOTA, readSince: readSince as SlotDate })
const settlement = (day: string, isFirstPull: boolean) => ({
  settlement: aSettlement(),
  pull: 1,
  at: at(`${day}T17:00:00Z`),
  isFirstPull,
})
const step = (event: TimelineStep['event'], day: string): TimelineStep => ({
  event,
  state: 'accepted',
  at: at(`${day}T17:00:00Z`),
  number: 1,
  by: 'Ana',
  why: null,
  act: null,
  sighting: null,
})
const NO_SHARES = { open: ZERO, claimed: ZERO, accepted: ZERO, tolerated: ZERO, paid: ZERO }
const SHARES = { ...NO_SHARES, accepted: cop(-1) }
const facts = (timelines: readonly (readonly TimelineStep[])[]) => ({
  slot: SLOT,
  money: { notCompared: null, paidOut: cop(100), state: 'accepted' as const, shares: SHARES },
  settlements: [settlement('2026-03-20', true)],
  arrivedOn: undefined,
  timelines,
  bankTimelines: [],
  recoveries: [],
  recoveriesAtBank: [],
})

test.each([
  ['what was older than the first pull had its status since its own date', '2026-03-15', '2026-03-12'],
  ['what is of the day of the first pull has it since it was read', '2026-03-12', '2026-03-20'],
  ['what was read from its day on has it since it was read', '2026-03-01', '2026-03-20'],
])('%s', (_, readSince, day) => {
  expect(settlementTimes(facts([]), knownSince(readSince)).statuses).toEqual([{ day, hasFailed: false }])
})

test.each([
  ['the last of two acceptances', [[step('accepted', '2026-03-21')], [step('accepted', '2026-03-23')]], '2026-03-23'],
  ['in whatever order', [[step('accepted', '2026-03-23')], [step('accepted', '2026-03-21')]], '2026-03-23'],
  ['one that no timeline shows: its own date', [[step('found', '2026-03-21')]], '2026-03-12'],
])('accepted on the day of %s', (_, timelines, day) => {
  expect(settlementTimes(facts(timelines), knownSince('2026-03-01')).acceptedOn).toBe(day)
})

test('what is missing at the bank was accepted on the day of that acceptance, whatever became of its difference', () => {
  const bankTimelines = [[step('found', '2026-03-18'), step('accepted', '2026-03-21')]]
  const times = settlementTimes(
    { ...facts([[step('accepted', '2026-03-25')]]), bankTimelines },
    knownSince('2026-03-01'),
  )
  expect(times).toMatchObject({ acceptedOn: '2026-03-25', acceptedAtBankOn: '2026-03-21' })
  expect(settlementTimes(facts([]), knownSince('2026-03-01')).acceptedAtBankOn).toBe(null)
})

test.each([
  ['what arrived before it was read as final was paid out by then', '2026-03-16', '2026-03-16'],
  ['what arrived later was paid out when it was read', '2026-03-23', '2026-03-20'],
  ['nothing is paid out before its own date', '2026-03-10', '2026-03-12'],
])('%s', (_, arrival, paidOn) => {
  const arrived = { ...facts([]), arrivedOn: slot(arrival).date }
  expect(settlementTimes(arrived, knownSince('2026-03-01')).paidOn).toBe(paidOn)
})

test.each([
  ['with a record that cannot be read', 'malformed', cop(100), '2026-03-20'],
  ['of another slot', 'echo', cop(100), null],
  ['that could not be read whole again', 'unread', cop(100), '2026-03-20'],
  ['of nothing that could not be read whole again', 'unread', ZERO, null],
  ['that is not known', 'unread', null, null],
] as const)('a final settlement %s was paid out or not', (_, notCompared, paidOut, paidOn) => {
  const one = { ...facts([]), money: { notCompared, paidOut, state: 'open' as const, shares: NO_SHARES } }
  expect(settlementTimes(one, knownSince('2026-03-01')).paidOn).toBe(paidOn)
})

test('what is late or missing was not taken out of the account by accepting that', () => {
  for (const notCompared of ['not-final', 'no-settlement'] as const) {
    const money = { notCompared, paidOut: null, state: 'accepted' as const, shares: NO_SHARES }
    const late = { ...facts([[step('accepted', '2026-03-21')]]), money }
    expect(settlementTimes(late, knownSince('2026-03-01')).acceptedOn).toBe(null)
    expect(timesAsItStands(SLOT, money).acceptedOn).toBe(null)
  }
})

test('as it stands, all happened on its own date', () => {
  expect(
    timesAsItStands(SLOT, { notCompared: null, paidOut: cop(100), state: 'accepted', shares: SHARES }),
  ).toMatchObject({
    paidOn: '2026-03-12',
    acceptedOn: '2026-03-12',
    recoveries: [],
    recoveriesAtBank: [],
    statuses: [{ day: '2026-03-12', hasFailed: false }],
  })
  const shares = { ...NO_SHARES, paid: cop(-7) }
  expect(timesAsItStands(SLOT, { notCompared: null, paidOut: cop(100), state: 'paid', shares }).recoveries).toEqual([
    { on: '2026-03-12', sum: cop(7) },
  ])
  expect(timesAsItStands(SLOT, { notCompared: 'failed', paidOut: ZERO, state: 'open', shares: NO_SHARES })).toEqual({
    paidOn: null,
    acceptedOn: null,
    acceptedAtBankOn: null,
    recoveries: [],
    recoveriesAtBank: [],
    statuses: [{ day: '2026-03-12', hasFailed: true }],
  })
})
