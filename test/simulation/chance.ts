/** A seeded source of numbers: the same seed gives the same story on every machine (mulberry32). */
export interface Chance {
  /** From 0 up to, but not including, 1. */
  readonly next: () => number
  /** A whole number from `from` to `to`, both included. */
  readonly whole: (from: number, to: number) => number
  readonly oneOf: <T>(values: readonly T[]) => T
  /** True in this many of a hundred cases. */
  readonly percent: (many: number) => boolean
}

export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    oneOf: (values) => {
      const value = values[whole(0, values.length - 1)]
      if (value === undefined) throw new Error('nothing to choose from')
      return value
    },
    percent: (many) => next() * 100 < many,
  }
}
