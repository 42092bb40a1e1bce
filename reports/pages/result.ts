import type { CountedReport } from '../../src/domain/assessment/counted-report.ts'
import { isOfDelay } from '../../src/domain/assessment/is-of-unpaid.ts'
import type { Verdict } from '../../src/domain/assessment/verdict.ts'

/** Results that have a badge of their own within a verdict. */
export const APART = ['late', 'not-compared'] as const

/** The verdict as pages show it: late settlements, and those that could not be compared, have a badge of their own. */
export type Result = Verdict | (typeof APART)[number]

export const resultOf = (report: Pick<CountedReport, 'verdict' | 'money' | 'discrepancies'>): Result => {
  const { verdict, money } = report
  if (verdict !== 'provisional' && verdict !== 'discrepant') return verdict
  if (money.notCompared === 'not-final' || money.notCompared === 'no-settlement')
    return report.discrepancies.some(isOfDelay) ? 'late' : verdict
  return verdict === 'discrepant' && money.difference === null ? 'not-compared' : verdict
}
