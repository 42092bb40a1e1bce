import type { StoryMethod, StoryRate, StorySchedule, StoryTariff } from '../story-tariff.ts'
import { add, type Fraction, fractionOf, isLess, minus, nearest, times } from './fraction.ts'
import type { Invoice } from './reading.ts'
import { dayOf } from './words.ts'

export type Payment = Pick<Invoice, 'paid' | 'paymentDate' | 'paymentMethod'>

/** The cost of one payment, in pesos, rounded by its schedule. */
interface Parts {
  readonly schedule: StorySchedule
  readonly fee: Fraction
  readonly tax: Fraction
  /** By the name of the withholding. */
  readonly withheld: ReadonlyMap<string, Fraction>
}

const ZERO: Fraction = { top: 0n, bottom: 1n }
const HUNDREDTH: Fraction = { top: 1n, bottom: 100n }

/**
 * The cost of a settlement's payments under the tariff (section 8), in centavos; null when it does not price a payment,
 * and 'undecided' when two schedules round differently.
 */
export const tariffFees = (
  payments: readonly Payment[],
  date: string,
  { tariff = [], tariffDate }: StoryTariff,
): number | null | 'undecided' => {
  const parts = payments.map((payment) => partsOf(payment, date, tariff, tariffDate))
  const priced = parts.filter((one) => one !== null)
  if (priced.length < parts.length) return null
  const roundings = new Map(priced.map(({ schedule }) => [`${schedule.rounding ?? 'none'} ${schedule.to}`, schedule]))
  if (roundings.size > 1) return 'undecided'
  const rounded = [...roundings.values()].find(({ rounding }) => rounding === 'settlement')
  const sums = rounded === undefined ? sumsOf(priced) : sumsOf(priced).map(wholeIn(rounded))
  return Number(nearest(times(total(sums), fractionOf(100))))
}

/** The sums of all payments: charges that contain their tax, fees and taxes of the others, and each withholding. */
const sumsOf = (parts: readonly Parts[]): readonly Fraction[] => {
  const names = new Set(parts.flatMap(({ withheld }) => [...withheld.keys()]))
  const inside = parts.filter(({ schedule }) => schedule.tax?.included === true)
  const onTop = parts.filter(({ schedule }) => schedule.tax?.included !== true)
  return [
    total(inside.map(({ fee, tax }) => add(fee, tax))),
    total(onTop.map(({ fee }) => fee)),
    total(onTop.map(({ tax }) => tax)),
    ...[...names].map((name) => total(parts.map(({ withheld }) => withheld.get(name) ?? ZERO))),
  ]
}

const total = (fractions: readonly Fraction[]): Fraction => fractions.reduce(add, ZERO)

/** In whole pesos, or whole centavos. */
const wholeIn =
  ({ to }: StorySchedule) =>
  (value: Fraction): Fraction =>
    to === 'centavo'
      ? { top: nearest(times(value, fractionOf(100))), bottom: 100n }
      : { top: nearest(value), bottom: 1n }

const partsOf = (
  { paid, paymentDate, paymentMethod }: Payment,
  date: string,
  tariff: readonly StorySchedule[],
  tariffDate: StoryTariff['tariffDate'],
): Parts | null => {
  const day = tariffDate === 'settlement' ? date : paymentDate === null ? null : dayOf(Date.parse(paymentDate))
  const schedule = day === null ? undefined : tariff.findLast(({ from }) => from <= day)
  if (schedule === undefined || paymentMethod === null || !Object.hasOwn(schedule.methods, paymentMethod)) return null
  const sum = times(fractionOf(paid ?? 0), HUNDREDTH)
  const charge = chargeOf(schedule.methods[paymentMethod] ?? {}, sum)
  const { tax, withholdings = [] } = schedule
  const rate = times(fractionOf(tax?.percent ?? 0), HUNDREDTH)
  const onTop = { top: rate.top + rate.bottom, bottom: rate.bottom }
  const whole = wholeIn(schedule)
  const isFeeFirst = schedule.rounding === 'invoice-then-tax'
  const untaxed = tax?.included === true ? times(charge, { top: onTop.bottom, bottom: onTop.top }) : charge
  const fee = isFeeFirst ? whole(untaxed) : untaxed
  const exactTax = isFeeFirst || tax?.included !== true ? times(fee, rate) : minus(charge, fee)
  const taxed = isFeeFirst ? whole(exactTax) : exactTax
  const bases = { paid: sum, fee, tax: taxed }
  const withheld = withholdings
    .filter(({ methods }) => methods === undefined || methods.includes(paymentMethod))
    .map(({ name, percent, base }) => [name, times(bases[base], times(fractionOf(percent), HUNDREDTH))] as const)
  if (schedule.rounding !== 'invoice' && !isFeeFirst) return { schedule, fee, tax: taxed, withheld: new Map(withheld) }
  const rest = minus(whole(charge), whole(taxed))
  return {
    schedule,
    fee: tax?.included === true && !isFeeFirst ? rest : whole(fee),
    tax: whole(taxed),
    withheld: new Map(withheld.map(([name, sum]) => [name, whole(sum)])),
  }
}

/** A tier applies to the whole of a payment above `above`; the bounds apply as well. */
const chargeOf = ({ min, max, tiers = [], ...rate }: StoryMethod, sum: Fraction): Fraction => {
  const { fixed = 0, percent = 0 }: StoryRate = tiers.findLast(({ above }) => isLess(fractionOf(above), sum)) ?? rate
  const charge = add(fractionOf(fixed), times(sum, times(fractionOf(percent), HUNDREDTH)))
  const least = typeof min === 'number' && isLess(charge, fractionOf(min)) ? fractionOf(min) : charge
  return typeof max === 'number' && isLess(fractionOf(max), least) ? fractionOf(max) : least
}
