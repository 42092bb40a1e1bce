import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listFeesTally } from '../../src/core/fees/list-fees.ts'
import { toPesos } from '../../src/core/money.ts'
import { ASSUMED } from '../../src/sandbox/assumptions.ts'
import {
  CYCLES,
  easterOf,
  expectedSlot,
  holidaysOf,
  isBusinessDay,
  METHODS,
  paymentWindow,
  shiftBusinessDays,
} from '../../src/sandbox/settlements/calendar.ts'
import { type ChargedPayment, type Fee, type FeeTerms, feesSum } from '../../src/sandbox/settlements/fees.ts'
import { addDays } from '../../src/sandbox/time/clock.ts'
import { aPaidInvoice, BOGOTA, cop, slot } from '../core/a.ts'
import { tariffOf } from '../stories/tariff-of.ts'
import { openService } from './service.ts'

describe('Colombian holidays', () => {
  // Ley 51 de 1983 and, from 2026 on, Ley 2578 de 2026.
  test('of 2026, with 9 July kept on Monday the 13th', () => {
    expect(holidaysOf(2026)).toEqual([
      ...[
        '2026-01-01',
        '2026-01-12',
        '2026-03-23',
        '2026-04-02',
        '2026-04-03',
        '2026-05-01',
        '2026-05-18',
        '2026-06-08',
      ],
      ...[
        '2026-06-15',
        '2026-06-29',
        '2026-07-13',
        '2026-07-20',
        '2026-08-07',
        '2026-08-17',
        '2026-10-12',
        '2026-11-02',
      ],
      ...['2026-11-16', '2026-12-08', '2026-12-25'],
    ])
  })

  test('of 2025, when 9 July was a day like others', () => {
    expect(holidaysOf(2025)).toEqual([
      ...[
        '2025-01-01',
        '2025-01-06',
        '2025-03-24',
        '2025-04-17',
        '2025-04-18',
        '2025-05-01',
        '2025-06-02',
        '2025-06-23',
      ],
      ...[
        '2025-06-30',
        '2025-07-20',
        '2025-08-07',
        '2025-08-18',
        '2025-10-13',
        '2025-11-03',
        '2025-11-17',
        '2025-12-08',
      ],
      '2025-12-25',
    ])
  })

  test.each([
    [2026, '2026-07-09', true],
    [2026, '2026-07-13', false],
    [2027, '2027-07-12', false],
    [2029, '2029-07-09', false],
    [2025, '2025-07-14', true],
  ])('%d: %s is a business day: %s', (_year, day, expected) => {
    expect(isBusinessDay(day)).toBe(expected)
  })

  test.each([
    [2000, '2000-04-23'],
    [2019, '2019-04-21'],
    [2024, '2024-03-31'],
    [2038, '2038-04-25'],
  ])('Easter of %d is %s', (year, easter) => {
    expect(easterOf(year)).toBe(easter)
  })

  test('business days are counted over weekends and holidays, both ways', () => {
    expect(shiftBusinessDays('2026-07-10', 1)).toBe('2026-07-14')
    expect(shiftBusinessDays('2026-07-14', -1)).toBe('2026-07-10')
    expect(shiftBusinessDays('2026-04-01', 2)).toBe('2026-04-07')
    expect(shiftBusinessDays('2026-03-14', 0)).toBe('2026-03-16')
  })
})

describe('the calendars of the payment methods', () => {
  const slots = fc.record({
    method: fc.constantFrom(...METHODS),
    day: fc.integer({ min: 0, max: 730 }).map((days) => addDays('2026-01-01', days)),
    cycle: fc.constantFrom(...CYCLES),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
  })

  test('a payment made in the window of a slot is expected in that slot', () => {
    fc.assert(
      fc.property(slots, ({ method, day, cycle, place }) => {
        const calendar = ASSUMED.calendars[method]
        const window = paymentWindow(calendar, { date: day, cycle })
        fc.pre(window !== undefined)
        const paidAt = window.until - Math.floor(place * (window.until - window.after - 1))
        expect(expectedSlot(calendar, paidAt)).toEqual({ date: day, cycle })
      }),
    )
  })

  test('a payment is expected on a business day, in a cycle of its method, after it was made', () => {
    fc.assert(
      fc.property(fc.constantFrom(...METHODS), fc.integer({ min: 0, max: 63_000_000 }), (method, seconds) => {
        const calendar = ASSUMED.calendars[method]
        const paidAt = Date.UTC(2026, 0, 1) + seconds * 1_000
        const { date, cycle } = expectedSlot(calendar, paidAt)
        expect(isBusinessDay(date)).toBe(true)
        expect(calendar.cycles).toContain(cycle)
        expect(Date.parse(`${date}T${cycle}:00:00-05:00`)).toBeGreaterThan(paidAt)
      }),
    )
  })
})

const terms = (card: Fee, instead: Partial<FeeTerms> = {}): FeeTerms => ({
  fees: { ...ASSUMED.fees, card },
  feeChanges: [],
  feeTax: 0,
  feeRounding: 'none',
  feeRoundingTo: 'peso',
  ...instead,
})

const charged = (rules: FeeTerms, payments: readonly ChargedPayment[]): number => {
  const sum = feesSum(rules)
  for (const payment of payments) sum.add(payment)
  return sum.total()
}

describe('what the sandbox charges', () => {
  const card = { percent: 2.79, fixed: 800 }
  const tiers = [{ above: 1_000_000, percent: 2, fixed: 100 }]
  const later = { from: '2026-03-16', fees: { ...ASSUMED.fees, card: { percent: 3, fixed: 0 } } }
  // Computed by hand.
  test.each<[string, FeeTerms, readonly [number, string?][], number]>([
    ['a percent and a fixed sum', terms(card), [[1_850_000]], 52_415],
    ['centavos, halves up', terms({ percent: 0.5, fixed: 0 }), [[3]], 0.02],
    ['no less than its least', terms({ ...card, min: 2_000 }), [[10_000]], 2_000],
    ['no more than its most', terms({ ...card, max: 20_000 }), [[9_000_000]], 20_000],
    ['at the threshold of a tier', terms({ ...card, tiers }), [[1_000_000]], 28_700],
    ['above it, for the whole payment', terms({ ...card, tiers }), [[1_000_001]], 20_100.02],
    ['tax on top', terms({ percent: 0, fixed: 2_900 }, { feeTax: 19 }), [[500]], 3_451],
    ['the day before a change', terms(card, { feeChanges: [later] }), [[100_000, '2026-03-15']], 3_590],
    ['the day of a change', terms(card, { feeChanges: [later] }), [[100_000, '2026-03-16']], 3_000],
    // 8.325 each; with tax 9.90675: in whole pesos 8 + 2 each, or 17 + 3 for the settlement.
    [
      'whole pesos each',
      terms({ percent: 2.79, fixed: 0 }, { feeTax: 19, feeRounding: 'invoice' }),
      [[298.4], [298.4]],
      20,
    ],
    [
      'whole pesos of all',
      terms({ percent: 2.79, fixed: 0 }, { feeTax: 19, feeRounding: 'settlement' }),
      [[298.4], [298.4]],
      20,
    ],
    // 7.812 each: 8 and 1.52 of it, where the tax of 7.812 is 1.48.
    [
      'the tax of a rounded fee',
      terms({ percent: 2.79, fixed: 0 }, { feeTax: 19, feeRounding: 'invoice-then-tax' }),
      [[280]],
      10,
    ],
    // 8.32536 each; its tax 1.5818184.
    [
      'whole centavos each',
      terms({ percent: 2.79, fixed: 0 }, { feeTax: 19, feeRounding: 'invoice', feeRoundingTo: 'centavo' }),
      [[298.4], [298.4]],
      19.82,
    ],
  ])('%s', (_, rules, payments, sum) => {
    expect(
      charged(
        rules,
        payments.map(([paid, day = '2026-03-11']) => ({ method: 'card', paid, day })),
      ),
    ).toBe(sum)
  })

  const pesos = fc.integer({ min: 0, max: 20_000 })
  const rate = {
    percent: fc.integer({ min: 0, max: 5_000_000 }).map((millionths) => millionths / 1_000_000),
    fixed: pesos,
  }
  const fee = fc
    .record({
      ...rate,
      bounds: fc.option(fc.tuple(pesos, pesos)),
      tiers: fc.uniqueArray(fc.record({ above: fc.integer({ min: 1, max: 3_000_000 }), ...rate }), {
        maxLength: 3,
        selector: ({ above }) => above,
      }),
    })
    .map(
      ({ bounds, tiers: unsorted, ...rest }): Fee => ({
        ...rest,
        ...(bounds === null ? {} : { min: Math.min(...bounds), max: Math.max(...bounds) }),
        tiers: unsorted.toSorted((a, b) => a.above - b.above),
      }),
    )
  const fees = fc.record({ pse: fee, nequiButton: fee, bancolombiaButton: fee, breb: fee, card: fee })
  const days = ['2026-03-14', '2026-03-15', '2026-03-16', '2026-03-17'] as const
  const anyTerms: fc.Arbitrary<FeeTerms> = fc.record({
    fees,
    feeChanges: fees.map((ofLater) => [{ from: '2026-03-16', fees: ofLater }]),
    feeTax: fc.constantFrom(0, 19, 5.5),
    feeRounding: fc.constantFrom('invoice', 'invoice-then-tax', 'settlement', 'none'),
    feeRoundingTo: fc.constantFrom('peso', 'centavo'),
  })
  const payment = fc.record({
    method: fc.constantFrom(...METHODS),
    paid: fc.integer({ min: 1, max: 400_000_000 }).map((centavos) => centavos / 100),
    day: fc.constantFrom(...days),
  })

  test('is what a tariff of the same words makes of it, to the centavo', () => {
    fc.assert(
      fc.property(anyTerms, fc.array(payment, { minLength: 1, maxLength: 30 }), (rules, payments) => {
        const tally = listFeesTally({ tariff: tariffOf(rules), tariffDate: 'payment' }, slot('2026-03-17'), BOGOTA)
        for (const { method, paid, day } of payments)
          tally?.add(aPaidInvoice({ paymentMethod: method, paid: cop(paid), paymentDate: `${day}T10:00:00-05:00` }))
        const expected = tally?.result().expected ?? null
        expect(expected === null ? null : Number(toPesos(expected))).toBe(charged(rules, payments))
      }),
    )
  })

  test('stands in its settlements, over HTTP', async () => {
    const service = await openService({
      assumptions: { feeTax: 19, feeRounding: 'settlement', feeChanges: [{ from: '2026-03-12', fees: ASSUMED.fees }] },
    })
    const { id } = await service.create({ amount: 1_000_000 })
    await service.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'nequiButton' })
    await service.control('POST', '/clock', { advance: 'PT2H' })
    const { fields } = await service.v1('GET', '/settlements/2026-03-12/13')
    // Noon is the cut-off of the cycle at 13: 1.2 % of a million, and 19 % tax on that.
    const settled = fields.fees ?? (await service.v1('GET', '/settlements/2026-03-12/16')).fields.fees
    expect(settled).toBe(12_000 + 2_280)
    await service.close()
  })
})

describe('scenarios of wrong fees', () => {
  const feesOf = async (scenario: string) => {
    const service = await openService({ scenario, clock: undefined })
    const { fields } = await service.v1('GET', '/settlements/2026-03-12/11')
    await service.close()
    const { fees, amountCollected, paymentAmount } = fields
    expect(Number(amountCollected) - Number(fees)).toBe(Number(paymentAmount))
    return Number(fees)
  }

  test('each is off by what its sentence says, and pays out accordingly', async () => {
    const right = await feesOf('page-count')
    expect(await feesOf('fees-three-times')).toBe(3 * right)
    expect(await feesOf('fees-without-tax')).toBe(right)
    const more = await feesOf('fees-one-invoice-more')
    expect(more).toBeGreaterThan(right)
    expect((await feesOf('fees-one-invoice-less')) - right).toBe(right - more)
    expect(await feesOf('fees-old-schedule')).toBe(right)
    expect(await feesOf('fees-of-another-method')).toBeGreaterThan(2 * right)
    // Two times 19 percent on top, each payment in whole pesos.
    expect(Math.abs((await feesOf('fees-tax-twice')) - 1.38 * right)).toBeLessThan(12)
  })
})
