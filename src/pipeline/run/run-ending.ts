import { exitCodeOf, INCOMPLETE, outcomeOf } from '../../domain/assessment/slot-report.ts'
import type { CuadreError } from '../../std/errors.ts'
import { exitStatusOf } from '../../std/exit-statuses.ts'
import type { JobReport, JobRequest } from './context.ts'

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
