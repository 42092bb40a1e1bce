import { type Equations, entry, onlyRows, solve, type Vector } from './equations.ts'

/** The steps to which rates are rounded: percent, and pesos of the fixed sum. */
export interface RateSteps {
  readonly percent: number
  readonly fixed: number
}

/** The coarsest first. */
export const RATE_STEPS: readonly RateSteps[] = [
  { percent: 0.01, fixed: 10 },
  { percent: 0.01, fixed: 1 },
  { percent: 0.001, fixed: 1 },
  { percent: 0.0001, fixed: 0.1 },
  { percent: 0.00001, fixed: 0.01 },
  { percent: 0.000001, fixed: 0.01 },
]

/** The unknowns come in pairs: the fixed sum of a method, then its percent. */
export const stepOf = (unknown: number, { fixed, percent }: RateSteps): number => (unknown % 2 === 0 ? fixed : percent)

/** The rates that history determines, by unknown; the others have any values that fit. */
export interface RoundRates {
  readonly rates: ReadonlyMap<number, number>
  /** For every unknown, with its tax. */
  readonly values: Vector
}

/** An unknown is determined when half a step is at least this many times its error. */
const SAFE = 6
/** An unknown must stay determined without this many equations, those that matter most to it. */
const SPARE_EQUATIONS = 2

/**
 * Rounds the unknowns to their steps, the most certain first; each one rounded makes the others more certain. `factor` is a rate of 1
 * with its tax: the rate is round, not the rate with tax.
 */
export const roundRates = (equations: Equations, noise: Vector, steps: RateSteps, factor: number): RoundRates => {
  const weights = noise.map((off) => 1 / off)
  const rates = new Map<number, number>()
  for (;;) {
    const open = openUnknowns(equations, rates, factor)
    const solution = solve(open.equations, weights)
    const inOrder = open.unknowns
      .map((unknown, at) => ({ at, sizes: stepsFrom(unknown, steps), error: entry(solution.errors, at) }))
      .sort((a, b) => a.error / entry(a.sizes, 0) - b.error / entry(b.sizes, 0))
    const sure = firstSure(inOrder, (at) => errorWithSpares(open.equations, weights, at) / factor)
    if (sure === null) return { rates, values: valuesOf(equations, rates, open, solution.values, factor) }
    rates.set(entry(open.unknowns, sure.at), decimal(entry(solution.values, sure.at) / factor, sure.step))
  }
}

interface OpenUnknown {
  readonly at: number
  readonly sizes: readonly number[]
}

/** The first determined unknown, and the finest step to which it is determined. */
const firstSure = (
  unknowns: readonly OpenUnknown[],
  errorOf: (at: number) => number,
): { readonly at: number; readonly step: number } | null => {
  for (const { at, sizes } of unknowns) {
    const error = errorOf(at)
    const step = sizes.find((size) => SAFE * error <= size / 2)
    if (step !== undefined) return { at, step }
  }
  return null
}

/** The steps of an unknown, from the given ones to the coarsest. */
const stepsFrom = (unknown: number, steps: RateSteps): readonly number[] => [
  ...new Set(
    RATE_STEPS.slice(0, RATE_STEPS.indexOf(steps) + 1)
      .toReversed()
      .map((one) => stepOf(unknown, one)),
  ),
]

interface OpenUnknowns {
  readonly unknowns: readonly number[]
  readonly equations: Equations
}

const openUnknowns = (
  { columns, fees }: Equations,
  rates: ReadonlyMap<number, number>,
  factor: number,
): OpenUnknowns => {
  const unknowns = [...columns.keys()].filter((unknown) => !rates.has(unknown))
  const left = [...rates].reduce((all, [unknown, rate]) => {
    const column = entry(columns, unknown)
    return all.map((fee, row) => fee - entry(column, row) * rate * factor)
  }, fees)
  return { unknowns, equations: { columns: columns.filter((_, at) => !rates.has(at)), fees: left } }
}

const valuesOf = (
  { columns }: Equations,
  rates: ReadonlyMap<number, number>,
  { unknowns }: OpenUnknowns,
  open: Vector,
  factor: number,
): Vector =>
  Float64Array.from(columns, (_, unknown) => {
    const rate = rates.get(unknown)
    return rate === undefined ? entry(open, unknowns.indexOf(unknown)) : rate * factor
  })

/** The error of an unknown without the equations that matter most to it. */
const errorWithSpares = (equations: Equations, weights: Vector, unknown: number): number => {
  let [left, weighed] = [equations, weights]
  for (let spare = 0; spare < SPARE_EQUATIONS; spare += 1) {
    const influence = solve(left, weighed).influence(unknown).map(Math.abs)
    const first = influence.indexOf(Math.max(...influence))
    left = onlyRows(
      left,
      [...influence.keys()].map((row) => row !== first),
    )
    weighed = weighed.filter((_, row) => row !== first)
  }
  return entry(solve(left, weighed).errors, unknown)
}

/** The nearest multiple of a step, without floating-point digits. */
const decimal = (value: number, step: number): number => Number((Math.round(value / step) * step).toFixed(6))
