/** How many there are, and the first of them: a million are counted without being held. */
export interface Few<T = string> {
  readonly number: number
  readonly first: readonly T[]
}

/** As many as a person looks at. */
const MOST = 5

/** Counts as they come, and keeps the first. */
export const gatherFew = <T = string>() => {
  const first: T[] = []
  let number = 0
  return {
    add: (one: T): void => {
      number += 1
      if (first.length < MOST) first.push(one)
    },
    result: (): Few<T> => ({ number, first }),
  }
}
