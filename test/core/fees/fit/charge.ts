import type { ChargedSettlement, FeePayment } from '../../../../src/core/fees/fit/charged-settlement.ts'
import type { Schedule, Tariff, TariffDate } from '../../../../src/core/fees/tariff.ts'
import { type Centavos, fromCentavos } from '../../../../src/core/money.ts'
import type { SlotDate } from '../../../../src/core/slot.ts'

/*
 * What an operator charges, reckoned apart from the program: in fractions of centavos, from positive sums, by rates without
 * bounds, tiers and withholdings.
 */

interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}

const HUNDRED_PERCENT = 100_000_000n
const millionths = (percent: number): bigint => BigInt(Math.round(percent * 1_000_000))

const add = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.bottom + b.top * a.bottom,
  bottom: a.bottom * b.bottom,
})
const NOTHING: Fraction = { top: 0n, bottom: 1n }
const whole = (centavos: bigint): Fraction => ({ top: centavos, bottom: 1n })

/** Halves up, to a number of centavos. */
const rounded = ({ top, bottom }: Fraction, unit: bigint): Fraction =>
  whole(((2n * top + bottom * unit) / (2n * bottom * unit)) * unit)

const ratedSum = ({ methods }: Schedule, { paymentMethod, paid }: FeePayment): Fraction => {
  const rate = methods[paymentMethod]
  if (rate === undefined) throw new Error(`no rate for ${paymentMethod}`)
  const fixed = BigInt(Math.round(rate.fixed * 100))
  return { top: fixed * HUNDRED_PERCENT + millionths(rate.percent) * paid, bottom: HUNDRED_PERCENT }
}

const unitOf = ({ to }: Schedule): bigint => (to === 'peso' ? 100n : 1n)

/** The sums of one payment: one that contains its tax, or a fee and the tax on top of it. */
const sumsOf = (schedule: Schedule, payment: FeePayment): readonly [Fraction, Fraction] => {
  const { tax, rounding } = schedule
  const unit = unitOf(schedule)
  const sum = ratedSum(schedule, payment)
  const share = tax === null ? 0n : millionths(tax.percent)
  const taxOf = ({ top, bottom }: Fraction): Fraction => ({ top: top * share, bottom: bottom * HUNDRED_PERCENT })
  if (rounding === 'invoice-then-tax') {
    const fee = tax?.included ? { top: sum.top * HUNDRED_PERCENT, bottom: sum.bottom * (HUNDRED_PERCENT + share) } : sum
    const charged = rounded(fee, unit)
    return [charged, rounded(taxOf(charged), unit)]
  }
  const onTop = tax?.included ? NOTHING : taxOf(sum)
  return rounding === 'invoice' ? [rounded(sum, unit), rounded(onTop, unit)] : [sum, onTop]
}

const inCentavos = ({ top }: Fraction): Centavos => fromCentavos(top)

/** The charge for a settlement whose payments are all of schedules that round alike. */
export const chargeOf =
  (tariff: Tariff, date: TariffDate) =>
  ({ slot, payments }: Omit<ChargedSettlement, 'charged'>): Centavos => {
    const scheduleOf = ({ paymentDate }: FeePayment): Schedule => {
      const day = date === 'settlement' ? slot.date : ((paymentDate ?? '').slice(0, 10) as SlotDate)
      const schedule = tariff.findLast(({ from }) => from <= day) ?? tariff[0]
      if (schedule === undefined) throw new Error('there is no schedule')
      return schedule
    }
    const sums = payments.map((payment) => sumsOf(scheduleOf(payment), payment))
    const [first] = tariff
    const unit = first?.rounding === 'settlement' ? unitOf(first) : null
    const total = (at: 0 | 1) => {
      const all = sums.map((pair) => pair[at]).reduce(add, NOTHING)
      return unit === null ? all : rounded(all, unit)
    }
    return inCentavos(rounded(add(total(0), total(1)), 1n))
  }
