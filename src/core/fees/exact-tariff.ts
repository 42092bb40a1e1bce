import { type Centavos, fromPesos } from '../money.ts'
import type { SlotDate } from '../slot.ts'
import type { MethodRate, Rate, Schedule, Tariff } from './tariff.ts'

/*
 * Exact arithmetic of fees. All sums of a tariff are whole numbers of one unit. It is so small that a percent with six
 * decimals, a tax on that and a withholding on that tax are whole; when rates contain their tax, a rate without it is
 * whole as well. Nothing is rounded before the schedule requires it.
 */

/** A sum in the unit of its tariff. */
export type Exact = bigint

const HUNDRED_MILLION = 100_000_000n

/** Percent as millionths of a percent: 2.79 is 2,790,000. */
const inMillionths = (percent: number): bigint => BigInt(Math.round(percent * 1_000_000))

/** One centavo in the unit of a tariff. */
const centavoIn = (tariff: Tariff): Exact => {
  const withTax = tariff.flatMap(({ tax }) =>
    tax?.included === true ? [HUNDRED_MILLION + inMillionths(tax.percent)] : [],
  )
  return [...new Set(withTax)].reduce((centavo, parts) => centavo * parts, HUNDRED_MILLION ** 3n)
}

/** The nearest number of units, halves up. Division of bigints truncates towards zero, also for negative numbers. */
const nearest = (sum: Exact, unit: Exact): bigint => {
  const raised = sum + unit / 2n
  return raised / unit - (raised % unit < 0n ? 1n : 0n)
}

/** Rounds to whole centavos, halves up. */
export const toCentavos = (sum: Exact, centavo: Exact): Centavos => nearest(sum, centavo) as Centavos

/** Rounds to whole units, halves up. */
export const toWhole = (sum: Exact, unit: Exact): Exact => nearest(sum, unit) * unit

/** Every sum is whole in it: what is rounded to it stays as it is. */
export const UNROUNDED: Exact = 1n

/** The sum of all. */
export const totalOf = (sums: readonly Exact[]): Exact => sums.reduce((all, sum) => all + sum, 0n)

/** The sums withheld, by the name of the withholding. */
type SumsByName = ReadonlyMap<string, Exact>

/** Adds up the sums of each name. */
export const addedByName = (sums: readonly (readonly [name: string, sum: Exact])[]): SumsByName => {
  const all = new Map<string, Exact>()
  for (const [name, sum] of sums) all.set(name, (all.get(name) ?? 0n) + sum)
  return all
}

/** The fee of one payment and its parts. */
export interface PaymentFee {
  /** Without its tax. */
  readonly fee: Exact
  readonly tax: Exact
  readonly withheld: SumsByName
}

interface ExactRate {
  readonly fixed: Exact
  /** The share of one paid centavo. */
  readonly share: Exact
}

interface ExactTier extends ExactRate {
  readonly above: Centavos
}

interface ExactTerms {
  readonly centavo: Exact
  /** What the sums of each payment are rounded to. */
  readonly unit: Exact
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

/** The fees of one method under one schedule. */
export interface PaymentRate {
  /** One centavo in the unit of these fees. */
  readonly centavo: Exact
  /** What the sums of a settlement are rounded to. */
  readonly unitOfSums: Exact
  /** The rate contains its tax, so that fee and tax together are rounded. */
  readonly isTaxIncluded: boolean
  /** The fee of one payment, rounded if the schedule rounds each. */
  readonly feeOf: (paid: Centavos) => PaymentFee
  /** The fee of this number of payments that add up to `paid`; null when each fee must be computed separately. */
  readonly feeOfSum: ((payments: number, paid: Centavos) => PaymentFee) | null
}

interface ExactSchedule {
  readonly from: SlotDate
  readonly rates: ReadonlyMap<string, PaymentRate>
}

const centavosOf = (pesos: number): Centavos => {
  const centavos = fromPesos(pesos)
  if (centavos === null) throw new Error(`a tariff holds ${pesos}, which is not an amount in pesos`)
  return centavos
}

const exactRate = ({ fixed, percent }: Rate, centavo: Exact): ExactRate => ({
  fixed: centavosOf(fixed) * centavo,
  share: inMillionths(percent) * (centavo / HUNDRED_MILLION),
})

const exactBound = (pesos: number | null, centavo: Exact): Exact | null =>
  pesos === null ? null : centavosOf(pesos) * centavo

const unitOf = ({ to }: Schedule, centavo: Exact): Exact => (to === 'peso' ? 100n * centavo : centavo)

const roundsPayments = ({ rounding }: Schedule): boolean => rounding === 'invoice' || rounding === 'invoice-then-tax'

const exactTerms = (name: string, method: MethodRate, schedule: Schedule, centavo: Exact): ExactTerms => ({
  centavo,
  unit: roundsPayments(schedule) ? unitOf(schedule, centavo) : UNROUNDED,
  rate: exactRate(method, centavo),
  min: exactBound(method.min, centavo),
  max: exactBound(method.max, centavo),
  tiers: method.tiers.map((tier) => ({ above: centavosOf(tier.above), ...exactRate(tier, centavo) })).reverse(),
  withholdings: schedule.withholdings
    .filter(({ methods }) => methods === null || methods.includes(name))
    .map(({ name, base, percent }) => ({ name, base, share: inMillionths(percent) })),
})

/** The fee of a payment by the method's rate, with the tax that the rate may contain. */
const chargeOf = ({ rate, tiers, min, max }: ExactTerms, paid: Centavos): Exact => {
  const { fixed, share } = tiers.find(({ above }) => paid > above) ?? rate
  const charge = fixed + share * paid
  if (min !== null && charge < min) return min
  return max !== null && charge > max ? max : charge
}

interface FeeAndTax {
  readonly fee: Exact
  readonly tax: Exact
}

const taxOn = (fee: Exact, percent: bigint): Exact => (fee * percent) / HUNDRED_MILLION

/** Splits a charge into fee and tax, which are rounded, and the sums from which is withheld. */
const feeAndTax = ({ tax: onFees, rounding }: Schedule, charge: Exact, unit: Exact) => {
  const percent = onFees === null ? 0n : inMillionths(onFees.percent)
  const isIncluded = onFees?.included === true
  const exactTax = isIncluded ? (charge * percent) / (HUNDRED_MILLION + percent) : taxOn(charge, percent)
  const exact: FeeAndTax = { fee: isIncluded ? charge - exactTax : charge, tax: exactTax }
  if (rounding === 'invoice-then-tax') {
    const fee = toWhole(exact.fee, unit)
    const rounded: FeeAndTax = { fee, tax: toWhole(taxOn(fee, percent), unit) }
    return { rounded, bases: rounded }
  }
  const tax = toWhole(exact.tax, unit)
  const rounded: FeeAndTax = { fee: isIncluded ? toWhole(charge, unit) - tax : toWhole(exact.fee, unit), tax }
  return { rounded, bases: exact }
}

/** Splits a charge into fee, tax and withholdings. */
const partsOf = (
  schedule: Schedule,
  { withholdings, centavo, unit }: ExactTerms,
  charge: Exact,
  paid: Centavos,
): PaymentFee => {
  const { rounded, bases } = feeAndTax(schedule, charge, unit)
  const from = { ...bases, paid: paid * centavo }
  const sums = withholdings.map(
    ({ name, base, share }) => [name, toWhole((from[base] * share) / HUNDRED_MILLION, unit)] as const,
  )
  return { ...rounded, withheld: addedByName(sums) }
}

/** Whether fixed sums and percents, without bounds, tiers or rounding, follow from the number of payments and their sum. */
const isLinear = (schedule: Schedule, { min, max, tiers }: ExactTerms): boolean =>
  !roundsPayments(schedule) && min === null && max === null && tiers.length === 0

const paymentRate = (schedule: Schedule, terms: ExactTerms): PaymentRate => {
  const { fixed, share } = terms.rate
  return {
    centavo: terms.centavo,
    unitOfSums: schedule.rounding === 'settlement' ? unitOf(schedule, terms.centavo) : UNROUNDED,
    isTaxIncluded: schedule.tax?.included === true,
    feeOf: (paid) => partsOf(schedule, terms, chargeOf(terms, paid), paid),
    feeOfSum: isLinear(schedule, terms)
      ? (payments, paid) => partsOf(schedule, terms, fixed * BigInt(payments) + share * paid, paid)
      : null,
  }
}

const exactSchedule = (schedule: Schedule, centavo: Exact): ExactSchedule => ({
  from: schedule.from,
  rates: new Map(
    Object.entries(schedule.methods).map(([name, method]) => [
      name,
      paymentRate(schedule, exactTerms(name, method, schedule, centavo)),
    ]),
  ),
})

export const exactTariff = (tariff: Tariff): readonly ExactSchedule[] => {
  const centavo = centavoIn(tariff)
  return tariff.map((schedule) => exactSchedule(schedule, centavo))
}

/** The newest schedule in force on that day; null before the first. */
export const scheduleOn = <T extends { readonly from: SlotDate }>(schedules: readonly T[], date: SlotDate): T | null =>
  schedules.findLast(({ from }) => from <= date) ?? null
