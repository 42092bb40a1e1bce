import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exactTariff, type PaymentFee, toCentavos, totalOf } from '../../../src/core/fees/exact-tariff.ts'
import { FeesTally, type ListFees, listFeesTally, rateFinder } from '../../../src/core/fees/list-fees.ts'
import {
  type MethodRate,
  ROUNDING_UNITS,
  ROUNDINGS,
  type Schedule,
  type Tariff,
  type TariffDate,
} from '../../../src/core/fees/tariff.ts'
import { plus, ZERO } from '../../../src/core/money.ts'
import type { SlotDate } from '../../../src/core/slot.ts'
import { aPaidInvoice, BOGOTA, cop, slot } from '../a.ts'

const day = (text: string): SlotDate => slot(text).date
const rate = (instead: Partial<MethodRate>): MethodRate => ({
  fixed: 0,
  percent: 0,
  min: null,
  max: null,
  tiers: [],
  ...instead,
})
const schedule = (instead: Partial<Schedule> = {}): Schedule => ({
  from: day('2026-01-01'),
  methods: { pse: rate({ fixed: 2900 }), card: rate({ fixed: 800, percent: 2.79 }) },
  tax: null,
  withholdings: [],
  rounding: 'none',
  to: 'peso',
  proposed: null,
  ...instead,
})
const IVA = { name: 'IVA', percent: 19, included: false }

const invoice = (method: string | null, pesos: number, paymentDate: string | null = '2026-03-11T10:00:00-05:00') =>
  aPaidInvoice({ paymentMethod: method, paid: cop(pesos), paymentDate })

const feesFor = (
  tariff: Tariff,
  invoices: readonly ReturnType<typeof invoice>[],
  tariffDate: TariffDate = 'payment',
): ListFees => {
  const tally = listFeesTally({ tariff, tariffDate }, slot(), BOGOTA)
  if (tally === null) throw new Error('there is no tariff')
  for (const one of invoices) tally.add(one)
  return tally.result()
}
const expectedOf = (tariff: Tariff, method: string, pesos: number) => feesFor(tariff, [invoice(method, pesos)]).expected

describe('what one payment costs', () => {
  const withRate = (card: Partial<MethodRate>, rest: Partial<Schedule> = {}) => [
    schedule({ methods: { card: rate(card) }, ...rest }),
  ]
  const capped = { percent: 2, min: 500, max: 20_000 }
  const tiers = {
    percent: 3,
    tiers: [
      { above: 1_000_000, fixed: 100, percent: 2 },
      { above: 5_000_000, fixed: 0, percent: 1 },
    ],
  }
  const included = { ...IVA, included: true }
  const TAX_30 = { ...IVA, percent: 30 }
  const TO_CENTAVOS = { rounding: 'invoice', to: 'centavo' } as const
  const source = { name: 'ReteFuente', percent: 1.5, base: 'paid', methods: null } as const
  // Computed by hand.
  test.each<[string, Tariff, number, number]>([
    ['a fixed sum', [schedule({ methods: { card: rate({ fixed: 2900 }) } })], 1_850_000, 2900],
    ['a percent and a fixed sum', withRate({ fixed: 800, percent: 2.79 }), 1_850_000, 52_415],
    ['a percent of centavos, to the centavo', withRate({ percent: 2.79 }), 100.55, 2.81],
    ['half a centavo goes up', withRate({ percent: 0.5 }), 3, 0.02],
    ['not less than its min', withRate(capped), 10_000, 500],
    ['between the bounds', withRate(capped), 100_000, 2000],
    ['not more than its max', withRate(capped), 9_000_000, 20_000],
    ['below the first tier', withRate(tiers), 1_000_000, 30_000],
    ['above it, for the whole payment', withRate(tiers), 1_000_001, 20_100.02],
    ['above the last tier', withRate(tiers), 5_000_000.01, 50_000],
    ['tax on top', withRate({ fixed: 2900 }, { tax: IVA }), 500, 3451],
    ['tax within the rate adds nothing', withRate({ fixed: 2900 }, { tax: included }), 500, 2900],
    ['withholding on what was paid', withRate({ percent: 1 }, { withholdings: [source] }), 1_000_000, 25_000],
    [
      'on the fee, without its tax',
      withRate({ fixed: 1000 }, { tax: IVA, withholdings: [{ ...source, base: 'fee', percent: 11 }] }),
      1,
      1300,
    ],
    [
      'on the tax',
      withRate({ fixed: 1000 }, { tax: IVA, withholdings: [{ ...source, base: 'tax', percent: 15 }] }),
      1,
      1218.5,
    ],
    ['fee and tax to the peso each', withRate({ percent: 2.79 }, { tax: IVA, rounding: 'invoice' }), 123_456, 4098],
    ['the same, unrounded', withRate({ percent: 2.79 }, { tax: IVA }), 123_456, 4098.86],
    [
      'a withholding to the peso',
      withRate({ fixed: 1000 }, { rounding: 'invoice', withholdings: [{ ...source, base: 'fee', percent: 1.55 }] }),
      1,
      1016,
    ],
    [
      'a rounded rate is its fee and its tax together',
      withRate({ percent: 1 }, { tax: included, rounding: 'invoice' }),
      1040,
      10,
    ],
    ['tax within a rounded rate', withRate({ percent: 2.79 }, { tax: included, rounding: 'invoice' }), 123_456, 3444],
    // 3,444.4224: its tax is 654.44, and that of 3,444 is 654.36.
    ['fee and tax to the centavo each', withRate({ percent: 2.79 }, { ...TO_CENTAVOS, tax: IVA }), 123_456, 4098.86],
    // 7.812: its tax is 1.48, and that of 8 is 1.52.
    ['the tax of the exact fee', withRate({ percent: 2.79 }, { tax: IVA, rounding: 'invoice' }), 280, 9],
    ['the tax of the rounded fee', withRate({ percent: 2.79 }, { tax: IVA, rounding: 'invoice-then-tax' }), 280, 10],
    // 0.015: its tax is 0.0045, and that of 0.02 is 0.006.
    ['the tax of the exact fee to the centavo', withRate({ percent: 0.5 }, { ...TO_CENTAVOS, tax: TAX_30 }), 3, 0.02],
    [
      'the tax of the fee rounded to the centavo',
      withRate({ percent: 0.5 }, { tax: TAX_30, rounding: 'invoice-then-tax', to: 'centavo' }),
      3,
      0.03,
    ],
    // 10.4 holds 8.739 and its tax: 9, and 19 % of it.
    [
      'a fee without the tax within',
      withRate({ percent: 1 }, { tax: included, rounding: 'invoice-then-tax' }),
      1040,
      11,
    ],
    [
      'a withholding on the rounded tax',
      withRate(
        { percent: 2.79 },
        { tax: IVA, rounding: 'invoice-then-tax', withholdings: [{ ...source, base: 'tax', percent: 26 }] },
      ),
      280,
      11,
    ],
    ['no tax to follow it', withRate({ percent: 2.79 }, { rounding: 'invoice-then-tax' }), 280, 8],
    ['sums to the centavo', withRate({ percent: 0.5 }, { tax: IVA, rounding: 'settlement', to: 'centavo' }), 3, 0.02],
    [
      'to which two sums are not one',
      withRate({ percent: 0.5 }, { tax: { ...IVA, percent: 40 }, rounding: 'settlement', to: 'centavo' }),
      3,
      0.03,
    ],
  ])('%s', (_name, tariff, paid, fee) => {
    expect(expectedOf(tariff, 'card', paid)).toBe(cop(fee))
  })

  test('a withholding may be of some methods only', () => {
    const tariff = [schedule({ withholdings: [{ ...source, methods: ['card'] }] })]
    expect([expectedOf(tariff, 'pse', 1000), expectedOf(tariff, 'card', 1000)]).toEqual([cop(2900), cop(842.9)])
  })
})

describe('which schedule', () => {
  const dated: Tariff = [schedule(), schedule({ from: day('2026-03-12'), methods: { pse: rate({ fixed: 3000 }) } })]
  test.each<[string, string | null, TariffDate, number | null]>([
    ['the day of the payment', '2026-03-11T23:59:59-05:00', 'payment', 2900],
    ['the first day of a schedule', '2026-03-12T00:00:00-05:00', 'payment', 3000],
    ['the day in the zone, not in UTC', '2026-03-12T04:59:59Z', 'payment', 2900],
    ['the day of the settlement', '2026-03-11T10:00:00-05:00', 'settlement', 3000],
    ['without a day of the payment, nothing', null, 'payment', null],
    ['before the first, nothing', '2025-12-31T10:00:00-05:00', 'payment', null],
    ['of the settlement, whatever the payment', null, 'settlement', 3000],
  ])('%s', (_name, paymentDate, tariffDate, fee) => {
    expect(feesFor(dated, [invoice('pse', 5, paymentDate)], tariffDate).expected).toBe(fee === null ? null : cop(fee))
  })
})

describe('a list', () => {
  test('a payment without a day, or of a day before the first schedule, is of its own reason', () => {
    const list = [invoice('pse', 1, null), invoice('pse', 1, '2025-12-31T10:00:00-05:00')]
    expect(feesFor([schedule()], list).unpriced).toEqual([
      { reason: 'no-date', method: 'pse', payments: 1 },
      { reason: 'before-tariff', method: 'pse', payments: 1 },
    ])
  })

  test('one payment under a schedule that rounds the settlement makes it whole pesos', () => {
    const methods = { pse: rate({ fixed: 100.3 }) }
    const tariff = [
      schedule({ methods, rounding: 'settlement' }),
      schedule({ from: day('2026-03-12'), methods, rounding: 'none' }),
    ]
    const list = [invoice('pse', 1), invoice('pse', 1, '2026-03-12T10:00:00-05:00')]
    expect(feesFor(tariff, list).expected).toBe(cop(201))
  })

  test('a payment nobody has a rate for leaves the whole unknown, and the rest reckoned', () => {
    const fees = feesFor(
      [schedule()],
      [invoice('pse', 1), invoice('cash', 1), invoice('cash', 2), invoice(null, 3), invoice('', 3)],
    )
    expect(fees.expected).toBeNull()
    expect(fees.unpriced).toEqual([
      { reason: 'no-rate', method: 'cash', payments: 2 },
      { reason: 'no-method', method: '', payments: 2 },
    ])
    expect([...fees.byMethod.keys()]).toEqual(['pse'])
  })

  test.each([
    [[2000.6], 2001],
    [[1000.3, 1000.3], 2001],
    [[1000.2, 1000.2], 2000],
  ])('a settlement rounds what rates with their tax come to, as a payment does: %j', (sums, whole) => {
    const tax = { ...IVA, included: true }
    const tariff = [schedule({ methods: { card: rate({ percent: 10 }) }, tax, rounding: 'settlement' })]
    const list = sums.map((sum) => invoice('card', sum * 10))
    expect(feesFor(tariff, list).expected).toBe(cop(whole))
  })

  test('a settlement rounds rates with their tax, and rates with tax on top, apart', () => {
    const methods = { pse: rate({ fixed: 100.5 }) }
    const tariff = [
      schedule({ methods, tax: { ...IVA, included: true }, rounding: 'settlement' }),
      schedule({ from: day('2026-03-12'), methods, tax: IVA, rounding: 'settlement' }),
    ]
    const list = [invoice('pse', 1), invoice('pse', 1, '2026-03-12T10:00:00-05:00')]
    // 100.50 is 101; 100.50 on top is 101 and 19.095 of tax is 19.
    expect(feesFor(tariff, list).expected).toBe(cop(221))
  })

  test('where settlements are rounded to the peso and to the centavo, the peso is that of all sums', () => {
    const methods = { pse: rate({ fixed: 50.3 }) }
    const tariff = [
      schedule({ methods, rounding: 'settlement', to: 'centavo' }),
      schedule({ from: day('2026-03-12'), methods, rounding: 'settlement' }),
    ]
    const list = [invoice('pse', 1), invoice('pse', 1, '2026-03-12T10:00:00-05:00')]
    expect(feesFor(tariff, list).expected).toBe(cop(101))
    expect(feesFor(tariff.slice(0, 1), list).expected).toBe(cop(100.6))
  })

  test('the withholdings of a method stand in order of name', () => {
    const names = ['ReteICA', 'Estampilla', 'ReteFuente']
    const withholdings = names.map((name) => ({ name, percent: 1, base: 'paid', methods: null }) as const)
    const { byMethod } = feesFor([schedule({ withholdings })], [invoice('pse', 100_000)])
    expect([...(byMethod.get('pse')?.withholdings.keys() ?? [])]).toEqual(['Estampilla', 'ReteFuente', 'ReteICA'])
  })

  test.each<[Schedule['rounding'], number, number]>([
    ['none', -5, -0.07],
    ['none', -1.9, -0.03],
    ['settlement', -90, -1],
    ['invoice', -110, -2],
  ])('a payment below zero rounded by %s: of %d the fee is %d', (rounding, paid, cost) => {
    expect(expectedOf([schedule({ methods: { card: rate({ percent: 1.5 }) }, rounding })], 'card', paid)).toBe(
      cop(cost),
    )
  })

  test('a sum that the settings refuse is a bug here', () => {
    expect(() => expectedOf([schedule({ methods: { pse: rate({ fixed: 0.001 }) } })], 'pse', 1)).toThrow(
      'not an amount in pesos',
    )
  })

  /** The same by fractions: numerator and denominator, rounded once at the end. */
  const fraction = (percentInMillionths: bigint, fixedCentavos: bigint, paid: bigint): bigint => {
    const [numerator, denominator] = [fixedCentavos * 100_000_000n + percentInMillionths * paid, 100_000_000n]
    return (2n * numerator + denominator) / (2n * denominator)
  }
  const anyPaid = fc.integer({ min: 1, max: 55_000_000_000 })
  test('any percent of any payments is the fraction itself, rounded once', () => {
    const rates = fc.record({
      percent: fc.integer({ min: 0, max: 50_000_000 }),
      fixed: fc.integer({ min: 0, max: 10_000_000 }),
    })
    fc.assert(
      fc.property(rates, fc.array(anyPaid, { minLength: 1, maxLength: 20 }), ({ percent, fixed }, all) => {
        const tariff = [schedule({ methods: { pse: rate({ percent: percent / 1_000_000, fixed: fixed / 100 }) } })]
        const fees = feesFor(
          tariff,
          all.map((paid) => invoice('pse', paid / 100)),
        )
        const sum = all.reduce((total, paid) => total + BigInt(paid), 0n)
        expect(fees.expected).toBe(fraction(BigInt(percent), BigInt(fixed * all.length), sum))
      }),
    )
  })

  test('a rate stands by itself', () => {
    const rateOf = rateFinder([schedule()], 'payment', slot(), BOGOTA)
    expect(rateOf(invoice('cash', 1))).toBe('no-rate')
    const tally = new FeesTally(rateOf)
    tally.add(invoice('pse', 1))
    expect(tally.result().byMethod.get('pse')).toEqual({
      payments: 1,
      paid: cop(1),
      fee: cop(2900),
      tax: 0n,
      withheld: 0n,
      withholdings: new Map(),
    })
  })
})

describe('payments reckoned together', () => {
  const millionths = (most: number) => fc.integer({ min: 0, max: most * 1_000_000 }).map((share) => share / 1_000_000)
  const aRate = fc.record({
    fixed: fc.integer({ min: 0, max: 900_000 }).map((fixed) => fixed / 100),
    percent: millionths(50),
  })
  const aBound = fc.option(fc.integer({ min: 1, max: 2_000_000 }))
  const aMethod = fc
    .tuple(aRate, fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, fc.record({ min: aBound, max: aBound })))
    .map(([linear, bounds]) => rate({ ...linear, ...bounds }))
  const aSchedule = fc
    .record({
      methods: fc.record({ pse: aMethod, card: aMethod }),
      tax: fc.option(fc.record({ name: fc.constant('IVA'), percent: millionths(30), included: fc.boolean() })),
      withholdings: fc.array(
        fc.record({
          name: fc.constant('ReteFuente'),
          percent: millionths(15),
          base: fc.constantFrom('paid' as const, 'fee' as const, 'tax' as const),
          methods: fc.constantFrom(null, ['card']),
        }),
        { maxLength: 2 },
      ),
      rounding: fc.constantFrom(...ROUNDINGS),
      to: fc.constantFrom(...ROUNDING_UNITS),
    })
    .map(schedule)
  const somePaid = fc.array(
    fc.integer({ min: 1, max: 55_000_000_000 }).map((paid) => cop(paid / 100)),
    { minLength: 1, maxLength: 40 },
  )
  const partOf = (fee: PaymentFee, part: keyof PaymentFee): bigint =>
    part === 'withheld' ? totalOf([...fee.withheld.values()]) : fee[part]
  const added = (all: readonly PaymentFee[], part: keyof PaymentFee): bigint =>
    totalOf(all.map((one) => partOf(one, part)))

  test('cost exactly what they cost one by one', () => {
    fc.assert(
      fc.property(aSchedule, fc.constantFrom('pse', 'card'), somePaid, (one, method, all) => {
        const found = exactTariff([one])[0]?.rates.get(method)
        const { min, max } = one.methods[method] ?? rate({})
        const sum = all.reduce(plus, ZERO)
        const together = found?.feeOfSum?.(all.length, sum) ?? null
        expect(together === null).toBe(one.rounding.startsWith('invoice') || min !== null || max !== null)
        if (found === undefined || together === null) return
        const each = all.map(found.feeOf)
        for (const part of ['fee', 'tax', 'withheld'] as const) expect(partOf(together, part)).toBe(added(each, part))
      }),
    )
  })

  test('half a centavo goes up, where no payment by itself has an end of its decimals', () => {
    const tariff = [
      schedule({
        methods: { pse: rate({ fixed: 950.5 }), card: rate({ fixed: 800, percent: 2.79 }) },
        tax: { name: 'IVA', percent: 8, included: true },
        withholdings: [{ name: 'ReteFuente', percent: 1.5, base: 'fee', methods: null }],
      }),
    ]
    // 25,158.60 with its tax is 23,295.00 without it, of which 1.5 % are 349.425.
    expect(feesFor(tariff, [invoice('card', 839_000), invoice('pse', 392_000)]).expected).toBe(cop(25_508.03))
  })

  test('and to the centavo in the list, rates that need each payment beside those that do not', () => {
    const payments = fc.array(fc.tuple(fc.constantFrom('pse', 'card'), fc.integer({ min: 1, max: 55_000_000_000 })), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(aSchedule, payments, (one, all) => {
        fc.pre(one.rounding !== 'settlement')
        const list = all.map(([method, paid]) => invoice(method, paid / 100))
        const rates = exactTariff([one])[0]?.rates
        const each = list.flatMap(({ paymentMethod, paid }) => rates?.get(paymentMethod ?? '')?.feeOf(paid) ?? [])
        const sum = added(each, 'fee') + added(each, 'tax') + added(each, 'withheld')
        const expected = toCentavos(sum, rates?.get('pse')?.centavo ?? 1n)
        expect(feesFor([one], list).expected).toBe(expected)
      }),
    )
  })
})
