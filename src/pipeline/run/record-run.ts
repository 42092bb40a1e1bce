import { policyDocument } from '../../../reports/documents/assumptions.ts'
import { rulebookOf } from '../../domain/assessment/assess.ts'
import type { Outcome } from '../../domain/assessment/slot-report.ts'
import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Moment } from '../../domain/past-run.ts'
import { jsonText } from '../../publish/json.ts'
import type { RunRecord } from '../../storage/runs/runs.ts'
import type { Store } from '../../storage/store.ts'
import type { JobContext, JobReport } from './context.ts'

/** The execution of a job that is under way. One that reports a past moment is not recorded in the database. */
export interface CurrentRun {
  readonly id: string
  /** The number of the run in this database: 1, 2, 3, ...; 0 when the run is not recorded. */
  readonly ordinal: number
  readonly job: string
  readonly at: Instant
  /** The policy, version and checks by which it judges; see `rulebookOf`. */
  readonly rulebook: string
  /** The past moment that is reported; null for the present. */
  readonly asOf: Moment | null
}

/** Records the start of a job with its policy and, after the job, its end. */
export const recordRun = async <R extends JobReport>(
  { settings, version, now, newRunId, progress, statusOf, checks }: JobContext,
  store: Store,
  job: string,
  work: (run: CurrentRun) => Promise<R>,
  scope: RunRecord['scope'] = null,
): Promise<R> => {
  const at = now()
  const { number: policyNumber } = await store.policies.record(jsonText(policyDocument(settings.policy)), at)
  const id = newRunId()
  const ordinal = await store.runs.begin({ id, job, at, version, policyNumber, scope })
  progress({ kind: 'run-began', id, job, merchant: store.merchant.name })
  const end = async (exitCode: number, outcome: Outcome): Promise<void> => {
    await store.runs.end(id, { at: now(), exitCode, outcome })
    progress({ kind: 'run-ended', outcome, exitCode })
  }
  try {
    const report = await work({ id, ordinal, job, at, rulebook: rulebookOf(policyNumber, version, checks), asOf: null })
    await end(report.exitCode, report.outcome)
    return report
  } catch (error) {
    // When the database itself failed, this fails too, and the run is recorded as one that never ended.
    await end(statusOf(error), 'failed').catch(() => undefined)
    throw error
  }
}
