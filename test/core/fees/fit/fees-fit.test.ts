import { describe, expect, test } from 'vitest'
import {
  type ChargedSettlement,
  expectedFees,
  type FeePayment,
} from '../../../../src/core/fees/fit/charged-settlement.ts'
import { type FeesFit, fitFees, tariffOf } from '../../../../src/core/fees/fit/fees-fit.ts'
import type { Schedule, TariffDate } from '../../../../src/core/fees/tariff.ts'
import { fromCentavos, plus } from '../../../../src/core/money.ts'
import { addDays, asCycle, type Slot } from '../../../../src/core/slot.ts'
import { BOGOTA, cop, slot } from '../../a.ts'
import { FIRST, rate, schedule } from './a-schedule.ts'
import { chanceFrom, PLAIN_ZONE } from './generate.ts'

const PSE_AND_CARD = { pse: rate(2900, 0), card: rate(800, 2.79) }
const IVA = { name: 'IVA', percent: 19, included: false }

const slotAt = (at: number): Slot => {
  const cycle = asCycle(at % 2 === 0 ? '11' : '18')
  if (cycle === null) throw new Error('no cycle')
  return { date: addDays(FIRST, Math.floor(at / 2)), cycle }
}

type Sums = readonly (readonly [method: string, pesos: number])[]

/** Settlements of these payments, charged under the tariff, with deviations. */
const history = (
  tariff: readonly Schedule[],
  number: number,
  paymentsAt: (at: number, chance: () => number) => Sums,
  off: Readonly<Record<number, number>> = {},
  date: TariffDate = 'settlement',
): readonly ChargedSettlement[] => {
  const chance = chanceFrom(7)
  const expected = expectedFees(tariff, date, BOGOTA)
  return Array.from({ length: number }, (_, at) => {
    const slot = slotAt(at)
    const payments = paymentsAt(at, chance).map(
      ([paymentMethod, pesos], place): FeePayment => ({
        paymentMethod,
        paid: cop(pesos),
        paymentDate: `${addDays(slot.date, -(place % 3))}T10:00:00-05:00`,
      }),
    )
    const settlement = { slot, payments, charged: fromCentavos(0) }
    return { ...settlement, charged: plus(expected(settlement) ?? fromCentavos(0), cop(off[at] ?? 0)) }
  })
}

const rents = (chance: () => number, number: number, method: string): Sums =>
  Array.from({ length: number }, () => [method, 400_000 + Math.floor(chance() * 3_000_000)] as const)

const both = (at: number, chance: () => number): Sums => [
  ...rents(chance, 1 + (at % 4), 'pse'),
  ...rents(chance, 1 + ((at + 1) % 3), 'card'),
]

const propose = (settlements: readonly ChargedSettlement[], taxes: readonly number[] = [19]): FeesFit =>
  fitFees(settlements, {
    taxes: taxes.map((percent) => ({ name: 'IVA', percent })),
    zone: BOGOTA,
    tariffDate: 'payment',
  })

const ratesOf = ({ schedules }: FeesFit) =>
  schedules.map(({ rates }) =>
    Object.fromEntries(rates.map(({ method, rate: { fixed, percent } }) => [method, [fixed, percent]])),
  )

describe('a tariff from history', () => {
  test('gives back the rates, and names the settlements that are off by how much', () => {
    const found = propose(history([schedule(PSE_AND_CARD)], 30, both, { 4: 451_120, 11: -2900 }))
    expect(ratesOf(found)).toEqual([{ pse: [2900, 0], card: [800, 2.79] }])
    expect(found).toMatchObject({ refusal: null, settlements: 30, fits: 28, open: 0, gaps: [], tariffDate: null })
    expect(found.deviations.map(({ slot, difference }) => [slot.date, slot.cycle, difference])).toEqual([
      ['2026-03-04', '11', cop(451_120)],
      ['2026-03-07', '18', cop(-2900)],
    ])
    expect(found.deviations.every(({ charged, expected, difference }) => charged - expected === difference)).toBe(true)
    expect(found.schedules[0]?.rates.map(({ method, settlements }) => [method, settlements])).toEqual([
      ['card', 28],
      ['pse', 28],
    ])
    expect(tariffOf(found)).toEqual([expect.objectContaining({ from: '2026-02-28', rounding: 'none', tax: null })])
  })

  test.each(['none', 'settlement', 'invoice'] as const)('finds that sums are rounded: %s', (rounding) => {
    const tariff = [schedule({ pse: rate(2900, 0), card: rate(800, 2.795) }, { rounding, tax: IVA })]
    const found = propose(history(tariff, 40, both))
    expect(ratesOf(found)).toEqual([{ pse: [2900, 0], card: [800, 2.795] }])
    expect(found.schedules[0]?.schedule).toMatchObject({ rounding, tax: IVA })
    expect(found.deviations).toEqual([])
  })

  test('a tax is on top only where the rates are round before it, and not with it', () => {
    const onTop = history([schedule(PSE_AND_CARD, { tax: IVA })], 30, both)
    expect(propose(onTop, []).schedules[0]?.schedule).toMatchObject({ tax: null, methods: { pse: { fixed: 3451 } } })
    expect(propose(onTop).schedules[0]?.schedule).toMatchObject({ tax: IVA, methods: { pse: { fixed: 2900 } } })
    const alike = propose(
      history([schedule({ pse: rate(1190, 0) })], 30, (at, chance) => rents(chance, 1 + (at % 4), 'pse')),
    )
    expect(alike.schedules[0]).toMatchObject({
      schedule: { tax: null, methods: { pse: { fixed: 1190 } } },
      taxAlike: IVA,
    })
    const odd = propose(
      history([schedule({ pse: rate(0, 2.38) })], 30, (at, chance) => rents(chance, 1 + (at % 4), 'pse')),
    )
    expect(odd.schedules[0]).toMatchObject({ schedule: { tax: null }, taxAlike: IVA })
  })

  test('rates to whole pesos with it are no chance, where there are two', () => {
    const twoRates = schedule({ pse: rate(2900, 0), breb: rate(1900, 0) }, { tax: IVA })
    const pseAndBreb = (at: number, chance: () => number): Sums => [
      ...rents(chance, 1 + (at % 4), 'pse'),
      ...rents(chance, 1 + ((at + 1) % 3), 'breb'),
    ]
    expect(propose(history([twoRates], 30, pseAndBreb)).schedules[0]?.schedule).toMatchObject({ tax: IVA })
    const one = history([schedule({ pse: rate(2900, 0) }, { tax: IVA })], 30, (at, chance) =>
      rents(chance, 1 + (at % 4), 'pse'),
    )
    expect(propose(one).schedules[0]).toMatchObject({ schedule: { tax: null }, taxAlike: IVA })
  })

  test('payments without a day that can be read count, and say nothing of its beginning', () => {
    const settlements = history([schedule(PSE_AND_CARD)], 20, both).map((settlement, at) => ({
      ...settlement,
      payments: settlement.payments.map((payment) => ({ ...payment, paymentDate: at % 2 === 0 ? null : 'soon' })),
    }))
    const found = fitFees(settlements, { taxes: [], zone: PLAIN_ZONE, tariffDate: 'payment' })
    expect(tariffOf(found)).toEqual([expect.objectContaining({ from: '2026-03-02' })])
  })

  test.each(['none', 'settlement', 'invoice'] as const)(
    'rates with their tax, rounded by %s, hold all that is charged',
    (rounding) => {
      const inside = { ...IVA, included: true }
      const found = propose(history([schedule(PSE_AND_CARD, { tax: inside, rounding })], 40, both))
      expect(found.schedules[0]).toMatchObject({ fits: 40, schedule: { methods: PSE_AND_CARD, tax: null, rounding } })
    },
  )
})

describe('nothing is proposed', () => {
  test('without settlements that have payments', () => {
    expect(propose([])).toMatchObject({ refusal: 'nothing', schedules: [] })
    expect(propose(history([schedule(PSE_AND_CARD)], 9, () => []))).toMatchObject({ refusal: 'nothing' })
  })

  test('with fewer than 9', () => {
    expect(propose(history([schedule(PSE_AND_CARD)], 8, both))).toMatchObject({ refusal: 'few', settlements: 8 })
  })

  test('where no rates fit a majority', () => {
    const off = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [at * 2, 1000 + at * at * 137]))
    expect(propose(history([schedule(PSE_AND_CARD)], 24, both, off))).toMatchObject({
      refusal: 'no-majority',
      loose: [],
    })
  })

  test.each([
    [8, null],
    [11, 'no-majority'],
  ])('with %d of 30 off', (wrong, refusal) => {
    const off = Object.fromEntries(Array.from({ length: wrong }, (_, at) => [at * 2 + 1, 100_000 + at * 7919]))
    const settlements = history([schedule(PSE_AND_CARD)], 30, both, off)
    const found = propose(settlements)
    expect([found.refusal, found.deviations.length]).toEqual([refusal, refusal === null ? wrong : 0])
  })

  test('where nearly all are off by a few pesos: the rates are not quite right', () => {
    const off = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at, (at % 3) - 1]))
    expect(propose(history([schedule(PSE_AND_CARD)], 20, both, off)).refusal).toBe('no-majority')
  })

  test('where rates would be negative, or more than half', () => {
    const half = schedule({ pse: rate(0, 60) })
    expect(propose(history([half], 20, (at, chance) => rents(chance, 1 + (at % 3), 'pse'))).refusal).toBe('no-majority')
  })
})

describe('methods that cannot be told apart', () => {
  test('too few settlements hold it', () => {
    const found = propose(
      history([schedule({ ...PSE_AND_CARD, breb: rate(1900, 0) })], 30, (at, chance) => [
        ...both(at, chance),
        ...(at === 3 || at === 9 ? rents(chance, 2, 'breb') : []),
      ]),
    )
    expect(ratesOf(found)).toEqual([{ pse: [2900, 0], card: [800, 2.79] }])
    expect(found.schedules[0]?.loose).toEqual([
      { method: 'breb', reason: 'few', with: [], settlements: 2, payments: 4 },
    ])
    expect(found).toMatchObject({ open: 2, fits: 28, deviations: [] })
  })

  test('four settlements hold it, and one of them is off', () => {
    const found = propose(
      history(
        [schedule({ ...PSE_AND_CARD, breb: rate(1900, 0.5) })],
        30,
        (at, chance) => [...both(at, chance), ...(at % 8 === 3 ? rents(chance, 2 + (at % 3), 'breb') : [])],
        { 11: 5000 },
      ),
    )
    expect(ratesOf(found)).toEqual([{ pse: [2900, 0], card: [800, 2.79] }])
    expect(found.schedules[0]?.loose).toEqual([expect.objectContaining({ method: 'breb', reason: 'unclear' })])
  })

  test('its payments are all of one size', () => {
    const found = propose(
      history([schedule({ ...PSE_AND_CARD, breb: rate(1900, 0.5) })], 40, (at, chance) => [
        ...both(at, chance),
        ...Array.from({ length: at % 3 }, () => ['breb', 1_000_000] as const),
      ]),
    )
    expect(ratesOf(found)).toEqual([{ pse: [2900, 0], card: [800, 2.79] }])
    expect(found.schedules[0]?.loose).toEqual([expect.objectContaining({ method: 'breb', reason: 'one-size' })])
  })

  test('it always comes with another: what both cost together is known', () => {
    const found = propose(
      history([schedule({ ...PSE_AND_CARD, breb: rate(1900, 0), nequi: rate(0, 1.2) })], 40, (at, chance) => [
        ...both(at, chance),
        ...rents(chance, at % 3, 'breb').flatMap(([, pesos]) => [['breb', pesos] as const, ['nequi', pesos] as const]),
      ]),
    )
    expect(ratesOf(found)).toEqual([{ pse: [2900, 0], card: [800, 2.79] }])
    expect(found.schedules[0]?.together).toEqual([
      expect.objectContaining({ method: 'breb+nequi', rate: rate(1900, 1.2), settlements: 26 }),
    ])
    expect(found.schedules[0]?.loose.map(({ method, reason, with: others }) => [method, reason, others])).toEqual([
      ['breb', 'together', ['nequi']],
      ['nequi', 'together', ['breb']],
    ])
    expect(found).toMatchObject({ fits: 40, deviations: [] })
  })

  test('it comes with another in one proportion', () => {
    const found = propose(
      history([schedule({ ...PSE_AND_CARD, breb: rate(1900, 0), nequi: rate(0, 1.2) })], 60, (at, chance) => [
        ...both(at, chance),
        ...rents(chance, at % 2, 'breb').flatMap(([, pesos]) => [
          ['breb', pesos] as const,
          ['nequi', pesos] as const,
          ['nequi', pesos] as const,
        ]),
      ]),
    )
    expect(ratesOf(found)).toEqual([{ pse: [2900, 0], card: [800, 2.79] }])
    expect(found.schedules[0]?.loose.map(({ method, reason, with: others }) => [method, reason, others])).toEqual([
      ['breb', 'together', ['nequi']],
      ['nequi', 'together', ['breb']],
    ])
    expect(found.open).toBe(30)
  })

  test('where nothing is proposed for it, it is told which', () => {
    const found = propose(
      history([schedule({ pse: rate(2900, 0) })], 20, (at) =>
        Array.from({ length: 1 + (at % 3) }, () => ['pse', 1_000_000] as const),
      ),
    )
    expect(found).toMatchObject({ refusal: 'no-majority', loose: [{ method: 'pse', reason: 'one-size' }] })
  })
})

describe('rates that change', () => {
  const later = { pse: rate(3100, 0), card: rate(800, 2.99) }
  const CHANGE = slot('2026-03-18').date

  test.each(['payment', 'settlement'] as const)('by the date of the %s', (date) => {
    const tariff = [schedule(PSE_AND_CARD), schedule(later, { from: CHANGE })]
    const found = propose(history(tariff, 64, both, { 5: 70_000, 50: -41_000 }, date))
    expect(ratesOf(found)).toEqual([
      { pse: [2900, 0], card: [800, 2.79] },
      { pse: [3100, 0], card: [800, 2.99] },
    ])
    expect(found.schedules[1]).toMatchObject({ schedule: { from: CHANGE }, fromLast: CHANGE })
    expect(found.tariffDate).toBe(date)
    expect(found.deviations.map(({ difference }) => difference)).toEqual([cop(70_000), cop(-41_000)])
  })

  test('the rate of one method alone', () => {
    const tariff = [schedule(PSE_AND_CARD), schedule({ ...PSE_AND_CARD, pse: rate(3500, 0) }, { from: CHANGE })]
    const found = propose(
      history(tariff, 64, (at, chance) => (at % 4 === 0 ? both(at, chance) : rents(chance, 2, 'card'))),
    )
    expect(found.schedules[0]).toMatchObject({ rates: [{ method: 'card' }, { method: 'pse', rate: { fixed: 2900 } }] })
    expect(found.deviations).toEqual([])
  })

  test('the first of a month is taken, where any of some days fits', () => {
    const tariff = [schedule(PSE_AND_CARD), schedule(later, { from: slot('2026-04-01').date })]
    const settlements = history(tariff, 120, both, {}, 'settlement').filter(
      ({ slot: { date } }) => date < '2026-03-27' || date > '2026-04-05',
    )
    const found = propose(settlements)
    expect(found.schedules[1]).toMatchObject({ schedule: { from: '2026-04-01' }, fromLast: '2026-04-04' })
  })

  test('too few settlements after it: they are named as a range, and not as off', () => {
    const tariff = [schedule(PSE_AND_CARD), schedule(later, { from: slot('2026-03-22').date })]
    const found = propose(history(tariff, 46, both))
    expect(ratesOf(found)).toEqual([{ pse: [2900, 0], card: [800, 2.79] }])
    expect(found.gaps).toEqual([{ from: slotAt(40), to: slotAt(45), settlements: 6 }])
    expect(found.deviations).toEqual([])
  })
})
