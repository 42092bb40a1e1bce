import { type Centavos, minus, plus, ZERO } from '../money.ts'

/** The sets with a given sum, the smallest first. */
export interface SubsetSearch<T> {
  readonly sets: readonly (readonly T[])[]
  /** Whether all sets were tried, so that none is missing. */
  readonly isComplete: boolean
}

/** The most sets found; the number of steps is limited as well, since the number of sets doubles with every item. */
const SETS_MAX = 12
const STEPS_MAX = 20_000

/**
 * The sets of items whose worth adds up to exactly a sum. None for a sum that is not positive, since every item's worth
 * is positive.
 */
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
