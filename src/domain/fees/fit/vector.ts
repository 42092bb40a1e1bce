/** A column of numbers. */
export type Vector = Float64Array

export const entry = <T>(list: ArrayLike<T>, at: number): T => {
  const value = list[at]
  if (value === undefined) throw new RangeError(`a list of ${list.length} has no entry ${at}`)
  return value
}

export const lastEntry = <T>(list: ArrayLike<T>): T => entry(list, list.length - 1)

export const dotProduct = (a: Vector, b: Vector): number => {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += entry(a, at) * entry(b, at)
  return sum
}

export const times = (a: Vector, b: Vector): Vector => a.map((value, at) => value * entry(b, at))

/** The median of the absolute values. */
export const medianSize = (values: Vector): number => {
  const sizes = values.map(Math.abs).sort()
  return entry(sizes, Math.floor(sizes.length / 2))
}
