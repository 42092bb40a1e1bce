import type { Decimal } from '../cell.ts'
import { type Centavos, size } from '../money.ts'
import type { SlotDate } from '../slot.ts'

/** Fees over collected to four decimals, halves away from zero: 0.0083; null when nothing was collected. */
export const feeRate = (fees: Centavos, collected: Centavos): Decimal | null => {
  if (collected === 0n) return null
  const [dividend, divisor] = [size(fees) * 10_000n, size(collected)]
  const rounded = (2n * dividend + divisor) / (2n * divisor)
  const digits = rounded.toString().padStart(5, '0')
  const sign = rounded !== 0n && fees * collected < 0n ? '-' : ''
  return { decimal: `${sign}${digits.slice(0, -4)}.${digits.slice(-4)}` }
}

/*
 * The operator's charges, as a person wrote them into the settings (SPEC, section 8). No rate is in the code. Sums are
 * in pesos with at most two decimals and rates in percent with at most six, both as in JSON: compute with
 * exact-tariff.ts, never with these numbers. These are type aliases, not interfaces, so that a schedule is assignable
 * to JSON.
 */

/** A fee of one payment: a fixed sum and a percent of the payment. */
export type Rate = {
  /** Pesos for each payment. */
  readonly fixed: number
  /** Percent of the payment. */
  readonly percent: number
}

/** Another rate for the whole of a payment above `above` pesos. */
export type Tier = Rate & {
  readonly above: number
}

export type MethodRate = Rate & {
  /** The least and the greatest fee of a payment, in pesos before tax; null for no bound. */
  readonly min: number | null
  readonly max: number | null
  /** In ascending order of `above`. */
  readonly tiers: readonly Tier[]
}

export type TaxOnFees = {
  readonly name: string
  readonly percent: number
  /** Whether the rates contain the tax; otherwise it is added. */
  readonly included: boolean
}

/** Sums that the operator withholds for the tax office, in addition to its fees. */
export type Withholding = {
  readonly name: string
  readonly percent: number
  /** Withheld from the payment, from the fee without tax, or from the tax on the fee. */
  readonly base: 'paid' | 'fee' | 'tax'
  /** Null for every method. */
  readonly methods: readonly string[] | null
}

/** Who accepted a schedule proposed from history (`cuadre fees fit --write`), and when. */
export type Proposal = {
  readonly by: string
  /** Instant as ISO 8601 in UTC. */
  readonly at: string
}

/**
 * The sums that are rounded, halves up: fee, tax and each withholding of each payment; those of the settlement; or none.
 * Where a rate contains its tax, fee and tax together are rounded, and the tax; the fee is the rest. `invoice-then-tax`
 * rounds the fee of each payment first: its tax, and what is withheld from fee or tax, are taken of the rounded sums, and
 * rounded too.
 */
export const ROUNDINGS = ['invoice', 'invoice-then-tax', 'settlement', 'none'] as const
export type Rounding = (typeof ROUNDINGS)[number]

/** What sums are rounded to. */
export const ROUNDING_UNITS = ['peso', 'centavo'] as const
export type RoundingUnit = (typeof ROUNDING_UNITS)[number]

export type Schedule = {
  /** The first day on which it is in force, until the next schedule begins. */
  readonly from: SlotDate
  /** By payment method, as the service spells it. */
  readonly methods: Readonly<Record<string, MethodRate>>
  readonly tax: TaxOnFees | null
  readonly withholdings: readonly Withholding[]
  readonly rounding: Rounding
  readonly to: RoundingUnit
  readonly proposed: Proposal | null
}

/** In ascending order of `from`. An empty tariff asserts nothing. */
export type Tariff = readonly Schedule[]

/** The date that chooses the schedule of a payment: the payment's own, or the settlement's. */
export const TARIFF_DATES = ['payment', 'settlement'] as const
export type TariffDate = (typeof TARIFF_DATES)[number]
