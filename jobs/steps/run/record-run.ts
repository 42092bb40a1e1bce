import { assumptionsDocument, policyDocument } from '../../../reports/documents/assumptions.ts'
import type { Instant } from '../../../src/core/calendar/calendar.ts'
import type { JOBS, Moment } from '../../../src/core/past-run.ts'
import type { Provenance } from '../../../src/print/files/manifest.ts'
import { jsonText } from '../../../src/print/json.ts'
import { rulebookOf } from '../../../src/rules/assessment/assess.ts'
import { exitCodeOf, INCOMPLETE, type Outcome, outcomeOf } from '../../../src/rules/assessment/slot-report.ts'
import type { CuadreError } from '../../../src/std/errors.ts'
import { exitStatusOf } from '../../../src/std/exit-statuses.ts'
import type { RunRecord } from '../../../src/store/runs/runs.ts'
import type { Store } from '../../../src/store/store.ts'
import type { JobContext, JobReport, JobRequest } from './context.ts'

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
  job: (typeof JOBS)[number],
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

/** The result of the run: a stop ranks before incomplete, and incomplete before differences. */
export const runEnding = (
  slots: JobReport['slots'],
  { failOn }: Pick<JobRequest, 'failOn'>,
  stop: CuadreError | null,
): Pick<JobReport, 'outcome' | 'exitCode' | 'error'> => {
  if (stop === null) return { outcome: outcomeOf(slots), exitCode: exitCodeOf(slots, failOn), error: null }
  const { code, texts } = stop
  const error = { code, texts }
  const isToTryAgain = code === 'SERVICE_UNREACHABLE' || code === 'CLOCK_SKEW'
  return isToTryAgain
    ? { outcome: 'incomplete', exitCode: INCOMPLETE, error }
    : { outcome: 'failed', exitCode: exitStatusOf('key'), error }
}

interface WrittenFolder extends Required<Pick<Provenance, 'merchant' | 'asOf'>> {
  readonly run: { readonly id: string; readonly job: string; readonly at: Instant }
}

/** The provenance of a folder whose figures follow the policy and the settings of this context. */
export const provenanceOf = (
  { settings, version, masked = false }: Pick<JobContext, 'settings' | 'version' | 'masked'>,
  { merchant, run: { id, job, at }, asOf }: WrittenFolder,
): Provenance => ({
  merchant,
  run: { id, job, at: new Date(at).toISOString() },
  policy: policyDocument(settings.policy),
  assumptions: assumptionsDocument(settings.policy, settings),
  versions: { cuadre: version, node: process.versions.node },
  masked,
  asOf,
})
