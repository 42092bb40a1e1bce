import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dotProduct,
  entry,
  lastEntry,
  leastSizes,
  leastSquares,
  medianSize,
  onlyRows,
  residuals,
  times,
} from '../../../../src/core/fees/fit/equations.ts'

const vector = (...values: number[]) => Float64Array.from(values)
const near = (values: ArrayLike<number>) => Array.from(values, (value) => Number(value.toFixed(6)) + 0)

describe('columns of numbers', () => {
  test.each<[readonly number[], number]>([
    [[5], 5],
    [[-5, 1, 2], 2],
    [[1, -9, 3, 4], 4],
    [[10, 9, 100], 10],
  ])('the middle of the sizes of %j is %d', (values, middle) => expect(medianSize(vector(...values))).toBe(middle))

  test('products, and ends', () => {
    expect(dotProduct(vector(1, 2, 3), vector(4, 5, 6))).toBe(32)
    expect([...times(vector(1, 2, 3), vector(4, 5, 6))]).toEqual([4, 10, 18])
    expect(lastEntry([7, 8])).toBe(8)
    expect(() => entry([], 0)).toThrow('a list of 0 has no entry 0')
  })
})

describe('linear systems', () => {
  test.each<[what: string, columns: readonly number[][], right: number[], values: number[], errors: number[]]>([
    ['one unknown', [[1, 1]], [3, 5], [4], [Math.SQRT1_2]],
    ['one unknown of weight 2', [[2, 0]], [6, 9], [3], [0.5]],
    [
      'two unknowns',
      [
        [1, 1, 1],
        [1, 2, 3],
      ],
      [3, 5, 7],
      [1, 2],
      [1.527525, Math.SQRT1_2],
    ],
    [
      'two that stand at right angles',
      [
        [2, 0],
        [0, 4],
      ],
      [6, 8],
      [3, 2],
      [0.5, 0.25],
    ],
    [
      'two that go against each other',
      [
        [1, 1, 1],
        [-1, -2, -3],
      ],
      [3, 5, 7],
      [1, -2],
      [1.527525, Math.SQRT1_2],
    ],
    [
      'a larger second one',
      [
        [1, 2],
        [10, 30],
      ],
      [21, 62],
      [1, 2],
      [3.162278, 0.223607],
    ],
    [
      'alike: the smallest values, and no bounds',
      [
        [1, 1],
        [1, 1],
      ],
      [4, 4],
      [2, 2],
      [Infinity, Infinity],
    ],
    [
      'one beside two that are alike',
      [
        [1, 0, 0],
        [0, 1, 2],
        [0, 1, 2],
      ],
      [5, 2, 4],
      [5, 1, 1],
      [1, Infinity, Infinity],
    ],
    [
      'one that no equation holds',
      [
        [1, 1],
        [0, 0],
      ],
      [2, 4],
      [3, 0],
      [Math.SQRT1_2, Infinity],
    ],
  ])('%s', (_, columns, right, values, errors) => {
    const solution = leastSquares(
      columns.map((column) => vector(...column)),
      vector(...right),
    )
    expect(near(solution.values)).toEqual(values)
    expect([...solution.errors].map((error) => Number(error.toFixed(6)))).toEqual(
      errors.map((one) => Number(one.toFixed(6))),
    )
  })

  /** Solves a square system by elimination. */
  const eliminated = (matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] => {
    const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
    for (const at of rows.keys()) {
      const best = rows.slice(at).toSorted((a, b) => Math.abs(entry(b, at)) - Math.abs(entry(a, at)))[0] ?? []
      rows.splice(rows.indexOf(best), 1)
      rows.splice(at, 0, best)
      for (const [other, row] of rows.entries()) {
        if (other === at) continue
        const times = entry(row, at) / entry(best, at)
        rows[other] = row.map((value, column) => value - times * entry(best, column))
      }
    }
    return rows.map((row, at) => lastEntry(row) / entry(row, at))
  }
  const unit = (size: number, at: number) => Array.from({ length: size }, (_, other) => (other === at ? 1 : 0))

  test('any number of unknowns: the solution, its errors and its influences are those of the normal equations', () => {
    const entries = fc.integer({ min: -9, max: 9 })
    const system = fc
      .integer({ min: 2, max: 6 })
      .chain((size) =>
        fc.tuple(
          fc.array(fc.array(entries, { minLength: 9, maxLength: 9 }), { minLength: size, maxLength: size }),
          fc.array(entries, { minLength: 9, maxLength: 9 }),
        ),
      )
    fc.assert(
      fc.property(system, ([mixed, right]) => {
        // Each column has a large entry of its own, so that all unknowns are determined.
        const columns = mixed.map((column, at) =>
          vector(...column.map((value, row) => (row === at ? value + 50 : value))),
        )
        const normal = columns.map((one) => columns.map((other) => dotProduct(one, other)))
        const solution = leastSquares(columns, vector(...right))
        const values = eliminated(
          normal,
          columns.map((column) => dotProduct(column, vector(...right))),
        )
        for (const at of columns.keys()) {
          const inverse = eliminated(normal, unit(columns.length, at))
          expect(entry(solution.values, at)).toBeCloseTo(entry(values, at), 9)
          expect(entry(solution.errors, at)).toBeCloseTo(Math.sqrt(entry(inverse, at)), 9)
          const influence = solution.influence(at)
          for (const row of right.keys()) {
            const adds = columns.reduce((sum, column, other) => sum + entry(inverse, other) * entry(column, row), 0)
            expect(entry(influence, row)).toBeCloseTo(adds * Math.sqrt(entry(normal, at)[at] ?? 0), 9)
          }
        }
      }),
    )
  })

  test('fewer equations than unknowns: the smallest values that fit, and no bounds', () => {
    const { values, errors } = leastSquares([vector(1, 0), vector(1, 1), vector(0, 1)], vector(3, 3))
    const [a, b, c] = values
    expect([Number(a) + Number(b), Number(b) + Number(c)].map((sum) => Number(sum.toFixed(9)))).toEqual([3, 3])
    expect([...errors]).toEqual([Infinity, Infinity, Infinity])
  })

  test('what an equation adds to an unknown: of a mean as much as the others, of a slope more the farther it is', () => {
    const { influence } = leastSquares([vector(1, 1, 1), vector(1, 2, 3)], vector(3, 5, 7))
    const adds = near(influence(1))
    expect(adds[0]).toBeCloseTo(-(adds[2] ?? 0))
    expect(adds[1]).toBeCloseTo(0)
    expect(near(leastSquares([vector(1, 1)], vector(3, 5)).influence(0))).toEqual(near([Math.SQRT1_2, Math.SQRT1_2]))
  })

  test('what is left of each equation, and those that are marked', () => {
    const equations = { columns: [vector(1, 2, 3), vector(1, 0, 1)], fees: vector(10, 20, 30) }
    expect([...residuals(equations, vector(4, 5))]).toEqual([1, 12, 13])
    expect(onlyRows(equations, [true, false, true])).toEqual({
      columns: [vector(1, 3), vector(1, 1)],
      fees: vector(10, 30),
    })
  })

  test.each<[number[]]>([
    [[100, 200, 300, 400, 500]],
    [[100, 200, 300, 400, 900_000]],
    [[-77_777, 200, 300, 400, 500]],
  ])('a fee of 100 a payment, of settlements of which one may be off by any sum: %j', (fees) => {
    const [value] = leastSizes({ columns: [vector(1, 2, 3, 4, 5)], fees: vector(...fees) })
    expect(value).toBeCloseTo(100, 3)
  })
})
