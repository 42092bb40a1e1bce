import { describe, expect, test } from 'vitest'
import { chargeForms, factorOf, roundingBound, roundingNoise } from '../../../../src/domain/fees/fit/charge-form.ts'
import { leastSizes, onlyRows, residuals } from '../../../../src/domain/fees/fit/equations.ts'
import { leastSquares } from '../../../../src/domain/fees/fit/least-squares.ts'
import { RATE_STEPS, type RateSteps, roundRates } from '../../../../src/domain/fees/fit/round-rates.ts'
import { ratesIn, roundness } from '../../../../src/domain/fees/fit/roundness.ts'
import { dot, entry, lastEntry, medianSize, times } from '../../../../src/domain/fees/fit/vector.ts'
import type { Schedule } from '../../../../src/domain/fees/tariff.ts'
import { slot } from '../../a.ts'

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
    expect(dot(vector(1, 2, 3), vector(4, 5, 6))).toBe(32)
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

describe('rates as people write them', () => {
  const [COARSE, WHOLE] = [entry(RATE_STEPS, 0), entry(RATE_STEPS, 1)]
  /** Payments of settlements, and their sums in hundreds of pesos. */
  const NUMBERS = vector(1, 2, 3, 4, 5, 6, 7, 8)
  const SUMS = vector(9000, 3000, 21_000, 8000, 31_000, 12_000, 4000, 17_000)
  const feesBy = (fixed: number, percent: number, factor = 1) =>
    NUMBERS.map((number, row) => (number * fixed + entry(SUMS, row) * percent) * factor)

  test.each<[what: string, fees: Float64Array, noise: number, steps: RateSteps, factor: number, rates: number[]]>([
    ['whole', feesBy(2900, 1.5), 0.005, COARSE, 1, [2900, 1.5]],
    ['to the step: 2,904 pesos are 2,900', feesBy(2904, 1.5), 0.005, COARSE, 1, [2900, 1.5]],
    ['to a finer step', feesBy(2904, 1.5), 0.005, WHOLE, 1, [2904, 1.5]],
    ['with a tax on top the rate is round before it', feesBy(2900, 1.5, 1.19), 0.005, COARSE, 1.19, [2900, 1.5]],
    ['nothing', feesBy(0, 0), 0.005, COARSE, 1, [0, 0]],
    ['below zero', feesBy(-50, 0), 0.005, COARSE, 1, [-50, 0]],
    ['not when settlements are off by more than the step', feesBy(2900, 1.5), 5_000_000, COARSE, 1, []],
  ])('%s', (_, fees, noise, steps, factor, rates) => {
    const equations = { columns: [NUMBERS, SUMS], fees }
    const found = roundRates(
      equations,
      fees.map(() => noise),
      steps,
      factor,
    )
    expect([...found.rates].sort(([a], [b]) => a - b).map(([, rate]) => rate)).toEqual(rates)
    if (rates.length > 0) expect(near(found.values)).toEqual(rates.map((rate) => Number((rate * factor).toFixed(6))))
  })

  test('two settlements may be off, so three say nothing of two rates, and four do', () => {
    const ofFirst = (number: number) => {
      const columns = [NUMBERS.slice(0, number), SUMS.slice(0, number)]
      const fees = feesBy(2900, 1.5).slice(0, number)
      return roundRates(
        { columns, fees },
        fees.map(() => 0.0001),
        COARSE,
        1,
      ).rates.size
    }
    expect([3, 4, 5].map(ofFirst)).toEqual([0, 2, 2])
  })

  const schedule = (...rates: readonly (readonly [fixed: number, percent: number])[]): Schedule => ({
    from: slot().date,
    methods: Object.fromEntries(
      rates.map(([fixed, percent], at) => [`method ${at}`, { fixed, percent, min: null, max: null, tiers: [] }]),
    ),
    tax: null,
    withholdings: [],
    rounding: 'none',
    proposed: null,
  })
  test.each<[readonly (readonly [number, number])[], round: number, rates: number]>([
    [[[2900, 1.5]], 3, 2],
    [[[2910, 1.5]], 2, 2],
    [[[2913, 1.5]], 1, 2],
    [[[2913.5, 1.5]], 0, 2],
    [[[2900, 1.55]], 2, 2],
    [[[2900, 1.555]], 1, 2],
    [[[2900, 1.5555]], 0, 2],
    [[[0, 0.3]], 3, 1],
    [
      [
        [2900, 0],
        [1913, 0.7],
      ],
      1,
      3,
    ],
    [[[0, 0]], 3, 0],
  ])('%j: as round as its least round rate', (rates, round, number) => {
    expect([roundness(schedule(...rates)), ratesIn(schedule(...rates))]).toEqual([round, number])
  })
})

describe('how rates become a charge', () => {
  const IVA = { name: 'IVA', percent: 19 }

  test('forms are tried from the plainest; a tax inside the rates shows in rounding alone', () => {
    expect(chargeForms([]).map(({ tax, rounding }) => [tax, rounding])).toEqual([
      [null, 'none'],
      [null, 'settlement'],
      [null, 'invoice'],
    ])
    expect(chargeForms([IVA]).slice(3)).toEqual([
      { tax: { ...IVA, included: false }, rounding: 'none' },
      { tax: { ...IVA, included: false }, rounding: 'settlement' },
      { tax: { ...IVA, included: false }, rounding: 'invoice' },
      { tax: { ...IVA, included: true }, rounding: 'settlement' },
    ])
  })

  const NO_TAX = { tax: null }
  const ON_TOP = { tax: { ...IVA, included: false } }
  const INSIDE = { tax: { ...IVA, included: true } }
  test.each([
    ['nothing is rounded: a centavo', { ...NO_TAX, rounding: 'none' }, 1, 9, 0.006, 0.005],
    ['one sum: half a peso', { ...NO_TAX, rounding: 'settlement' }, 1, 9, 0.501, 0.288675],
    ['one sum and its tax: a peso', { ...ON_TOP, rounding: 'settlement' }, 1.19, 9, 1.001, 0.408248],
    ['a tax inside', { ...INSIDE, rounding: 'settlement' }, 1, 9, 1.001, 0.408248],
    ['each of two payments', { ...NO_TAX, rounding: 'invoice' }, 1, 2, 1.001, 0.408248],
    ['each of a hundred: hardly all one way', { ...NO_TAX, rounding: 'invoice' }, 1, 100, 12.047005, 2.886751],
    ['each of fifty and its tax', { ...ON_TOP, rounding: 'invoice' }, 1.19, 50, 12.047005, 2.886751],
  ] as const)('%s', (_, form, factor, payments, bound, noise) => {
    expect(near([factorOf(form), roundingBound(form, payments), roundingNoise(form, payments)])).toEqual([
      factor,
      bound,
      noise,
    ])
  })
})
