import { onTestFinished } from 'vitest'
import { checkJob } from '../../jobs/check.ts'
import { explainSlot } from '../../jobs/explain.ts'
import { readHistory } from '../../jobs/history.ts'
import { readInTransit } from '../../jobs/in-transit.ts'
import { type InboxReport, readInbox } from '../../jobs/read-inbox.ts'
import { runJob } from '../../jobs/run.ts'
import { readStatus } from '../../jobs/status.ts'
import type { JobContext, JobReport, JobRequest } from '../../jobs/steps/run/context.ts'
import { type SweepReport, sweepJob } from '../../jobs/sweep.ts'
import type { Explanation } from '../../reports/documents/explanation.ts'
import type { History } from '../../reports/documents/history.ts'
import type { InTransitReport } from '../../reports/documents/in-transit.ts'
import type { StatusReport } from '../../reports/documents/status.ts'
import type { AsOf } from '../../src/core/past-run.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/core/policy.ts'
import type { Settings } from '../../src/input/settings.ts'
import type { InboxEvent } from '../../src/store/inbox/inbox.ts'
import { slot } from '../core/a.ts'
import { emptyFolder } from '../empty-folder.ts'
import { jobContext } from './job-context.ts'
import { type Service, startService } from './service.ts'

/** A merchant's nights in a test: a service, a clock, an empty folder, and the real jobs over real HTTP. */
export interface Nights {
  readonly service: Service
  readonly folder: string
  /** Moves the clock, in Bogota's time. */
  readonly clock: (time: string) => void
  /** Runs a sweep; `slept` is the total of its pauses. */
  readonly sweep: (request?: Asked, instead?: Partial<Settings>) => Promise<SweepReport>
  readonly slept: number[]
  /** The warnings of jobs, with code and message. */
  readonly warnings: readonly string[]
  readonly run: (request?: Asked, instead?: Partial<Settings>) => Promise<JobReport>
  readonly check: (request?: Asked, instead?: Partial<Settings>) => Promise<JobReport>
  readonly explain: (date: string, cycle: string, instead?: Partial<Settings>, asOf?: AsOf) => Promise<Explanation>
  readonly history: (date: string, cycle: string, asOf?: AsOf) => Promise<History>
  readonly status: (asOf?: AsOf) => Promise<StatusReport>
  readonly inTransit: (
    at: string,
    stored?: boolean,
    instead?: Partial<Settings>,
    asOf?: AsOf,
  ) => Promise<InTransitReport>
  /** Processes the waiting notifications of the inbox. */
  readonly inbox: (instead?: Partial<Settings>, again?: readonly InboxEvent[] | null) => Promise<InboxReport>
  /** The context for any other job. */
  readonly context: (instead?: Partial<Settings>) => JobContext
}

export interface Asked {
  readonly date?: string
  readonly from?: string
  readonly to?: string
  readonly cycles?: readonly string[]
  readonly dryRun?: boolean
  readonly force?: boolean
  readonly failOn?: JobRequest['failOn']
  readonly asOf?: AsOf
}

export const startNights = async (time = '2026-03-12 22:30'): Promise<Nights> => {
  let now = inBogota(time)
  const service = await startService(() => now)
  const folder = emptyFolder()
  onTestFinished(() => service.close())
  let runs = 0
  const slept: number[] = []
  const warnings: string[] = []
  const contextOf = (instead: Partial<Settings>): JobContext => {
    const context = jobContext(service.baseUrl, folder, () => now)
    return {
      ...context,
      settings: { ...context.settings, ...instead },
      sleep: async (ms) => void slept.push(ms),
      newRunId: () => `run-${++runs}`,
      progress: (step) => {
        if (step.kind === 'warned') warnings.push(`${step.code} ${step.message}`)
      },
    }
  }
  return {
    service,
    folder,
    clock: (later) => {
      now = inBogota(later)
    },
    sweep: (asked = {}, instead = {}) => sweepJob(contextOf(instead), requestOf(asked)),
    slept,
    warnings,
    run: (asked = {}, instead = {}) => runJob(contextOf(instead), requestOf(asked)),
    check: (asked = {}, instead = {}) => checkJob(contextOf(instead), requestOf(asked)),
    explain: (date, cycle, instead = {}, asOf) =>
      explainSlot({ ...contextOf(instead), asOf: asOf ?? null }, slot(date, cycle)),
    history: (date, cycle, asOf) => readHistory({ ...contextOf({}), asOf: asOf ?? null }, slot(date, cycle)),
    status: (asOf) => readStatus({ ...contextOf({}), asOf: asOf ?? null }),
    inTransit: (at, stored = false, instead = {}, asOf) =>
      readInTransit(contextOf(instead), { at: slot(at).date, stored, asOf: asOf ?? null }),
    inbox: (instead = {}, again = null) => readInbox(contextOf(instead), { failOn: 'error', again }),
    context: (instead = {}) => contextOf(instead),
  }
}

const inBogota = (time: string): number => Date.parse(`${time.replace(' ', 'T')}:00-05:00`)

const requestOf = ({
  date,
  from,
  to,
  cycles = [],
  dryRun = false,
  force = false,
  failOn = 'error',
  asOf,
}: Asked): JobRequest => {
  const [first, last] = [date ?? from, date ?? to]
  const dates = first !== undefined && last !== undefined ? { from: slot(first).date, to: slot(last).date } : null
  return {
    dates,
    cycles: cycles.map((cycle) => slot('2026-01-01', cycle).cycle),
    dryRun,
    force,
    failOn,
    asOf: asOf ?? null,
  }
}

export const policy = (instead: Partial<Policy>): { policy: Policy } => ({ policy: { ...DEFAULT_POLICY, ...instead } })
