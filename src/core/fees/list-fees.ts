import { compareText } from '../../std/compare-text.ts'
import type { Zone } from '../calendar/calendar.ts'
import type { PaidInvoice } from '../invoice.ts'
import { type Centavos, minus, plus, sumOf, ZERO } from '../money.ts'
import type { Slot } from '../slot.ts'
import {
  addedByName,
  type Exact,
  exactTariff,
  type PaymentFee,
  type PaymentRate,
  scheduleOn,
  toCentavos,
  totalOf,
  toWhole,
  UNROUNDED,
} from './exact-tariff.ts'
import type { Tariff, TariffDate } from './tariff.ts'

/** The fees of the payments by one method, under the tariff, in centavos. */
export interface MethodFees {
  readonly payments: number
  readonly paid: Centavos
  /** Without its tax. */
  readonly fee: Centavos
  readonly tax: Centavos
  /** The sum of its withholdings. */
  readonly withheld: Centavos
  /** By the name in the tariff, sorted. */
  readonly withholdings: ReadonlyMap<string, Centavos>
}

/** Why the tariff has no rate for a payment. */
export const UNPRICED = ['no-method', 'no-rate', 'no-date', 'before-tariff'] as const
export type UnpricedReason = (typeof UNPRICED)[number]

/** Payments without a rate: the method as received, empty when it is absent. */
export interface UnpricedPayments {
  readonly reason: UnpricedReason
  readonly method: string
  readonly payments: number
}

/** The fees of the payments of one list, under the tariff. */
export interface ListFees {
  /** The total of fees, tax and withholdings; null when a payment has no rate. */
  readonly expected: Centavos | null
  readonly byMethod: ReadonlyMap<string, MethodFees>
  /** The difference that rounding the whole settlement adds to the sum of the methods. */
  readonly rounding: Centavos
  readonly unpriced: readonly UnpricedPayments[]
}

/** The settings that decide the fees of a list. */
interface FeePolicy {
  readonly tariff: Tariff
  readonly tariffDate: TariffDate
}

/** Payments at one rate; `fee` is the sum of those that were computed one by one. */
interface RateSums {
  readonly method: string
  readonly rate: PaymentRate
  payments: number
  paid: Centavos
  fee: PaymentFee
}

/** The fees of the payments at one rate, unrounded. */
interface RateCost extends Pick<RateSums, 'method' | 'rate' | 'payments' | 'paid'> {
  readonly cost: PaymentFee
}

const addedFee = (one: PaymentFee, other: PaymentFee): PaymentFee => ({
  fee: one.fee + other.fee,
  tax: one.tax + other.tax,
  withheld: addedByName([...one.withheld, ...other.withheld]),
})

const NO_FEE: PaymentFee = { fee: 0n, tax: 0n, withheld: new Map() }

/** Computes the fees of a list; null without a tariff. */
export const listFeesTally = ({ tariff, tariffDate }: FeePolicy, slot: Slot, zone: Zone): FeesTally | null =>
  tariff.length === 0 ? null : new FeesTally(rateFinder(tariff, tariffDate, slot, zone))

/** The rate of a payment (COP and percent) by the schedule of its day, or the reason why it has none. */
export type RateFinder = (
  payment: Pick<PaidInvoice, 'paid' | 'paymentMethod' | 'paymentDate'>,
) => PaymentRate | UnpricedReason

export const rateFinder = (tariff: Tariff, tariffDate: TariffDate, slot: Slot, zone: Zone): RateFinder => {
  const schedules = exactTariff(tariff)
  // Payments of one day usually follow one another.
  let last = { day: slot.date, schedule: scheduleOn(schedules, slot.date) }
  return ({ paymentMethod, paymentDate }) => {
    if (paymentMethod === null || paymentMethod === '') return 'no-method'
    const day = tariffDate === 'settlement' ? slot.date : paymentDate === null ? null : zone.dayOf(paymentDate)
    if (day === null) return 'no-date'
    if (day !== last.day) last = { day, schedule: scheduleOn(schedules, day) }
    if (last.schedule === null) return 'before-tariff'
    return last.schedule.rates.get(paymentMethod) ?? 'no-rate'
  }
}

/**
 * Sums the payments at each rate, and computes their fees once at the end: a percent and its tax for each payment would
 * take longer than all other work on an invoice. Only rates with bounds, tiers or rounding are computed for each
 * payment.
 */
export class FeesTally {
  readonly #rateOf: RateFinder
  readonly #byRate = new Map<PaymentRate, RateSums>()
  readonly #unpriced = new Map<string, UnpricedPayments>()

  constructor(rateOf: RateFinder) {
    this.#rateOf = rateOf
  }

  add(payment: Parameters<RateFinder>[0]): void {
    const rate = this.#rateOf(payment)
    const method = payment.paymentMethod ?? ''
    if (typeof rate === 'string') this.#addUnpriced(rate, method)
    else this.#addPriced(rate, method, payment.paid)
  }

  #addUnpriced(reason: UnpricedReason, method: string): void {
    const key = `${reason} ${method}`
    const payments = (this.#unpriced.get(key)?.payments ?? 0) + 1
    this.#unpriced.set(key, { reason, method, payments })
  }

  #addPriced(rate: PaymentRate, method: string, paid: Centavos): void {
    const sums = this.#byRate.get(rate) ?? { method, rate, payments: 0, paid: ZERO, fee: NO_FEE }
    if (sums.payments === 0) this.#byRate.set(rate, sums)
    sums.payments += 1
    sums.paid = plus(sums.paid, paid)
    if (rate.feeOfSum === null) sums.fee = addedFee(sums.fee, rate.feeOf(paid))
  }

  result(): ListFees {
    const costs = [...this.#byRate.values()].map(costOf)
    const byMethod = methodFees(costs)
    const ofMethods = sumOf([...byMethod.values()].map(feesOf))
    const expected = expectedOf(costs)
    const unpriced = [...this.#unpriced.values()]
    return { expected: unpriced.length > 0 ? null : expected, byMethod, rounding: minus(expected, ofMethods), unpriced }
  }
}

const costOf = ({ method, rate, payments, paid, fee }: RateSums): RateCost => ({
  method,
  rate,
  payments,
  paid,
  cost: rate.feeOfSum?.(payments, paid) ?? fee,
})

const methodFees = (costs: readonly RateCost[]): ReadonlyMap<string, MethodFees> => {
  const byMethod = new Map<string, readonly RateCost[]>()
  for (const one of costs) byMethod.set(one.method, [...(byMethod.get(one.method) ?? []), one])
  return new Map([...byMethod].map(([method, own]) => [method, inCentavos(own)]))
}

const inCentavos = (costs: readonly RateCost[]): MethodFees => {
  const centavo = centavoOf(costs)
  const byName = addedByName(costs.flatMap(({ cost }) => [...cost.withheld]))
  const withholdings = new Map(
    [...byName].sort(([a], [b]) => compareText(a, b)).map(([name, sum]) => [name, toCentavos(sum, centavo)]),
  )
  return {
    payments: costs.reduce((all, { payments }) => all + payments, 0),
    paid: sumOf(costs.map(({ paid }) => paid)),
    fee: toCentavos(totalOf(costs.map(({ cost }) => cost.fee)), centavo),
    tax: toCentavos(totalOf(costs.map(({ cost }) => cost.tax)), centavo),
    withheld: sumOf([...withholdings.values()]),
    withholdings,
  }
}

/** All rates of a list belong to one tariff, so they have one unit. */
const centavoOf = ([first]: readonly RateCost[]): Exact => first?.rate.centavo ?? 1n

/**
 * With rounding `settlement`, the sums of the settlement are rounded: what all rates with their tax come to, the fee and the tax of
 * all rates with tax on top, and each withholding. Where two schedules meet, the larger unit is that of all sums. The
 * unrounded rest becomes whole centavos once.
 */
const expectedOf = (costs: readonly RateCost[]): Centavos => {
  const unit = costs.reduce((all, { rate }) => (rate.unitOfSums > all ? rate.unitOfSums : all), UNROUNDED)
  const withTax = costs.filter(({ rate }) => rate.isTaxIncluded)
  const taxOnTop = costs.filter(({ rate }) => !rate.isTaxIncluded)
  const sums = [
    totalOf(withTax.map(({ cost }) => cost.fee + cost.tax)),
    totalOf(taxOnTop.map(({ cost }) => cost.fee)),
    totalOf(taxOnTop.map(({ cost }) => cost.tax)),
    ...addedByName(costs.flatMap(({ cost }) => [...cost.withheld])).values(),
  ]
  return toCentavos(totalOf(sums.map((sum) => toWhole(sum, unit))), centavoOf(costs))
}

/** The total for the payments by a method. */
export const feesOf = ({ fee, tax, withheld }: Pick<MethodFees, 'fee' | 'tax' | 'withheld'>): Centavos =>
  plus(plus(fee, tax), withheld)
