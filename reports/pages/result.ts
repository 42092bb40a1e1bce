import { isOpen } from '../../src/core/findings/discrepancy.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import { verdictName } from '../../src/print/names.ts'
import { casesInOrder } from '../../src/rules/account/to-do.ts'
import type { CaseGroup } from '../../src/rules/assessment/case.ts'
import { type CountedReport, differenceIn, isOfDelay } from '../../src/rules/assessment/slot-report.ts'
import { badgeOf } from '../../src/rules/registry.ts'
import type { Both } from '../../src/std/both.ts'
import type { Language } from '../../src/words/language.ts'
import { wordsIn } from '../../src/words/words.ts'

/** Results that have a badge of their own within a verdict. */
export const APART = ['claimed', 'as-it-is', 'late', 'not-compared'] as const

/**
 * The verdict as pages show it. What is late and what could not be compared have a badge of their own; of settlements whose errors were
 * decided, those with a claim are claimed, and the others are accepted as they are.
 */
export type Result = Verdict | (typeof APART)[number]

type Judged = Pick<CountedReport, 'verdict' | 'money' | 'discrepancies'>

export const resultOf = (report: Judged): Result => {
  const { verdict, money } = report
  if (verdict === 'accepted') return report.discrepancies.some(isClaimedError) ? 'claimed' : 'as-it-is'
  if (verdict !== 'provisional' && verdict !== 'discrepant') return verdict
  if (money.notCompared === 'not-final' || money.notCompared === 'no-settlement')
    return report.discrepancies.some(isOfDelay) ? 'late' : verdict
  return verdict === 'discrepant' && money.difference === null ? 'not-compared' : verdict
}

const isClaimedError = ({ severity, state }: CountedReport['discrepancies'][number]): boolean =>
  severity === 'error' && state === 'claimed'

/** What a badge shows of a settlement: the colour and the sign of its result, and in words its trouble where the result does not say it. */
export interface BadgeOf {
  readonly result: Result
  /** Null: the words of the result. */
  readonly trouble: Both<string> | null
}

export const badgeIn = (report: Judged): BadgeOf => {
  const result = resultOf(report)
  return { result, trouble: TROUBLED.includes(result) ? troubleOf(report) : null }
}

const TROUBLED: readonly Result[] = ['discrepant', 'exceptions', 'not-compared']

const troubleOf = (report: Judged): Both<string> | null => {
  const first = firstCase(report)?.first
  return first === undefined ? null : badgeOf(first, differenceIn(first), report.money.difference)
}

/** The first of its open cases that are more than information. */
const firstCase = ({ discrepancies }: Judged): CaseGroup<CountedReport['discrepancies'][number]> | null =>
  casesInOrder(discrepancies.filter((one) => isOpen(one) && one.severity !== 'info'))[0] ?? null

/** The verdict with what was decided, where the discrepancies are known: `claimed` or `accepted`. In English a verdict is its code, as in files. */
export const resultName = (report: Judged, language: Language): string => {
  const result = resultOf(report)
  return result === 'claimed' || result === 'as-it-is'
    ? wordsIn(language).results[result].toLowerCase()
    : verdictName(report.verdict, language)
}
