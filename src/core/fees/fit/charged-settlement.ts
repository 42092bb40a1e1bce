import type { Zone } from '../../calendar/calendar.ts'
import type { PaidInvoice } from '../../invoice.ts'
import { type Centavos, minus } from '../../money.ts'
import type { Slot } from '../../slot.ts'
import { FeesTally, rateFinder } from '../list-fees.ts'
import {
  ROUNDING_UNITS,
  type Rounding,
  type RoundingUnit,
  type Tariff,
  type TariffDate,
  type TaxOnFees,
} from '../tariff.ts'

/** A payment with the fields that decide its fee. */
export interface FeePayment extends Pick<PaidInvoice, 'paid' | 'paymentDate'> {
  readonly paymentMethod: string
}

/** A settlement of the history: its charged fees, and the payments that count. */
export interface ChargedSettlement {
  readonly slot: Slot
  readonly charged: Centavos
  readonly payments: readonly FeePayment[]
}

/** Settlements whose fees can be compared with payments, and the number of others by reason. */
export interface FeesHistory {
  readonly settlements: readonly ChargedSettlement[]
  /** Never read whole, without a settlement, or with that of another date or cycle. */
  readonly absent: number
  readonly notFinal: number
  /** With a malformed record. */
  readonly malformed: number
  /** With a payment that has no method. */
  readonly noMethod: number
}

/** How sums are rounded, and to what. */
export interface RoundingForm {
  readonly rounding: Rounding
  readonly to: RoundingUnit
}

/** How a charge follows from rates: the tax, and the rounding. */
export interface ChargeForm extends RoundingForm {
  readonly tax: TaxOnFees | null
}

/** The forms to try, the simplest first. */
export const chargeForms = (taxes: readonly Pick<TaxOnFees, 'name' | 'percent'>[]): readonly ChargeForm[] =>
  [
    null,
    ...taxes.flatMap<TaxOnFees>((tax) => [
      { ...tax, included: true },
      { ...tax, included: false },
    ]),
  ].flatMap((tax) => roundingsFor(tax).map((form) => ({ ...form, tax })))

/** The simplest first. What is not rounded has no unit; it is written with the usual one. */
const ROUNDING_FORMS: readonly RoundingForm[] = [
  { rounding: 'none', to: 'peso' },
  ...(['settlement', 'invoice', 'invoice-then-tax'] as const).flatMap((rounding) =>
    ROUNDING_UNITS.map((to) => ({ rounding, to })),
  ),
]

/**
 * The roundings that totals of settlements distinguish under a tax. One inside the rates shows only where it is taken of
 * the rounded fee. Without a tax on top one sum is rounded: that of a settlement is in centavos anyway, and a payment has
 * no tax to follow its fee.
 */
export const roundingsFor = (tax: TaxOnFees | null): readonly RoundingForm[] => {
  if (tax?.included === false) return ROUNDING_FORMS
  if (tax?.included === true) return ROUNDING_FORMS.filter(({ rounding }) => rounding === 'invoice-then-tax')
  return ROUNDING_FORMS.filter(
    ({ rounding, to }) => rounding !== 'invoice-then-tax' && !(rounding === 'settlement' && to === 'centavo'),
  )
}

export const isSameRounding = (a: RoundingForm, b: RoundingForm): boolean => a.rounding === b.rounding && a.to === b.to

/** A fee of 1 with the tax on top of it. */
export const factorOf = ({ tax }: ChargeForm): number => (tax === null || tax.included ? 1 : 1 + tax.percent / 100)

const HALF_A_CENTAVO = 0.005

/** The rounded sums of a settlement, or of each of its payments: by how much the rounding of each by 1 moves the charge. */
const roundedSums = ({ tax, rounding }: ChargeForm): readonly number[] => {
  if (tax === null) return [1]
  return rounding === 'invoice-then-tax' ? [1 + tax.percent / 100, 1] : [1, 1]
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** The number of times that these sums are rounded in a settlement with this number of payments. */
const timesRounded = ({ rounding }: ChargeForm, payments: number): number => (rounding === 'settlement' ? 1 : payments)

const unitInPesos = ({ to }: ChargeForm): number => (to === 'peso' ? 1 : 0.01)

/** The most pesos by which rounding alone moves a settlement with this number of payments away from the rates. */
export const roundingBound = (form: ChargeForm, payments: number): number => {
  if (form.rounding === 'none') return HALF_A_CENTAVO + 0.001
  const most = 0.5 * sumOf(roundedSums(form)) * timesRounded(form, payments)
  return unitInPesos(form) * Math.min(most + 0.001, 4 * roundingNoiseInUnits(form, payments) + 0.5)
}

/** The standard deviation of this difference, in pesos: the rounding of each sum is spread evenly over half a unit to either side. */
export const roundingNoise = (form: ChargeForm, payments: number): number =>
  form.rounding === 'none' ? HALF_A_CENTAVO : unitInPesos(form) * roundingNoiseInUnits(form, payments)

const roundingNoiseInUnits = (form: ChargeForm, payments: number): number =>
  Math.sqrt((sumOf(roundedSums(form).map((by) => by ** 2)) * timesRounded(form, payments)) / 12)

/** The fees of a settlement under a tariff; null when a payment has no rate. */
export const expectedFees =
  (tariff: Tariff, tariffDate: TariffDate, zone: Zone) =>
  ({ slot, payments }: ChargedSettlement): Centavos | null => {
    const tally = new FeesTally(rateFinder(tariff, tariffDate, slot, zone))
    for (const payment of payments) tally.add(payment)
    return tally.result().expected
  }

/** A settlement whose fees differ from the schedules. */
export interface FeesDeviation {
  readonly slot: Slot
  readonly charged: Centavos
  readonly expected: Centavos
  /** Charged less expected. */
  readonly difference: Centavos
}

/** A settlement with the fees that the proposed schedules expect; null where the rate of a payment is open. */
export interface JudgedSettlement {
  readonly slot: Slot
  readonly charged: Centavos
  readonly expected: Centavos | null
}

export const deviationOf = ({ slot, charged, expected }: JudgedSettlement): readonly FeesDeviation[] =>
  expected === null || expected === charged ? [] : [{ slot, charged, expected, difference: minus(charged, expected) }]
