import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { keepSchedule, type ScheduleEvent } from '../../jobs/schedule.ts'
import { inDryRunFolder } from '../../jobs/steps/database/dry-run-folder.ts'
import { openCommitGate } from '../../jobs/steps/pull/pull-slots.ts'
import type { UncommittedPull } from '../../jobs/steps/pull/read-slot.ts'
import { nextAfter, type PlannedRun, plannedRunsOf, type ScheduledJob } from '../../jobs/steps/schedule/planned-run.ts'
import { nameOf } from '../../src/core/slot.ts'
import { slot } from '../core/a.ts'
import { emptyFolder } from '../empty-folder.ts'

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

const [ELEVEN, THIRTEEN, EIGHTEEN] = ['11', '13', '18'].map((cycle) => slot('2026-03-12', cycle)) as [
  ReturnType<typeof slot>,
  ReturnType<typeof slot>,
  ReturnType<typeof slot>,
]

/** The gate's actions in order, when slots that were not empty before are read again, each empty or not. */
const told = async (
  nonEmptyBefore: readonly ReturnType<typeof slot>[],
  offered: readonly (readonly [ReturnType<typeof slot>, 'empty' | 'full'])[],
  ending: 'end' | 'abandon' = 'end',
) => {
  const done: string[] = []
  const note = async (what: string): Promise<void> => void done.push(what)
  const gate = openCommitGate(nonEmptyBefore, () => note('claim'))
  for (const [of, isEmpty] of offered) {
    const pull = { commit: () => note(`commit ${of.cycle}`), abandon: () => note(`abandon ${of.cycle}`) }
    const readDepartures = () => note(`ask ${of.cycle}`)
    await gate.offer({ slot: of, isEmpty: isEmpty === 'empty', pull, readDepartures } as unknown as UncommittedPull)
    await note(`read ${nameOf(of).slice(-2)}`)
  }
  await gate[ending]().catch(({ code, texts }) => note(`${code}: ${texts.message.en}`))
  return done.join(', ')
}

test.each<[string, Parameters<typeof told>, string]>([
  ['nothing is read', [[], []], ''],
  [
    'the first pull of all: each is closed at once',
    [
      [],
      [
        [ELEVEN, 'empty'],
        [THIRTEEN, 'full'],
      ],
    ],
    'ask 11, claim, commit 11, read 11, ask 13, claim, commit 13, read 13',
  ],
  [
    'one that held something holds it still',
    [
      [ELEVEN],
      [
        [ELEVEN, 'full'],
        [THIRTEEN, 'empty'],
      ],
    ],
    'ask 11, claim, commit 11, read 11, ask 13, claim, commit 13, read 13',
  ],
  [
    'others wait until one is seen to hold something still',
    [
      [ELEVEN, EIGHTEEN],
      [
        [ELEVEN, 'empty'],
        [THIRTEEN, 'full'],
        [EIGHTEEN, 'full'],
      ],
    ],
    'read 11, read 13, ask 11, claim, commit 11, ask 13, claim, commit 13, ask 18, claim, commit 18, read 18',
  ],
  [
    'one alone may be empty now',
    [
      [ELEVEN],
      [
        [ELEVEN, 'empty'],
        [THIRTEEN, 'full'],
      ],
    ],
    'read 11, read 13, ask 11, claim, commit 11, ask 13, claim, commit 13',
  ],
  [
    'two that are empty now: nothing is stored',
    [
      [ELEVEN, THIRTEEN],
      [
        [ELEVEN, 'empty'],
        [THIRTEEN, 'empty'],
      ],
    ],
    'read 11, read 13, NOTHING_SEEN: all 2 settlements that held something before and could be read are empty now; nothing was stored',
  ],
  [
    'a run that ends early undoes what waits',
    [
      [ELEVEN],
      [
        [THIRTEEN, 'full'],
        [ELEVEN, 'empty'],
      ],
      'abandon',
    ],
    'read 13, read 11, abandon 13, abandon 11',
  ],
  ['and nothing that is closed', [[], [[THIRTEEN, 'full']], 'abandon'], 'ask 13, claim, commit 13, read 13'],
])('%s', async (_, story, done) => {
  expect(await told(...story)).toBe(done)
})

test('when a commit fails, the pulls behind it are abandoned with the run', async () => {
  const done: string[] = []
  const note = async (what: string): Promise<void> => void done.push(what)
  const gate = openCommitGate([ELEVEN], () => note('claim'))
  const reading = (of: typeof ELEVEN, isEmpty: boolean, commit: () => Promise<void>) =>
    ({
      slot: of,
      isEmpty,
      pull: { commit, abandon: () => note(`abandon ${of.cycle}`) },
      readDepartures: async () => undefined,
    }) as unknown as UncommittedPull
  await gate.offer(reading(THIRTEEN, false, () => Promise.reject(new Error('the disk is full'))))
  await gate.offer(reading(EIGHTEEN, false, () => note('commit 18')))
  await expect(gate.offer(reading(ELEVEN, false, () => note('commit 11')))).rejects.toThrow('the disk is full')
  await gate.abandon()
  expect(done).toEqual(['claim', 'abandon 18', 'abandon 11'])
})

let root: string

beforeEach(() => {
  root = emptyFolder()
  vi.stubEnv('TMPDIR', root)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const left = (name: string): string => {
  mkdirSync(join(root, name))
  writeFileSync(join(root, name, 'cuadre.db'), 'a copy')
  return name
}

describe('the folder of a dry run', () => {
  it('is gone when the run ends, however it ends', async () => {
    const seen: string[] = []
    const failing = inDryRunFolder(async (folder) => {
      seen.push(folder)
      throw new Error('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    expect([seen.length, readdirSync(root)]).toEqual([1, []])
  })

  it('takes along what killed runs left, also one with the number of this process', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    left(`.cuadre-dry-run.${dead}.0123456789abcdef.tmp`)
    left(`.cuadre-dry-run.${process.pid}.0123456789abcdef.tmp`)
    const kept = [
      left(`.cuadre-dry-run.${process.ppid}.0123456789abcdef.tmp`),
      left(`.other-program.${dead}.0123456789abcdef.tmp`),
      left('cuadre-dry-run-notes'),
    ]
    await inDryRunFolder(async () => {})
    expect(readdirSync(root).sort()).toEqual(kept.sort())
  })

  it('of another container is left alone until it is a day old', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const recent = left(`.cuadre-dry-run.${dead}.00000000-0123456789abcdef.tmp`)
    const old = left(`.cuadre-dry-run.${process.ppid}.00000000-0123456789abcdef.tmp`)
    const before = new Date(Date.now() - 25 * 3_600_000)
    utimesSync(join(root, old), before, before)
    await inDryRunFolder(async () => {})
    expect(readdirSync(root)).toEqual([recent])
  })

  it('is readable by its owner only', async () => {
    await inDryRunFolder(async (folder) => expect(statSync(folder).mode & 0o777).toBe(0o700))
  })

  it('is left alone by another dry run of this process', async () => {
    await inDryRunFolder(async (folder) => {
      await inDryRunFolder(async () => {})
      expect(existsSync(folder)).toBe(true)
    })
  })
})
