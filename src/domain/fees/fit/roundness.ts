import type { Schedule } from '../tariff.ts'

const PERCENT_STEPS = [0.1, 0.01, 0.001]
const FIXED_STEPS = [100, 10, 1]

/**
 * The roundness of the least round rate of a schedule: 3 for hundreds of pesos and tenths of a percent, 0 for a rate that nobody would
 * set.
 */
export const roundness = ({ methods }: Schedule): number =>
  Math.min(
    ...Object.values(methods).flatMap(({ fixed, percent }) => [
      roundnessIn(FIXED_STEPS, fixed),
      roundnessIn(PERCENT_STEPS, percent),
    ]),
  )

const roundnessIn = (steps: readonly number[], value: number): number => {
  const fit = steps.findIndex((step) => Math.abs(value / step - Math.round(value / step)) < 1e-6)
  return fit === -1 ? 0 : steps.length - fit
}

/** Rates that are not 0. */
export const ratesIn = ({ methods }: Schedule): number =>
  Object.values(methods).flatMap(({ fixed, percent }) => [fixed, percent].filter((rate) => rate > 0)).length
