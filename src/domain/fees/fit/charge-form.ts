import type { Rounding, TaxOnFees } from '../tariff.ts'

/** How rates become a charge: the tax on fees, and what is rounded. */
export interface ChargeForm {
  readonly tax: TaxOnFees | null
  readonly rounding: Rounding
}

/** The forms that history is tried against, the plainest first. Totals do not tell a tax inside the rates from none, but where its rounding shows. */
export const chargeForms = (taxes: readonly Pick<TaxOnFees, 'name' | 'percent'>[]): readonly ChargeForm[] => [
  { tax: null, rounding: 'none' },
  { tax: null, rounding: 'settlement' },
  { tax: null, rounding: 'invoice' },
  ...taxes.flatMap<ChargeForm>((tax) => [
    { tax: { ...tax, included: false }, rounding: 'none' },
    { tax: { ...tax, included: false }, rounding: 'settlement' },
    { tax: { ...tax, included: false }, rounding: 'invoice' },
    { tax: { ...tax, included: true }, rounding: 'settlement' },
  ]),
]

/** What a fee of 1 comes to with its tax. */
export const factorOf = ({ tax }: ChargeForm): number => (tax === null || tax.included ? 1 : 1 + tax.percent / 100)

const HALF_A_CENTAVO = 0.005

/** How many sums of a settlement are rounded to pesos. */
const roundedSums = ({ tax, rounding }: ChargeForm, payments: number): number =>
  (tax === null ? 1 : 2) * (rounding === 'invoice' ? payments : 1)

/** By how many pesos a settlement of so many payments may be off the rates, by rounding alone. */
export const roundingBound = (form: ChargeForm, payments: number): number => {
  if (form.rounding === 'none') return HALF_A_CENTAVO + 0.001
  const sums = roundedSums(form, payments)
  return Math.min(0.5 * sums + 0.001, 4 * Math.sqrt(sums / 12) + 0.5)
}

/** By how many pesos it is off in the mean: a rounded sum is off by any part of a half alike. */
export const roundingNoise = (form: ChargeForm, payments: number): number =>
  form.rounding === 'none' ? HALF_A_CENTAVO : Math.sqrt(roundedSums(form, payments) / 12)
