import type { Zone } from '../calendar/calendar.ts'
import type { PaidInvoice } from '../invoice.ts'
import { type Centavos, minus, plus, ZERO } from '../money.ts'
import type { Slot } from '../slot.ts'
import {
  type Exact,
  type ExactSchedule,
  exactTariff,
  type PaymentFee,
  scheduleOn,
  toCentavos,
  toWholePesos,
} from './exact-tariff.ts'
import type { Tariff, TariffDate } from './tariff.ts'

/** What the payments by one method cost by the tariff, in centavos. */
export interface MethodFees {
  readonly payments: number
  readonly paid: Centavos
  /** Without its tax. */
  readonly fee: Centavos
  readonly tax: Centavos
  readonly withheld: Centavos
}

/** Why the tariff says nothing of a payment. */
export const UNPRICED = ['no-method', 'no-rate', 'no-date', 'before-tariff'] as const
export type Unpriced = (typeof UNPRICED)[number]

/** Payments of which the tariff says nothing: the method as it came, empty where it is absent. */
export interface UnpricedPayments {
  readonly reason: Unpriced
  readonly method: string
  readonly payments: number
}

/** What the payments of one list cost by the tariff. */
export interface ListFees {
  /** All that is deducted or billed; null where the tariff says nothing of some payment. */
  readonly expected: Centavos | null
  readonly byMethod: ReadonlyMap<string, MethodFees>
  /** What rounding the settlement as a whole adds to the sum of the methods. */
  readonly rounding: Centavos
  readonly unpriced: readonly UnpricedPayments[]
}

/** What decides the fees of a list, beside its payments. */
export interface FeePolicy {
  readonly tariff: Tariff
  readonly tariffDate: TariffDate
}

interface MethodSums {
  payments: number
  paid: Centavos
  fee: Exact
  tax: Exact
  withheld: Exact
}

/** Reckons the fees of a list, payment by payment; null without a tariff. */
export const listFeesTally = ({ tariff, tariffDate }: FeePolicy, slot: Slot, zone: Zone): FeesTally | null =>
  tariff.length === 0 ? null : new FeesTally(priceOf(tariff, tariffDate, slot, zone))

/** What a payment costs, by the schedule of its day; or why nobody knows. */
export type Price = (invoice: Pick<PaidInvoice, 'paid' | 'paymentMethod' | 'paymentDate'>) => Priced | Unpriced

export interface Priced {
  readonly fee: PaymentFee
  readonly schedule: ExactSchedule
}

export const priceOf = (tariff: Tariff, tariffDate: TariffDate, slot: Slot, zone: Zone): Price => {
  const schedules = exactTariff(tariff)
  const ofSettlement = scheduleOn(schedules, slot.date)
  return ({ paid, paymentMethod, paymentDate }) => {
    if (paymentMethod === null || paymentMethod === '') return 'no-method'
    const day = tariffDate === 'settlement' ? slot.date : paymentDate === null ? null : zone.dayOf(paymentDate)
    if (day === null) return 'no-date'
    const schedule = day === slot.date ? ofSettlement : scheduleOn(schedules, day)
    if (schedule === null) return 'before-tariff'
    const fee = schedule.feeOf(paymentMethod, paid)
    return fee === null ? 'no-rate' : { fee, schedule }
  }
}

export class FeesTally {
  readonly #price: Price
  readonly #byMethod = new Map<string, MethodSums>()
  readonly #unpriced = new Map<string, UnpricedPayments>()
  #roundsSettlement = false

  constructor(price: Price) {
    this.#price = price
  }

  add(invoice: Parameters<Price>[0]): void {
    const priced = this.#price(invoice)
    const method = invoice.paymentMethod ?? ''
    if (typeof priced === 'string') this.#addUnpriced(priced, method)
    else this.#addPriced(priced, method, invoice.paid)
  }

  #addUnpriced(reason: Unpriced, method: string): void {
    const key = `${reason} ${method}`
    const payments = (this.#unpriced.get(key)?.payments ?? 0) + 1
    this.#unpriced.set(key, { reason, method, payments })
  }

  #addPriced({ fee: { fee, tax, withheld }, schedule }: Priced, method: string, paid: Centavos): void {
    if (schedule.rounding === 'settlement') this.#roundsSettlement = true
    const sums = this.#byMethod.get(method) ?? { payments: 0, paid: ZERO, fee: 0n, tax: 0n, withheld: 0n }
    this.#byMethod.set(method, sums)
    sums.payments += 1
    sums.paid = plus(sums.paid, paid)
    sums.fee += fee
    sums.tax += tax
    sums.withheld += withheld
  }

  result(): ListFees {
    const byMethod = new Map([...this.#byMethod].map(([method, sums]) => [method, inCentavos(sums)]))
    const ofMethods = [...byMethod.values()].reduce((all, one) => plus(all, feesOf(one)), ZERO)
    const expected = this.#expected()
    const unpriced = [...this.#unpriced.values()]
    return { expected: unpriced.length > 0 ? null : expected, byMethod, rounding: minus(expected, ofMethods), unpriced }
  }

  /** A settlement's own fee, tax and withholdings are rounded each; the sum of the rest becomes whole centavos once. */
  #expected(): Centavos {
    const sums = [...this.#byMethod.values()]
    const all = (part: 'fee' | 'tax' | 'withheld'): Exact => {
      const sum = sums.reduce((total, one) => total + one[part], 0n)
      return this.#roundsSettlement ? toWholePesos(sum) : sum
    }
    return toCentavos(all('fee') + all('tax') + all('withheld'))
  }
}

const inCentavos = ({ payments, paid, fee, tax, withheld }: MethodSums): MethodFees => ({
  payments,
  paid,
  fee: toCentavos(fee),
  tax: toCentavos(tax),
  withheld: toCentavos(withheld),
})

/** All that payments by a method cost. */
export const feesOf = ({ fee, tax, withheld }: MethodFees): Centavos => plus(plus(fee, tax), withheld)
