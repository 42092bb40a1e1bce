/** A number of things and the first of them, so that a million can be counted without keeping them in memory. */
export interface Few<T = string> {
  readonly number: number
  readonly first: readonly T[]
}

/** The most that are kept for a person to look at. */
const FEW_MAX = 5

/** Counts items as they arrive, and keeps the first. */
export const gatherFew = <T = string>() => {
  const first: T[] = []
  let number = 0
  return {
    add: (one: T): void => {
      number += 1
      if (first.length < FEW_MAX) first.push(one)
    },
    result: (): Few<T> => ({ number, first }),
  }
}
