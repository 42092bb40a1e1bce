/** A number of things and the first of them, so that a million can be counted without holding them. */
export interface Few<T = string> {
  readonly number: number
  readonly first: readonly T[]
}

/** As many as a person looks at. */
const FEW_MAX = 5

/** Counts as they come, and keeps the first. */
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
