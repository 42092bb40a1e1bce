import type { Rounding, TaxOnFees } from '../tariff.ts'

/** How a charge follows from rates: the tax on top of fees, and the rounding. */
export interface ChargeForm {
  readonly tax: TaxOnFees | null
  readonly rounding: Rounding
}

/** The forms to try, the simplest first. A tax inside the rates is no form: totals do not distinguish it from no tax. */
export const chargeForms = (taxes: readonly Pick<TaxOnFees, 'name' | 'percent'>[]): readonly ChargeForm[] => [
  { tax: null, rounding: 'none' },
  { tax: null, rounding: 'settlement' },
  { tax: null, rounding: 'invoice' },
  ...taxes.flatMap<ChargeForm>((tax) => [
    { tax: { ...tax, included: false }, rounding: 'none' },
    { tax: { ...tax, included: false }, rounding: 'settlement' },
    { tax: { ...tax, included: false }, rounding: 'invoice' },
  ]),
]

/** A fee of 1 with its tax. */
export const factorOf = ({ tax }: ChargeForm): number => (tax === null ? 1 : 1 + tax.percent / 100)

const HALF_A_CENTAVO = 0.005

/** The number of sums of a settlement that are rounded to pesos. */
const roundedSums = ({ tax, rounding }: ChargeForm, payments: number): number =>
  (tax === null ? 1 : 2) * (rounding === 'invoice' ? payments : 1)

/** The most pesos by which rounding alone moves a settlement with this number of payments away from the rates. */
export const roundingBound = (form: ChargeForm, payments: number): number => {
  if (form.rounding === 'none') return HALF_A_CENTAVO + 0.001
  const sums = roundedSums(form, payments)
  return Math.min(0.5 * sums + 0.001, 4 * Math.sqrt(sums / 12) + 0.5)
}

/**
 * The standard deviation of this difference, in pesos: the rounding of each sum is spread evenly over half a peso to
 * either side.
 */
export const roundingNoise = (form: ChargeForm, payments: number): number =>
  form.rounding === 'none' ? HALF_A_CENTAVO : Math.sqrt(roundedSums(form, payments) / 12)
