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

/** The solution of a linear system by least squares. */
interface LeastSquares {
  readonly values: Vector
  /** The standard error of each unknown when that of each equation is 1; infinite when the equations do not determine it. */
  readonly errors: Vector
  /** How much each equation changes an unknown for each 1 on its right side. */
  readonly influence: (unknown: number) => Vector
}

/** A singular value below this share of the largest is floating-point error. */
const DUST = 1e-9
/** The part of an unknown in an undetermined direction is floating-point error below this. */
const LOOSE = 1e-6

/** Solves `columns * unknowns = values`; for undetermined unknowns it takes the smallest solution. */
export const leastSquares = (columns: readonly Vector[], values: Vector): LeastSquares => {
  const lengths = Float64Array.from(columns, (column) => Math.sqrt(dotProduct(column, column)))
  const directions = singularDirections(columns.map((column, at) => scaled(column, 1 / (entry(lengths, at) || 1))))
  const largest = Math.max(...directions.map(({ size }) => size))
  const firm = directions.filter(({ size }) => size > DUST * largest)
  const loose = directions.filter(({ size }) => size <= DUST * largest)
  const sum = (unknown: number, term: (direction: Direction) => number): number =>
    firm.reduce((all, one) => all + (entry(one.unknowns, unknown) * term(one)) / one.size ** 2, 0)
  const each = (of: (unknown: number) => number): Vector => lengths.map((length, at) => of(at) / (length || 1))
  return {
    values: each((at) => sum(at, ({ image }) => dotProduct(image, values))),
    errors: each((at) =>
      loose.some(({ unknowns }) => Math.abs(entry(unknowns, at)) > LOOSE)
        ? Number.POSITIVE_INFINITY
        : Math.sqrt(sum(at, ({ unknowns }) => entry(unknowns, at))),
    ),
    influence: (unknown) => values.map((_, row) => sum(unknown, ({ image }) => entry(image, row))),
  }
}

const scaled = (column: Vector, by: number): Vector => column.map((value) => value * by)

interface Direction {
  /** A direction in the space of the unknowns, of length 1. */
  readonly unknowns: Vector
  /** Its image under the equations. */
  readonly image: Vector
  readonly size: number
}

const SWEEPS = 30

/** The singular directions of a matrix, by rotating pairs of columns until they are orthogonal (one-sided Jacobi). */
const singularDirections = (columns: readonly Vector[]): readonly Direction[] => {
  const turning = columns.map((column, at) => ({
    image: column.slice(),
    unknowns: Float64Array.from(columns, (_, other) => (other === at ? 1 : 0)),
  }))
  for (let sweep = 0; sweep < SWEEPS && turnAllPairs(turning); sweep += 1);
  return turning.map(({ image, unknowns }) => ({ image, unknowns, size: Math.sqrt(dotProduct(image, image)) }))
}

interface Turning {
  readonly image: Vector
  readonly unknowns: Vector
}

const turnAllPairs = (all: readonly Turning[]): boolean =>
  all.map((one, at) => all.slice(at + 1).filter((other) => turnPair(one, other)).length).some((turned) => turned > 0)

const RIGHT_ANGLE = 1e-15

const turnPair = (one: Turning, other: Turning): boolean => {
  const [a, b, c] = [
    dotProduct(one.image, one.image),
    dotProduct(other.image, other.image),
    dotProduct(one.image, other.image),
  ]
  if (Math.abs(c) <= RIGHT_ANGLE * Math.sqrt(a * b)) return false
  const zeta = (b - a) / (2 * c)
  const tangent = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta))
  const cosine = 1 / Math.sqrt(1 + tangent * tangent)
  rotate(one.image, other.image, cosine, cosine * tangent)
  rotate(one.unknowns, other.unknowns, cosine, cosine * tangent)
  return true
}

const rotate = (one: Vector, other: Vector, cosine: number, sine: number): void => {
  for (let at = 0; at < one.length; at += 1) {
    const [value, beside] = [entry(one, at), entry(other, at)]
    one[at] = cosine * value - sine * beside
    other[at] = sine * value + cosine * beside
  }
}

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
