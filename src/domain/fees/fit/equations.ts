import { type LeastSquares, leastSquares } from './least-squares.ts'
import { entry, medianSize, times, type Vector } from './vector.ts'

/** Settlements as equations of the rates: one equation each, its fees in pesos on the right side, and a column for each unknown. */
export interface Equations {
  readonly columns: readonly Vector[]
  readonly fees: Vector
}

export const residuals = ({ columns, fees }: Equations, values: Vector): Vector =>
  columns.reduce((left, column, at) => left.map((fee, row) => fee - entry(column, row) * entry(values, at)), fees)

/** The equations of the marked rows. */
export const onlyRows = ({ columns, fees }: Equations, rows: readonly boolean[]): Equations => {
  const keep = (column: Vector): Vector => column.filter((_, row) => rows[row])
  return { columns: columns.map(keep), fees: keep(fees) }
}

export const solve = ({ columns, fees }: Equations, weights: Vector): LeastSquares =>
  leastSquares(
    columns.map((column) => times(column, weights)),
    times(fees, weights),
  )

const STEPS = 40
const SHRINK = 0.6

/**
 * The unknowns with the smallest sum of absolute residuals (L1). Repeats least squares with weights that fall with the
 * residual, so that a settlement off by millions counts no more than one off by pesos.
 */
export const leastSizes = (equations: Equations): Vector => {
  let values = solve(
    equations,
    equations.fees.map(() => 1),
  ).values
  let dust = medianSize(residuals(equations, values)) + 1
  for (let step = 0; step < STEPS; step += 1) {
    const weights = residuals(equations, values).map((off) => 1 / Math.sqrt(Math.max(Math.abs(off), dust)))
    values = solve(equations, weights).values
    dust = Math.max(dust * SHRINK, 1e-4)
  }
  return values
}
