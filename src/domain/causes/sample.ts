/** The number of things that were found, and the first of them: a million can be counted without keeping them in memory. */
export interface Sample<T = string> {
  readonly number: number
  readonly first: readonly T[]
}

/** The most that are kept, for a person to look at. */
const SAMPLE_MAX = 5

/** Counts items as they arrive, and keeps the first. */
export const gatherSample = <T = string>() => {
  const first: T[] = []
  let number = 0
  return {
    add: (one: T): void => {
      number += 1
      if (first.length < SAMPLE_MAX) first.push(one)
    },
    result: (): Sample<T> => ({ number, first }),
  }
}
