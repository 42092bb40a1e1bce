import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import type { Zone } from '../../src/domain/calendar/calendar.ts'
import { amountTogether } from '../../src/domain/findings/amount-together.ts'
import { byGravity, type Discrepancy, isOpen, type Severity } from '../../src/domain/findings/discrepancy.ts'
import type { Centavos } from '../../src/domain/money.ts'
import { type SlotDate, sameSlot } from '../../src/domain/slot.ts'
import { groupBy } from '../../src/std/group-by.ts'
import { type Action, actionFor } from './action.ts'
import { invoicesNamedIn } from './invoices-to-review.ts'

/** Open, information only, and what a person or the latest reading has closed. */
export const PROBLEM_STATES = ['open', 'claimed', 'info', 'accepted', 'resolved'] as const
export type ProblemState = (typeof PROBLEM_STATES)[number]

/** A discrepancy as a page lists it. */
export interface Problem {
  readonly discrepancy: Discrepancy
  /** Other discrepancies of the same settlement that the same causes explain: one trouble is one line. */
  readonly others: readonly Discrepancy[]
  readonly action: Action
  /** The day on which it was first found. */
  readonly since: SlotDate
  /** The ids of the first invoices that it or its causes name. */
  readonly invoices: readonly string[]
}

/** Problems of one code and severity that are not listed, since there are too many. */
export interface MoreProblems {
  readonly code: string
  readonly severity: Severity
  readonly number: number
  /** The centavos they are about together; null when they are not about sums. */
  readonly amount: Centavos | null
}

export interface ProblemGroup {
  readonly state: ProblemState
  readonly number: number
  /** Gravest first, then by pesos. */
  readonly problems: readonly Problem[]
  readonly more: readonly MoreProblems[]
}

/** The most problems of one code that are listed: a slot may have ten thousand, and its file has them all. */
const PROBLEMS_PER_CODE_MAX = 8
const INVOICES_MAX = 3

export const problemList = (reports: readonly SlotReport[], zone: Zone): readonly ProblemGroup[] => {
  const all = reports.flatMap(({ discrepancies }) => discrepancies).toSorted(byGravity)
  return PROBLEM_STATES.flatMap((state) => {
    const found = all.filter((one) => stateOf(one) === state)
    return found.length === 0 ? [] : [groupOf(state, found, zone)]
  })
}

const stateOf = (discrepancy: Discrepancy): ProblemState => {
  const { state, severity } = discrepancy
  if (!isOpen(discrepancy)) return state === 'accepted' || state === 'claimed' ? state : 'resolved'
  return severity === 'info' ? 'info' : 'open'
}

const groupOf = (state: ProblemState, found: readonly Discrepancy[], zone: Zone): ProblemGroup => {
  const listed: { readonly first: Discrepancy; readonly others: Discrepancy[] }[] = []
  const more: Discrepancy[] = []
  const numbers = new Map<string, number>()
  for (const one of found) {
    const joined = listed.find(({ first }) => haveOneCause(first, one))
    if (joined !== undefined) {
      joined.others.push(one)
      continue
    }
    const key = codeAndSeverity(one)
    const number = (numbers.get(key) ?? 0) + 1
    numbers.set(key, number)
    if (number <= PROBLEMS_PER_CODE_MAX) listed.push({ first: one, others: [] })
    else more.push(one)
  }
  return {
    state,
    number: found.length,
    problems: listed.map(({ first, others }) => problemOf(first, others, zone)),
    more: [...groupBy(more, codeAndSeverity).values()].map(moreOf),
  }
}

const codeAndSeverity = ({ code, severity }: Discrepancy): string => `${code} ${severity}`

const moreOf = (group: readonly [Discrepancy, ...Discrepancy[]]): MoreProblems => ({
  code: group[0].code,
  severity: group[0].severity,
  number: group.length,
  amount: amountTogether(group),
})

/** Whether the same causes fit both, one of these names an invoice, and the same people act. */
export const haveOneCause = (a: Discrepancy, b: Discrepancy): boolean =>
  a.code !== b.code &&
  sameSlot(a.slot, b.slot) &&
  actionFor(a) === actionFor(b) &&
  a.causes.some(({ invoices }) => invoices.length > 0) &&
  a.causes.length === b.causes.length &&
  a.causes.every(({ code, detail }, at) => b.causes[at]?.code === code && b.causes[at]?.detail === detail)

const problemOf = (discrepancy: Discrepancy, others: readonly Discrepancy[], zone: Zone): Problem => ({
  discrepancy,
  others,
  action: actionFor(discrepancy),
  since: zone.dateAt(discrepancy.firstSeen),
  invoices: invoicesNamedIn([discrepancy], INVOICES_MAX).first.map(({ id }) => id),
})
