import { describe, expect, test } from 'vitest'
import { keepSchedule, type ScheduleEvent } from '../../jobs/schedule.ts'
import { nextAfter, type PlannedRun, plannedRunsOf, type ScheduledJob } from '../../jobs/steps/schedule/planned-run.ts'

const BOGOTA = 'America/Bogota'
const at = (text: string): number => Date.parse(`${text}-05:00`)
const shown = (instant: number): string => new Date(instant - 5 * 3_600_000).toISOString().slice(5, 16)

const RUNS: PlannedRun = { job: 'run', times: ['30 13 * * *', '30 22 * * *'] }
const SWEEP: PlannedRun = { job: 'sweep', times: ['15 3 * * *'] }
const BACKUP: PlannedRun = { job: 'db backup', times: ['45 3 * * *'] }

test.each<[string, PlannedRun, string, string | null]>([
  ['later the same day', RUNS, '2026-03-12T10:00', '03-12T13:30'],
  ['not the moment itself', RUNS, '2026-03-12T13:30', '03-12T22:30'],
  ['the next day', RUNS, '2026-03-12T23:00', '03-13T13:30'],
  ['never', { job: 'sweep', times: [] }, '2026-03-12T10:00', null],
])('the next time: %s', (_, appointment, after, next) => {
  const instant = nextAfter(appointment, at(after), BOGOTA)
  expect(instant === null ? null : shown(instant)).toBe(next)
})

test('what was pulled is swept, and then copied', () => {
  const schedule = { runAt: ['30 22 * * *'], sweepAt: ['15 3 * * *'], backupAt: ['45 3 * * *'] }
  expect(plannedRunsOf({ schedule })).toEqual([{ job: 'run', times: ['30 22 * * *'] }, SWEEP, BACKUP])
})

test('summer time moves the hour of a job with the clocks of its zone', () => {
  const hours = ['2026-03-28T12:00Z', '2026-03-29T12:00Z'].map((after) =>
    nextAfter({ job: 'run', times: ['0 9 * * *'] }, Date.parse(after), 'Europe/Madrid'),
  )
  expect(hours.map((hour) => new Date(hour ?? 0).toISOString())).toEqual([
    '2026-03-29T07:00:00.000Z',
    '2026-03-30T07:00:00.000Z',
  ])
})

/** A scheduler with a simulated clock: sleeping moves it, and so does a job. It stops when the clock passes `until`. */
const played = async (
  appointments: readonly PlannedRun[],
  from: string,
  until: string,
  world: {
    readonly remembered?: readonly (readonly [ScheduledJob, string])[]
    /** Filled with the state at the end. */
    readonly kept?: [ScheduledJob, string][]
    readonly jobTakes?: number
    readonly asleep?: readonly [from: string, to: string]
    readonly exitCode?: number | null
    /** Until then no state can be stored, once the scheduler is up. */
    readonly fullUntil?: string
  } = {},
) => {
  const controller = new AbortController()
  let clock = at(from)
  let state = new Map((world.remembered ?? []).map(([job, time]) => [job, at(time)] as const))
  const lines: string[] = []
  let running = 0
  const move = (ms: number): void => {
    clock += ms
    const [from, to] = world.asleep ?? []
    if (from && to && clock >= at(from) && clock < at(to)) clock = at(to)
    if (clock > at(until)) controller.abort()
  }
  await keepSchedule({
    plannedRuns: appointments,
    timeZone: BOGOTA,
    state: {
      read: () => state,
      write: async (began) => {
        const isUp = clock > at(from)
        if (isUp && world.fullUntil && clock < at(world.fullUntil)) throw new Error('the disk is full')
        state = new Map(began)
      },
    },
    start: async (job) => {
      running += 1
      expect(running).toBe(1)
      lines.push(`${shown(clock)} ${job}`)
      move(world.jobTakes ?? 60_000)
      running -= 1
      return world.exitCode === undefined ? 0 : world.exitCode
    },
    report: (event: ScheduleEvent) => {
      if (event.kind === 'ended' && event.exitCode !== 0) lines.push(`ended with ${event.exitCode}`)
      if (event.kind === 'unsaved') lines.push(`unsaved ${event.job}`)
      if (event.kind === 'stopped') lines.push(`stopped ${event.job}`)
    },
    now: () => clock,
    sleep: async (ms) => move(ms),
    signal: controller.signal,
  })
  world.kept?.push(...[...state].map(([job, time]): [ScheduledJob, string] => [job, `2026-${shown(time)}`]))
  return lines
}

describe('the scheduler', () => {
  test('does each job at its times, in the zone of the policy', async () => {
    expect(await played([RUNS, SWEEP, BACKUP], '2026-03-12T09:00', '2026-03-13T14:00')).toEqual([
      '03-12T13:30 run',
      '03-12T22:30 run',
      '03-13T03:15 sweep',
      '03-13T03:45 db backup',
      '03-13T13:30 run',
    ])
  })

  test('goes on while its times cannot be stored', async () => {
    expect(await played([RUNS], '2026-03-12T09:00', '2026-03-13T14:00', { fullUntil: '2026-03-12T20:00' })).toEqual([
      'unsaved run',
      '03-12T13:30 run',
      '03-12T22:30 run',
      '03-13T13:30 run',
    ])
  })

  test('catches up once, in their order, after the machine slept for two days', async () => {
    const asleep = ['2026-03-12T13:00', '2026-03-14T09:00'] as const
    expect(await played([RUNS, SWEEP, BACKUP], '2026-03-12T12:00', '2026-03-14T14:00', { asleep })).toEqual([
      '03-14T09:00 run',
      '03-14T09:01 sweep',
      '03-14T09:02 db backup',
      '03-14T13:30 run',
    ])
  })

  test('catches up once with what was due while it was down', async () => {
    const remembered = [['run', '2026-03-10T22:30']] as const
    expect(await played([RUNS], '2026-03-12T09:00', '2026-03-12T14:00', { remembered })).toEqual([
      '03-12T09:00 run',
      '03-12T13:30 run',
    ])
  })

  test('has nothing to catch up with when it never ran', async () => {
    expect(await played([RUNS], '2026-03-12T23:00', '2026-03-13T13:00')).toEqual([])
  })

  test('a job that fails, or was killed, is done again at its next time', async () => {
    expect(await played([RUNS], '2026-03-12T13:00', '2026-03-12T23:00', { exitCode: 5 })).toEqual([
      '03-12T13:30 run',
      'ended with 5',
      '03-12T22:30 run',
      'ended with 5',
    ])
    expect(await played([RUNS], '2026-03-12T13:00', '2026-03-12T14:00', { exitCode: null })).toContain(
      'ended with null',
    )
  })

  test('a job that takes longer than the next time is not doubled: what it missed is done once after it', async () => {
    const jobTakes = 12 * 3_600_000
    expect(await played([RUNS], '2026-03-12T13:00', '2026-03-13T03:00', { jobTakes })).toEqual([
      '03-12T13:30 run',
      '03-13T01:30 run',
    ])
  })

  test.each([
    ['killed', null],
    ['interrupted', 130],
    ['terminated', 143],
  ])('a job that was %s when the scheduler was stopped is done when it starts again', async (_, exitCode) => {
    const kept: [ScheduledJob, string][] = []
    const jobTakes = 3_600_000
    expect(await played([RUNS, SWEEP], '2026-03-12T13:00', '2026-03-12T14:00', { jobTakes, exitCode, kept })).toEqual([
      '03-12T13:30 run',
      'stopped run',
    ])
    expect(await played([RUNS, SWEEP], '2026-03-12T18:00', '2026-03-12T19:30', { remembered: kept })).toEqual([
      '03-12T18:00 run',
    ])
  })

  test('a job that came to its end while the scheduler was told to stop is not done again', async () => {
    const kept: [ScheduledJob, string][] = []
    const jobTakes = 3_600_000
    expect(await played([RUNS], '2026-03-12T13:00', '2026-03-12T14:00', { jobTakes, exitCode: 3, kept })).toEqual([
      '03-12T13:30 run',
      'ended with 3',
    ])
    expect(await played([RUNS], '2026-03-12T18:00', '2026-03-12T19:30', { remembered: kept })).toEqual([])
  })

  test('a memory from the future does not silence it', async () => {
    const remembered = [['run', '2036-01-01T00:00']] as const
    expect(await played([RUNS], '2026-03-12T13:00', '2026-03-12T14:00', { remembered })).toEqual(['03-12T13:30 run'])
  })
})
