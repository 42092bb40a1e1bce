import { type Centavos, fromPesos } from '../money.ts'
import type { SlotDate } from '../slot.ts'
import type { MethodRate, Rate, Rounding, Schedule, Tariff } from './tariff.ts'

/*
 * Exact arithmetic of fees. A percent with six decimals of a centavo is a hundred-millionth of it, and a tax with six decimals of that a
 * hundred-millionth again: all sums here are whole numbers of 10^-16 centavos, so that nothing is rounded before the schedule says so.
 */

/** A sum in 10^-16 centavos. */
export type Exact = bigint

const HUNDRED_MILLION = 100_000_000n
const CENTAVO: Exact = HUNDRED_MILLION * HUNDRED_MILLION
const PESO: Exact = 100n * CENTAVO

/** Percent in millionths of a percent, which are hundred-millionths of the whole: 2.79 is 2,790,000. */
export const inMillionths = (percent: number): bigint => BigInt(Math.round(percent * 1_000_000))

export const exactly = (sum: Centavos): Exact => sum * CENTAVO

/** How many units come nearest, halves up: a division of whole numbers alone cuts towards zero, below zero too. */
const nearest = (sum: Exact, unit: Exact): bigint => {
  const raised = sum + unit / 2n
  return raised / unit - (raised % unit < 0n ? 1n : 0n)
}

/** To whole centavos, halves up. */
export const toCentavos = (sum: Exact): Centavos => nearest(sum, CENTAVO) as Centavos

/** To whole pesos, halves up. */
export const toWholePesos = (sum: Exact): Exact => nearest(sum, PESO) * PESO

/** All of them together. */
export const totalOf = (sums: readonly Exact[]): Exact => sums.reduce((all, sum) => all + sum, 0n)

/** What is withheld, by the name of the withholding. */
export type SumsByName = ReadonlyMap<string, Exact>

/** Sums of one name are one. */
export const addedByName = (sums: readonly (readonly [name: string, sum: Exact])[]): SumsByName => {
  const all = new Map<string, Exact>()
  for (const [name, sum] of sums) all.set(name, (all.get(name) ?? 0n) + sum)
  return all
}

/** What one payment costs. */
export interface PaymentFee {
  /** Without its tax. */
  readonly fee: Exact
  readonly tax: Exact
  readonly withheld: SumsByName
}

interface ExactRate {
  readonly fixed: Exact
  /** Of a centavo that was paid. */
  readonly share: Exact
}

interface ExactTier extends ExactRate {
  readonly above: Centavos
}

interface ExactTerms {
  readonly rate: ExactRate
  readonly min: Exact | null
  readonly max: Exact | null
  /** The highest first. */
  readonly tiers: readonly ExactTier[]
  readonly withholdings: readonly {
    readonly name: string
    readonly base: 'paid' | 'fee' | 'tax'
    readonly share: bigint
  }[]
}

/** What payments by one method cost by one schedule. */
export interface PaymentRate {
  readonly rounding: Rounding
  /** The fee of one payment, rounded where the schedule rounds each. */
  readonly feeOf: (paid: Centavos) => PaymentFee
  /** The fee of so many payments that come to `paid`; null where each has to be reckoned by itself. */
  readonly feeOfSum: ((payments: number, paid: Centavos) => PaymentFee) | null
}

export interface ExactSchedule {
  readonly from: SlotDate
  readonly rates: ReadonlyMap<string, PaymentRate>
}

const centavosOf = (pesos: number): Centavos => {
  const centavos = fromPesos(pesos)
  if (centavos === null) throw new Error(`a tariff holds ${pesos}, which is no sum of pesos`)
  return centavos
}

const exactRate = ({ fixed, percent }: Rate): ExactRate => ({
  fixed: exactly(centavosOf(fixed)),
  share: inMillionths(percent) * HUNDRED_MILLION,
})

const exactBound = (pesos: number | null): Exact | null => (pesos === null ? null : exactly(centavosOf(pesos)))

const exactTerms = (name: string, method: MethodRate, { withholdings }: Schedule): ExactTerms => ({
  rate: exactRate(method),
  min: exactBound(method.min),
  max: exactBound(method.max),
  tiers: method.tiers.map((tier) => ({ above: centavosOf(tier.above), ...exactRate(tier) })).reverse(),
  withholdings: withholdings
    .filter(({ methods }) => methods === null || methods.includes(name))
    .map(({ name, base, percent }) => ({ name, base, share: inMillionths(percent) })),
})

/** The fee of a payment as the method's rate gives it, with the tax that the rate may contain. */
const chargeOf = ({ rate, tiers, min, max }: ExactTerms, paid: Centavos): Exact => {
  const { fixed, share } = tiers.find(({ above }) => paid > above) ?? rate
  const charge = fixed + share * paid
  if (min !== null && charge < min) return min
  return max !== null && charge > max ? max : charge
}

/** A charge with its tax and withholdings. */
const partsOf = (schedule: Schedule, { withholdings }: ExactTerms, charge: Exact, paid: Centavos): PaymentFee => {
  const percent = schedule.tax === null ? 0n : inMillionths(schedule.tax.percent)
  const isIncluded = schedule.tax?.included === true
  const tax = isIncluded ? (charge * percent) / (HUNDRED_MILLION + percent) : (charge * percent) / HUNDRED_MILLION
  const fee = isIncluded ? charge - tax : charge
  const bases = { paid: exactly(paid), fee, tax }
  const sums = withholdings.map(({ name, base, share }) => {
    const sum = (bases[base] * share) / HUNDRED_MILLION
    return [name, schedule.rounding === 'invoice' ? toWholePesos(sum) : sum] as const
  })
  const withheld = addedByName(sums)
  if (schedule.rounding !== 'invoice') return { fee, tax, withheld }
  if (!isIncluded) return { fee: toWholePesos(fee), tax: toWholePesos(tax), withheld }
  const rounded = toWholePesos(charge)
  return { fee: rounded - toWholePesos(tax), tax: toWholePesos(tax), withheld }
}

/** Fixed sums and shares, neither bounded nor rounded payment by payment, follow from the number of payments and their sum. */
const isLinear = ({ rounding }: Schedule, { min, max, tiers }: ExactTerms): boolean =>
  rounding !== 'invoice' && min === null && max === null && tiers.length === 0

const paymentRate = (schedule: Schedule, terms: ExactTerms): PaymentRate => {
  const { fixed, share } = terms.rate
  return {
    rounding: schedule.rounding,
    feeOf: (paid) => partsOf(schedule, terms, chargeOf(terms, paid), paid),
    feeOfSum: isLinear(schedule, terms)
      ? (payments, paid) => partsOf(schedule, terms, fixed * BigInt(payments) + share * paid, paid)
      : null,
  }
}

const exactSchedule = (schedule: Schedule): ExactSchedule => ({
  from: schedule.from,
  rates: new Map(
    Object.entries(schedule.methods).map(([name, method]) => [
      name,
      paymentRate(schedule, exactTerms(name, method, schedule)),
    ]),
  ),
})

export const exactTariff = (tariff: Tariff): readonly ExactSchedule[] => tariff.map(exactSchedule)

/** The newest schedule that holds on that day; null before the first. */
export const scheduleOn = <T extends { readonly from: SlotDate }>(schedules: readonly T[], date: SlotDate): T | null =>
  schedules.findLast(({ from }) => from <= date) ?? null
