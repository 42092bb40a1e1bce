import { describe, expect, test } from 'vitest'
import { type FeesFit, fitFees, tariffOf } from '../../../../src/core/fees/fit/fees-fit.ts'
import { listFeesTally } from '../../../../src/core/fees/list-fees.ts'
import { ROUNDING_UNITS, ROUNDINGS, type Schedule, type TaxOnFees } from '../../../../src/core/fees/tariff.ts'
import { type Centavos, fromCentavos, minus, plus } from '../../../../src/core/money.ts'
import { nameOf } from '../../../../src/core/slot.ts'
import { cop } from '../../a.ts'
import { rate, schedule } from './a-schedule.ts'
import { chargeOf } from './charge.ts'
import { generate, type History, PLAIN_ZONE } from './generate.ts'
import { asTotalsShow } from './recovery.ts'

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
