import type { Centavos } from '../money.ts'
import { subsetsOf } from './subsets.ts'

/** Two sets of exactly the same sum, one of which has one member. */
export interface ExactMatch<A, B> {
  readonly ones: readonly A[]
  readonly others: readonly B[]
}

interface TwoLists<A, B> {
  /** In the order in which they may choose. */
  readonly ones: readonly A[]
  /** In the order in which they are preferred. */
  readonly others: readonly B[]
  /** Positive centavos. */
  readonly worthOf: (one: A) => Centavos
  readonly worthOfOther: (other: B) => Centavos
  readonly mayBeOf: (one: A, other: B) => boolean
}

/**
 * Matches two lists by exact sums, each item at most once: first one with one, then one with several, then several with
 * one. Which sums are matched depends on the lists alone, never on when they became known.
 */
export const matchExactly = <A, B>(lists: TwoLists<A, B>): readonly ExactMatch<A, B>[] => {
  const { worthOf, worthOfOther, mayBeOf } = lists
  const [ones, others] = [new Set(lists.ones), new Set(lists.others)]
  const matches: ExactMatch<A, B>[] = []
  const take = (match: ExactMatch<A, B>): void => {
    for (const one of match.ones) ones.delete(one)
    for (const other of match.others) others.delete(other)
    matches.push(match)
  }
  for (const one of lists.ones) {
    const other = [...others].find((each) => worthOfOther(each) === worthOf(one) && mayBeOf(one, each))
    if (other !== undefined) take({ ones: [one], others: [other] })
  }
  for (const one of [...ones]) {
    const usable = [...others].filter((other) => mayBeOf(one, other))
    const [first] = subsetsOf(usable, worthOfOther, worthOf(one)).sets
    if (first !== undefined) take({ ones: [one], others: first })
  }
  for (const other of [...others]) {
    const usable = [...ones].filter((one) => mayBeOf(one, other))
    const [first] = subsetsOf(usable, worthOf, worthOfOther(other)).sets
    if (first !== undefined) take({ ones: first, others: [other] })
  }
  return matches
}
