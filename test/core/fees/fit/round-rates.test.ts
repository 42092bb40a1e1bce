import { describe, expect, test } from 'vitest'
import {
  type ChargeForm,
  chargeForms,
  factorOf,
  roundingBound,
  roundingNoise,
} from '../../../../src/core/fees/fit/charged-settlement.ts'
import { entry } from '../../../../src/core/fees/fit/equations.ts'
import { type FeesFit, fitFees, tariffOf } from '../../../../src/core/fees/fit/fees-fit.ts'
import { RATE_STEPS, type RateSteps, roundRates } from '../../../../src/core/fees/fit/round-rates.ts'
import { ratesIn, roundness } from '../../../../src/core/fees/fit/schedule-fit.ts'
import { listFeesTally } from '../../../../src/core/fees/list-fees.ts'
import { ROUNDING_UNITS, ROUNDINGS, type Schedule, type TaxOnFees } from '../../../../src/core/fees/tariff.ts'
import { type Centavos, fromCentavos, minus, plus } from '../../../../src/core/money.ts'
import { nameOf } from '../../../../src/core/slot.ts'
import { cop, slot } from '../../a.ts'
import { rate, schedule } from './a-schedule.ts'
import { chargeOf } from './charge.ts'
import { generate, type History, PLAIN_ZONE } from './generate.ts'
import { asTotalsShow } from './recovery.ts'

const vector = (...values: number[]) => Float64Array.from(values)
const near = (values: ArrayLike<number>) => Array.from(values, (value) => Number(value.toFixed(6)) + 0)

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

  /** One payment method with only a fixed sum: six settlements of one payment each. */
  const fixedSum = (noises: readonly number[]) =>
    roundRates(
      { columns: [vector(1, 1, 1, 1, 1, 1)], fees: vector(20, 20, 20, 20, 20, 20) },
      vector(...noises),
      COARSE,
      1,
    )
  // Without the two most important equations, half a step (5 pesos) must be six times the error: 1 / square root of the
  // weight of the others.
  test.each<[noises: readonly number[], isDetermined: boolean]>([
    [[1.66, 1.66, 1.66, 1.66, 1.66, 1.66], true],
    [[1.67, 1.67, 1.67, 1.67, 1.67, 1.67], false],
    [[1.18, 1.18, 1.18, 1.18, 11.8, 11.8], true],
    [[1.19, 1.19, 1.19, 1.19, 11.9, 11.9], false],
    [[11.8, 11.8, 1.18, 1.18, 1.18, 1.18], true],
    [[11.9, 11.9, 1.19, 1.19, 1.19, 1.19], false],
  ])('settlements that are off by %j: determined: %s', (noises, isDetermined) => {
    const { rates, values } = fixedSum(noises)
    expect([...rates]).toEqual(isDetermined ? [[0, 20]] : [])
    expect(near(values)).toEqual([20])
  })

  test.each([0.5, 1, 1.17, 1.38, 1.4, 1.65, 2])('a tax on top takes nothing off what is known: %f', (times) => {
    const found = (factor: number) =>
      roundRates(
        { columns: [vector(1, 1, 1, 1, 1, 1)], fees: vector(20, 20, 20, 20, 20, 20).map((fee) => fee * factor) },
        vector(1, 1, 1, 1, 1, 1).map((noise) => noise * times * 1.2 * factor),
        COARSE,
        factor,
      )
    expect([...found(1.19).rates]).toEqual([...found(1).rates])
    expect(found(1).rates.size).toBe(times < 1.39 ? 1 : 0)
  })

  /** Sums that grow with the number of payments, except for an alternating part. */
  const alike = (each: number, apart: number) =>
    NUMBERS.map((number, row) => number * each + (row % 2 === 0 ? apart : -apart))
  const noise = (size: number) => NUMBERS.map(() => size)
  test('the surest is rounded first: the other is then known to the peso, not to ten', () => {
    const sums = alike(800, 500)
    const fees = NUMBERS.map((number, row) => number * 2904 + entry(sums, row) * 1.5)
    expect([...roundRates({ columns: [NUMBERS, sums], fees }, noise(0.5), WHOLE, 1).rates]).toEqual([
      [1, 1.5],
      [0, 2904],
    ])
  })

  test('where the fixed sum is surer than the percent, it comes first', () => {
    const [few, sums] = [NUMBERS.map((_, row) => (row % 2 === 0 ? 40 : 1)), alike(10, 3)]
    const fees = few.map((number, row) => number * 2900 + entry(sums, row) * 1.5)
    const found = roundRates({ columns: [few, sums], fees }, noise(0.01), COARSE, 1)
    expect([...found.rates]).toEqual([
      [0, 2900],
      [1, 1.5],
    ])
    expect(near(found.values)).toEqual([2900, 1.5])
  })

  test('what is open keeps the value that fits', () => {
    const sums = alike(800, 500)
    const fees = NUMBERS.map((number, row) => number * 2904 + entry(sums, row) * 1.5)
    const found = roundRates({ columns: [NUMBERS, sums], fees }, noise(20), COARSE, 1)
    expect([...found.rates]).toEqual([])
    expect(near(found.values)).toEqual([2904, 1.5])
  })

  test('of a second method the fixed sum is one, too', () => {
    const others = vector(5, 1, 4, 2, 8, 3, 7, 1)
    const fees = NUMBERS.map((number, row) => number * 2900 + entry(others, row) * 1914)
    const columns = [NUMBERS, SUMS, others, SUMS.map((sum, row) => sum * entry(others, row))]
    expect([...roundRates({ columns, fees }, noise(0.01), COARSE, 1).rates].sort(([a], [b]) => a - b)).toEqual([
      [0, 2900],
      [1, 0],
      [2, 1910],
      [3, 0],
    ])
  })
})

describe('how round a schedule is', () => {
  const schedule = (...rates: readonly (readonly [fixed: number, percent: number])[]): Schedule => ({
    from: slot().date,
    methods: Object.fromEntries(
      rates.map(([fixed, percent], at) => [`method ${at}`, { fixed, percent, min: null, max: null, tiers: [] }]),
    ),
    tax: null,
    withholdings: [],
    rounding: 'none',
    to: 'peso',
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

  test('forms are tried from the plainest; one whose totals are those of another is none', () => {
    const inWords = ({ tax, rounding, to }: ChargeForm) =>
      [rounding, to, ...(tax === null ? [] : [`${tax.percent} % ${tax.included ? 'inside' : 'on top'}`])].join(' ')
    const withoutTax = ['none peso', 'settlement peso', 'invoice peso', 'invoice centavo']
    expect(chargeForms([]).map(inWords)).toEqual(withoutTax)
    expect(chargeForms([IVA]).map(inWords)).toEqual([
      ...withoutTax,
      'invoice-then-tax peso 19 % inside',
      'invoice-then-tax centavo 19 % inside',
      'none peso 19 % on top',
      'settlement peso 19 % on top',
      'settlement centavo 19 % on top',
      'invoice peso 19 % on top',
      'invoice centavo 19 % on top',
      'invoice-then-tax peso 19 % on top',
      'invoice-then-tax centavo 19 % on top',
    ])
  })

  const NO_TAX = { tax: null, to: 'peso' } as const
  const ON_TOP = { tax: { ...IVA, included: false }, to: 'peso' } as const
  const INSIDE = { tax: { ...IVA, included: true }, to: 'peso' } as const
  test.each([
    ['nothing is rounded: a centavo', { ...NO_TAX, rounding: 'none' }, 1, 9, 0.006, 0.005],
    ['one sum: half a peso', { ...NO_TAX, rounding: 'settlement' }, 1, 9, 0.501, 0.288675],
    ['one sum and its tax: a peso', { ...ON_TOP, rounding: 'settlement' }, 1.19, 9, 1.001, 0.408248],
    ['each of two payments', { ...NO_TAX, rounding: 'invoice' }, 1, 2, 1.001, 0.408248],
    ['each of a hundred: hardly all one way', { ...NO_TAX, rounding: 'invoice' }, 1, 100, 12.047005, 2.886751],
    ['each of fifty and its tax', { ...ON_TOP, rounding: 'invoice' }, 1.19, 50, 12.047005, 2.886751],
    ['one fee, which moves its tax', { ...ON_TOP, rounding: 'invoice-then-tax' }, 1.19, 1, 1.096, 0.448711],
    ['the same inside the rate', { ...INSIDE, rounding: 'invoice-then-tax' }, 1, 1, 1.096, 0.448711],
    ['each of fifty', { ...ON_TOP, rounding: 'invoice-then-tax' }, 1.19, 50, 13.191467, 3.172867],
    [
      'one sum to the centavo, and its tax',
      { ...ON_TOP, rounding: 'settlement', to: 'centavo' },
      1.19,
      9,
      0.01001,
      0.004082,
    ],
    ['each of two payments to it', { ...NO_TAX, rounding: 'invoice', to: 'centavo' }, 1, 2, 0.01001, 0.004082],
  ] as const)('%s', (_, form, factor, payments, bound, noise) => {
    expect(near([factorOf(form), roundingBound(form, payments), roundingNoise(form, payments)])).toEqual([
      factor,
      bound,
      noise,
    ])
  })
})

const ON_TOP: TaxOnFees = { name: 'IVA', percent: 19, included: false }
const INSIDE: TaxOnFees = { ...ON_TOP, included: true }
const TAXES = [
  ['no tax', null],
  ['a tax on top', ON_TOP],
  ['a tax inside', INSIDE],
] as const
const FORMS = TAXES.flatMap(([of, tax]) =>
  ROUNDINGS.flatMap((rounding) => ROUNDING_UNITS.map((to) => ({ of, tax, rounding, to }))),
)

const METHODS = { pse: rate(2_900, 0.1), card: rate(830, 2.793), breb: rate(0, 1.257) }
const NAMES = { cash: 'pse', credit_card: 'card', debit_card: 'breb', pse: 'pse', transfer: 'card' } as const

const SETTLEMENTS = 44

/** A history of two to five methods, with the rates of three. */
const paymentsOf = (seed: number): History['settlements'] =>
  generate(seed, { wrong: 0, changes: false, twins: false })
    .settlements.slice(0, SETTLEMENTS)
    .map((settlement) => ({
      ...settlement,
      payments: settlement.payments.slice(0, 15).map((payment, at) => ({
        ...payment,
        paymentMethod: at % 3 === 0 ? 'breb' : NAMES[payment.paymentMethod as keyof typeof NAMES],
      })),
    }))

const chargedBy = (
  one: Schedule,
  settlements: History['settlements'],
  off: ReadonlyMap<number, Centavos>,
): History['settlements'] => {
  const charge = chargeOf([one], 'settlement')
  return settlements.map((settlement, at) => ({
    ...settlement,
    charged: plus(charge(settlement), off.get(at) ?? fromCentavos(0)),
  }))
}

const propose = (settlements: History['settlements']): FeesFit =>
  fitFees(settlements, { taxes: [{ name: 'IVA', percent: 19 }], zone: PLAIN_ZONE, tariffDate: 'payment' })

describe('a history names exactly the settlements that were charged too much, by exactly how much', () => {
  const OFF = new Map<number, Centavos>([
    [7, cop(1_234)],
    [23, cop(1)],
    [34, cop(-2_900)],
    [41, cop(98_765)],
  ])
  test.each(FORMS)('$of, rounded by $rounding to the $to', ({ tax, rounding, to }) => {
    const truth = schedule(METHODS, { tax, rounding, to })
    const settlements = chargedBy(truth, paymentsOf(6), OFF)
    const found = propose(settlements)
    const [first] = found.schedules
    expect(first?.schedule).toMatchObject({ methods: METHODS, ...asTotalsShow(truth) })
    expect(first?.loose).toEqual([])
    expect(found).toMatchObject({ fits: SETTLEMENTS - OFF.size, close: 1, gaps: [] })
    expect(found.deviations.map(({ slot, difference }) => [nameOf(slot), difference])).toEqual(
      [...OFF].map(([at, off]) => [nameOf(settlements[at]?.slot ?? never()), off]),
    )
    // The check reckons with what is written.
    for (const [at, settlement] of settlements.entries()) {
      const tally = listFeesTally({ tariff: tariffOf(found), tariffDate: 'settlement' }, settlement.slot, PLAIN_ZONE)
      for (const payment of settlement.payments) tally?.add(payment)
      expect(minus(settlement.charged, tally?.result().expected ?? never())).toBe(OFF.get(at) ?? 0n)
    }
  })
})

describe('most settlements to the centavo, and the rest within a peso or two', () => {
  /** The tax of the rounded sum of a settlement, which no setting is for: off by a peso for one in ten, and by two in some. */
  const sloppy = (share: number, off: (at: number) => Centavos) => {
    const settlements = chargedBy(schedule(METHODS, { tax: ON_TOP, rounding: 'settlement' }), paymentsOf(6), new Map())
    return settlements.map((one, at) => (at % share === 0 ? { ...one, charged: plus(one.charged, off(at)) } : one))
  }

  test('it is proposed, and said how many are off by so little', () => {
    const settlements = sloppy(4, (at) => cop(at % 8 === 0 ? 1 : -2))
    const found = propose(settlements)
    const few = Math.ceil(settlements.length / 4)
    expect(found).toMatchObject({ refusal: null, close: few, fits: settlements.length - few })
    expect(tariffOf(found)).toEqual([
      expect.objectContaining({ methods: METHODS, tax: ON_TOP, rounding: 'settlement', to: 'peso' }),
    ])
    expect(new Set(found.deviations.map(({ difference }) => difference))).toEqual(new Set([cop(1), cop(-2)]))
  })

  test('with one that is off by more beside them', () => {
    const settlements = sloppy(5, () => cop(1)).map((one, at) =>
      at === 11 ? { ...one, charged: plus(one.charged, cop(1_234)) } : one,
    )
    const { close, deviations } = propose(settlements)
    expect([close, deviations.length]).toEqual([Math.ceil(settlements.length / 5), close + 1])
    expect(deviations.filter(({ difference }) => difference > cop(2)).map(({ difference }) => difference)).toEqual([
      cop(1_234),
    ])
  })

  test('not where they are off by three pesos, or every second one is', () => {
    expect(propose(sloppy(4, (at) => cop(at % 8 === 0 ? 3 : -3)).slice(0, 16)).refusal).toBe('no-majority')
    expect(propose(sloppy(2, () => cop(1)).slice(0, 16)).refusal).toBe('no-majority')
  })
})

const never = (): never => {
  throw new Error('no such settlement')
}
