import { hasSucceeded, isWorkDone, type PastRun } from '../past-run.ts'
import type { Slot } from '../slot.ts'
import type { Severity } from './discrepancy.ts'

/** One discrepancy before and after a run; null when it was not shown. */
export interface Change {
  readonly id: string
  readonly slot: Slot
  readonly code: string
  readonly before: Severity | null
  readonly after: Severity | null
}

/** The changes that are reported to people: new, worse, resolved. */
export interface Changes {
  readonly appeared: readonly Change[]
  readonly worse: readonly Change[]
  readonly resolved: readonly Change[]
}

/** Changes of errors, and of the other codes about which the merchant wants notifications. */
export const changesToNotify = (changes: readonly Change[], codes: readonly string[]): Changes => {
  const matters = (severity: Severity | null, code: string): boolean =>
    severity !== null && (severity === 'error' || codes.includes(code))
  const now = changes.filter(({ after, code }) => matters(after, code))
  return {
    appeared: now.filter(({ before }) => before === null),
    worse: now.filter(({ before, after }) => before !== null && before !== 'error' && after === 'error'),
    resolved: changes.filter(({ before, after, code }) => after === null && matters(before, code)),
  }
}

/**
 * Compares a run with the previous one: the first that failed, one that failed differently, or the first good one
 * again.
 */
export const runTransition = (
  previous: Pick<PastRun, 'end'> | null,
  exitCode: number,
): 'stopped' | 'recovered' | 'as-before' => {
  const isGood = isWorkDone(exitCode)
  if (previous === null) return isGood ? 'as-before' : 'stopped'
  if (isGood) return hasSucceeded(previous) ? 'as-before' : 'recovered'
  return previous.end?.exitCode === exitCode ? 'as-before' : 'stopped'
}
