import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Discrepancy, Severity } from '../../src/core/findings/discrepancy.ts'
import { type Centavos, sumOfKnown } from '../../src/core/money.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { casesInOrder, standingOf } from '../../src/rules/account/to-do.ts'
import type { CaseGroup } from '../../src/rules/assessment/case.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { groupBy } from '../../src/std/group-by.ts'
import { type Action, actionFor } from './action.ts'
import { invoicesNamedIn } from './invoices-to-review.ts'

/** Open, information only, and what a person or the latest reading has closed. */
export const PROBLEM_STATES = ['open', 'claimed', 'info', 'accepted', 'paid', 'resolved'] as const
export type ProblemState = (typeof PROBLEM_STATES)[number]

/** A case as a page lists it. */
export interface Problem extends CaseGroup<Discrepancy> {
  /** The number of its findings that are not listed, since there are too many. */
  readonly left: number
  readonly action: Action
  /** The day on which it was first found. */
  readonly since: SlotDate
  /** The ids of the first invoices that it or its causes name. */
  readonly invoices: readonly string[]
}

/** Cases of one code and severity that are not listed, since there are too many. */
export interface MoreProblems {
  readonly code: string
  readonly severity: Severity
  readonly number: number
  /** Their centavos together; null when they are not about sums. */
  readonly amount: Centavos | null
}

export interface ProblemGroup {
  readonly state: ProblemState
  readonly number: number
  /** In the one order of lists for people. */
  readonly problems: readonly Problem[]
  readonly more: readonly MoreProblems[]
}

/** The most problems of one code that are listed: a slot may have ten thousand, and its file has them all. */
const PROBLEMS_PER_CODE_MAX = 8
const OTHERS_MAX = 8
const INVOICES_MAX = 3

export const problemList = (reports: readonly SlotReport[], zone: Zone): readonly ProblemGroup[] => {
  const all = casesInOrder(reports.flatMap(({ discrepancies }) => discrepancies))
  return PROBLEM_STATES.flatMap((state) => {
    const found = all.filter((one) => stateOf(one) === state)
    return found.length === 0 ? [] : [groupOf(state, found, zone)]
  })
}

type Case = CaseGroup<Discrepancy>

const stateOf = (one: Case): ProblemState => {
  const standing = standingOf(one)
  return standing === 'toDo' ? 'open' : standing
}

const groupOf = (state: ProblemState, found: readonly Case[], zone: Zone): ProblemGroup => {
  const listed: Case[] = []
  const more: Case[] = []
  const numbers = new Map<string, number>()
  for (const one of found) {
    const key = codeAndSeverity(one)
    const number = (numbers.get(key) ?? 0) + 1
    numbers.set(key, number)
    if (number <= PROBLEMS_PER_CODE_MAX) listed.push(one)
    else more.push(one)
  }
  return {
    state,
    number: found.length,
    problems: listed.map((one) => problemOf(one, zone)),
    more: [...groupBy(more, codeAndSeverity).values()].map(moreOf),
  }
}

const codeAndSeverity = ({ first }: Case): string => `${first.code} ${first.severity}`

const moreOf = (group: readonly [Case, ...Case[]]): MoreProblems => ({
  code: group[0].first.code,
  severity: group[0].first.severity,
  number: group.length,
  amount: sumOfKnown(group.map(({ amount }) => amount)),
})

const problemOf = (one: Case, zone: Zone): Problem => {
  const all = [one.first, ...one.others]
  return {
    ...one,
    others: one.others.slice(0, OTHERS_MAX),
    left: Math.max(0, one.others.length - OTHERS_MAX),
    action: actionFor(one.first),
    since: zone.dateAt(all.reduce((first, { firstSeen }) => Math.min(first, firstSeen), one.first.firstSeen)),
    invoices: invoicesNamedIn(all, INVOICES_MAX).first.map(({ id }) => id),
  }
}
