import { type Centavos, minus, plus, ZERO } from './money.ts'

/** The sets with a given sum, the smallest first. */
interface SubsetSearch<T> {
  readonly sets: readonly (readonly T[])[]
  /** Whether all sets were tried, so that none is missing. */
  readonly isComplete: boolean
}

/** The most sets found; the number of steps is limited as well, since the number of sets doubles with every item. */
const SETS_MAX = 12
const STEPS_MAX = 20_000

/** The sets of items whose worth adds up to exactly a sum. None for a sum that is not positive, since every item's worth is positive. */
export const subsetsOf = <T>(items: readonly T[], worthOf: (item: T) => Centavos, sum: Centavos): SubsetSearch<T> => {
  const usable = items.filter((item) => worthOf(item) <= sum).toSorted((a, b) => compare(worthOf(b), worthOf(a)))
  const sums = runningSums(usable.map(worthOf))
  const sumOfFirst = (number: number): Centavos => sums.slice(number, number + 1).reduce(plus, ZERO)
  const between = (from: number, to: number): Centavos => minus(sumOfFirst(to), sumOfFirst(from))
  const sets: T[][] = []
  let steps = 0

  /**
   * Sets of `size` more items from this place on. Items are in falling order, so the next ones bound the sum from above and the last ones
   * from below.
   */
  const search = (from: number, size: number, left: Centavos, chosen: readonly T[]): void => {
    if (size === 0) {
      sets.push([...chosen])
      return
    }
    for (let at = from; at + size <= usable.length; at += 1) {
      steps += 1
      if (steps > STEPS_MAX || sets.length > SETS_MAX || between(at, at + size) < left) return
      const item = usable[at]
      if (item === undefined || between(usable.length - size, usable.length) > left) return
      const rest = minus(left, worthOf(item))
      if (size === 1 ? rest === 0n : rest > 0n) search(at + 1, size - 1, rest, [...chosen, item])
    }
  }

  for (let size = 1; size <= usable.length && steps <= STEPS_MAX && sets.length <= SETS_MAX; size += 1)
    search(0, size, sum, [])
  return { sets: sets.slice(0, SETS_MAX), isComplete: steps <= STEPS_MAX && sets.length <= SETS_MAX }
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

const runningSums = (worths: readonly Centavos[]): readonly Centavos[] => {
  let sum = ZERO
  const sumWith = (worth: Centavos): Centavos => {
    sum = plus(sum, worth)
    return sum
  }
  return [ZERO, ...worths.map(sumWith)]
}

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
