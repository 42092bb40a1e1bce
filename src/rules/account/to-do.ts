import { compareAmounts, isOpen } from '../../core/findings/discrepancy.ts'
import { type Centavos, sumOfKnown } from '../../core/money.ts'
import type { Slot } from '../../core/slot.ts'
import { groupBy } from '../../std/group-by.ts'
import { type CaseGroup, type CaseMember, groupCases } from '../assessment/case.ts'
import type { SlotAnswer } from '../assessment/slot-report.ts'
import { codesWith } from '../registry.ts'
import { answerKindOf } from './position-of.ts'

/**
 * Where a case stands on a list that people read, in its order: what the first answer counts, which is to do; what else is open; what
 * is only information; and what was decided, or is no longer shown.
 */
export const STANDINGS = ['toDo', 'open', 'info', 'claimed', 'accepted', 'paid', 'resolved'] as const
export type Standing = (typeof STANDINGS)[number]

/** Their pesos are in a kind of the first answer although they may be warnings. */
const ANSWERED_WARNINGS: ReadonlySet<string> = new Set(
  codesWith(({ code }) =>
    [-1, 1].some((difference) => answerKindOf({ code, severity: 'warning' }, difference) !== null),
  ),
)

const isToDo = (one: CaseMember): boolean =>
  isOpen(one) && (one.severity === 'error' || (one.severity === 'warning' && ANSWERED_WARNINGS.has(one.code)))

export const standingOf = ({ state, first, others }: CaseGroup<CaseMember>): Standing => {
  if ([first, ...others].some(isToDo)) return 'toDo'
  if (state !== 'new' && state !== 'open') return state
  return first.severity === 'info' ? 'info' : 'open'
}

/** A line of a list for people: a case, or many cases of one code in one settlement with their sum. */
export interface CaseLine<D> {
  readonly standing: Standing
  readonly cases: readonly [CaseGroup<D>, ...CaseGroup<D>[]]
  readonly amount: Centavos | null
}

/** The most cases of one code in one settlement that have a line each. */
const ALIKE_MAX = 3

/** The one order of every list for people: by standing, then by pesos; what has no sum comes last. With `each`, every case has a line. */
export const caseLines = <D extends CaseMember>(findings: readonly D[], shown?: 'each'): readonly CaseLine<D>[] => {
  const by = groupBy(groupCases(findings), standingOf)
  return STANDINGS.flatMap((standing) => {
    const cases = by.get(standing) ?? []
    const lines = shown === 'each' ? eachOf(standing, cases) : alikeTogether(standing, cases)
    return lines.toSorted((a, b) => compareAmounts(b.amount, a.amount))
  })
}

/** Many of one code in one settlement are one line. */
const alikeTogether = <D extends CaseMember>(standing: Standing, cases: readonly CaseGroup<D>[]) => {
  const alike = groupBy(cases, ({ first: { slot, code, severity } }) =>
    [slot.date, slot.cycle, code, severity].join(' '),
  )
  return [...alike.values()].flatMap((all) =>
    all.length > ALIKE_MAX ? [lineOf(standing, all)] : eachOf(standing, all),
  )
}

const lineOf = <D>(standing: Standing, cases: CaseLine<D>['cases']): CaseLine<D> => ({
  standing,
  cases,
  amount: sumOfKnown(cases.map(({ amount }) => amount)),
})

const eachOf = <D>(standing: Standing, cases: readonly CaseGroup<D>[]): readonly CaseLine<D>[] =>
  cases.map((one) => lineOf(standing, [one]))

/** The same as cases, one by one. */
export const casesInOrder = <D extends CaseMember>(findings: readonly D[]): readonly CaseGroup<D>[] =>
  caseLines(findings, 'each').flatMap(({ cases }) => cases)

/** What to do first: a line of cases, or a settlement that could not be read whole. */
export interface ToDo<D> {
  readonly slot: Slot
  /** Of a settlement that was not read, the payout as it was last read. */
  readonly amount: Centavos | null
  readonly found: CaseLine<D> | null
}

/** What is to do, most pesos first, as screens and pages name it. */
export const toDoOf = <D extends CaseMember>(
  reports: readonly (Pick<SlotAnswer, 'slot' | 'verdict' | 'settlement'> & { readonly discrepancies: readonly D[] })[],
): readonly ToDo<D>[] =>
  reports
    .flatMap(({ slot, verdict, settlement, discrepancies }): readonly ToDo<D>[] => {
      // Nearly all settlements have none.
      const lines = discrepancies.some(isToDo) ? caseLines(discrepancies) : []
      const toDo = lines.filter(({ standing }) => standing === 'toDo')
      if (toDo.length > 0) return toDo.map((found) => ({ slot, amount: found.amount, found }))
      return verdict === 'incomplete' ? [{ slot, amount: settlement?.payout ?? null, found: null }] : []
    })
    .toSorted((a, b) => compareAmounts(b.amount, a.amount))
