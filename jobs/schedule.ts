import type { Instant } from '../src/core/calendar/calendar.ts'
import { nextAfter, type PlannedRun, type ScheduledJob } from './steps/schedule/planned-run.ts'

/** When each job last started, or was first scheduled. A time missed since then is made up for once. */
export interface SchedulerState {
  readonly read: () => ReadonlyMap<ScheduledJob, Instant>
  readonly write: (began: ReadonlyMap<ScheduledJob, Instant>) => Promise<void>
}

/** The scheduler's settings and actions. Time is an argument. */
export interface SchedulerContext {
  readonly plannedRuns: readonly PlannedRun[]
  readonly timeZone: string
  readonly state: SchedulerState
  /** Runs a job to its end and returns its exit status. Does not throw when the job fails. */
  readonly start: (job: ScheduledJob) => Promise<number | null>
  readonly report: (event: ScheduleEvent) => void
  readonly now: () => Instant
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
}

export type ScheduleEvent =
  | { readonly kind: 'waiting'; readonly job: ScheduledJob; readonly until: Instant }
  | { readonly kind: 'began'; readonly job: ScheduledJob; readonly dueAt: Instant }
  | { readonly kind: 'ended'; readonly job: ScheduledJob; readonly exitCode: number | null }
  /** The scheduler was told to stop, and stopped the job; it is due again when the scheduler starts. */
  | { readonly kind: 'stopped'; readonly job: ScheduledJob }
  /** The time of the job could not be stored: it may run again when the scheduler starts again. */
  | { readonly kind: 'unsaved'; readonly job: ScheduledJob; readonly error: unknown }

interface DueJob {
  readonly job: ScheduledJob
  readonly dueAt: Instant
}

/** How often the clock is checked, in ms, to notice a machine that slept or a clock that was set. */
const CLOCK_CHECK_MS = 30_000

/** Runs the jobs at their times, one after the other, until stopped. A failed job runs again at its next time. */
export const keepSchedule = async (context: SchedulerContext): Promise<void> => {
  const { plannedRuns, state, report, now, sleep, signal } = context
  // A start in the future comes from a clock that has since been set back. It must not block a job for years.
  const began = new Map(state.read())
  for (const { job } of plannedRuns) began.set(job, Math.min(began.get(job) ?? now(), now()))
  await state.write(began)
  let announced = ''
  while (!signal.aborted) {
    const next = firstOf(context, began)
    if (next !== null && next.dueAt <= now()) {
      await doJob(next, began, context)
      continue
    }
    if (next !== null && announced !== `${next.job} ${next.dueAt}`)
      report({ kind: 'waiting', job: next.job, until: next.dueAt })
    announced = next === null ? '' : `${next.job} ${next.dueAt}`
    const wait = next === null ? CLOCK_CHECK_MS : Math.min(CLOCK_CHECK_MS, next.dueAt - now())
    await sleep(wait, signal).catch(() => undefined)
  }
}

/** Starts a job that is due. One that stops with the scheduler is due again when the scheduler starts. */
const doJob = async (
  { job, dueAt }: DueJob,
  began: Map<ScheduledJob, Instant>,
  { state, start, report, now, signal }: SchedulerContext,
): Promise<void> => {
  const startedAt = now()
  // A full disk is no reason to stop: there may be room when the job begins, or at its next time.
  const save = (times: ReadonlyMap<ScheduledJob, Instant>): Promise<void> =>
    state.write(times).catch((error: unknown) => report({ kind: 'unsaved', job, error }))
  await save(new Map(began).set(job, startedAt))
  report({ kind: 'began', job, dueAt })
  const exitCode = await start(job)
  if (signal.aborted && isStopped(exitCode)) {
    await save(began)
    return report({ kind: 'stopped', job })
  }
  began.set(job, startedAt)
  report({ kind: 'ended', job, exitCode })
}

/** Killed, or ended by a signal. */
const isStopped = (exitCode: number | null): boolean => exitCode === null || exitCode > 128

/** The first job that is due, in their order; else the next one to become due. */
const firstOf = (
  { plannedRuns, timeZone, now }: SchedulerContext,
  began: ReadonlyMap<ScheduledJob, Instant>,
): DueJob | null => {
  const times = plannedRuns.flatMap((plannedRun) => {
    const dueAt = nextAfter(plannedRun, began.get(plannedRun.job) ?? now(), timeZone)
    return dueAt === null ? [] : [{ job: plannedRun.job, dueAt }]
  })
  const due = times.find(({ dueAt }) => dueAt <= now())
  return due ?? times.toSorted((a, b) => a.dueAt - b.dueAt)[0] ?? null
}
