import type { Verdict } from '../../src/domain/assessment/verdict.ts'
import { isOpen } from '../../src/domain/findings/discrepancy.ts'
import type { CountedReport } from './discrepancy-marks.ts'

/** Results that have a badge of their own within a verdict. */
export const APART = ['late', 'not-compared'] as const

/** The verdict as pages show it: late settlements, and those that could not be compared, have a badge of their own. */
export type Result = Verdict | (typeof APART)[number]

export const resultOf = (report: Pick<CountedReport, 'verdict' | 'money' | 'discrepancies'>): Result => {
  const { verdict, money } = report
  if (verdict !== 'provisional' && verdict !== 'discrepant') return verdict
  if (money.notCompared === 'not-final' || money.notCompared === 'no-settlement')
    return isLate(report) ? 'late' : verdict
  return verdict === 'discrepant' && money.difference === null ? 'not-compared' : verdict
}

const LATE_CODES: readonly string[] = ['SETTLEMENT_OVERDUE', 'SETTLEMENT_MISSING']

/** Whether it should be paid out, or exist, by now. */
const isLate = ({ discrepancies }: Pick<CountedReport, 'discrepancies'>): boolean =>
  discrepancies.some((one) => isOpen(one) && one.severity !== 'info' && LATE_CODES.includes(one.code))
