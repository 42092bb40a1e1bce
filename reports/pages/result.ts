import type { Verdict } from '../../src/core/verdict.ts'
import { verdictName } from '../../src/print/names.ts'
import { type CountedReport, isOfDelay } from '../../src/rules/assessment/slot-report.ts'
import type { Language } from '../../src/words/language.ts'
import { wordsIn } from '../../src/words/words.ts'

/** Results that have a badge of their own within a verdict. */
export const APART = ['claimed', 'as-it-is', 'late', 'not-compared'] as const

/**
 * The verdict as pages show it. What is late and what could not be compared have a badge of their own; of settlements whose errors were
 * decided, those with a claim are claimed, and the others are accepted as they are.
 */
export type Result = Verdict | (typeof APART)[number]

export const resultOf = (report: Pick<CountedReport, 'verdict' | 'money' | 'discrepancies'>): Result => {
  const { verdict, money } = report
  if (verdict === 'accepted') return report.discrepancies.some(isClaimedError) ? 'claimed' : 'as-it-is'
  if (verdict !== 'provisional' && verdict !== 'discrepant') return verdict
  if (money.notCompared === 'not-final' || money.notCompared === 'no-settlement')
    return report.discrepancies.some(isOfDelay) ? 'late' : verdict
  return verdict === 'discrepant' && money.difference === null ? 'not-compared' : verdict
}

const isClaimedError = ({ severity, state }: CountedReport['discrepancies'][number]): boolean =>
  severity === 'error' && state === 'claimed'

/** The verdict with what was decided, where the discrepancies are known: `claimed` or `accepted`. In English a verdict is its code, as in files. */
export const resultName = (report: Parameters<typeof resultOf>[0], language: Language): string => {
  const result = resultOf(report)
  return result === 'claimed' || result === 'as-it-is'
    ? wordsIn(language).results[result].toLowerCase()
    : verdictName(report.verdict, language)
}
