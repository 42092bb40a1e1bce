import { type Amount, addAmounts } from './amount.ts'
import { type Centavos, minus, plus, ZERO } from './money.ts'
import { daysFrom, type SlotDate } from './slot.ts'

/** A payment that counts, as known at the end of a day. */
export interface Payment {
  readonly invoiceId: string
  readonly reference: string | null
  readonly contract: string | null
  /** As reported by the invoice. */
  readonly paymentDate: string | null
  /** The day of the payment in the zone; null when its date cannot be read. */
  readonly paidOn: SlotDate | null
  readonly method: string | null
  readonly paid: Centavos
  /** The settlement that lists it, or the one that the invoice names when none does. */
  readonly date: string | null
  readonly cycle: string | null
  /** The status at the end of that day; null without a settlement. */
  readonly settlementStatus: string | null
  /** Whether the money is no longer in transit. */
  readonly isSettled: boolean
}

/** The payments in transit on two days, and what was paid and settled between them. It adds up. */
export interface RollForward {
  /** The day before the first day, at whose end the opening stands. */
  readonly openingDay: SlotDate
  readonly opening: Amount
  /** Paid on the days between, as known at the last of them. */
  readonly paid: Amount
  /** What became known since of payments of earlier days: read late, cancelled, or with another sum or day. */
  readonly earlier: Amount
  readonly settled: Amount
  readonly closing: Amount
}

export interface InTransit {
  readonly at: SlotDate
  readonly total: Amount
  readonly byMethod: ReadonlyMap<string, Amount>
  readonly byAge: readonly (Amount & AgeBand)[]
  readonly rollForward: RollForward
  /** Payments that are not settled and have no readable date; no other figure includes them. */
  readonly undated: Amount
}

/** An age in days, both bounds included; the last band has no end. */
export interface AgeBand {
  readonly from: number
  readonly to: number | null
}

export const AGE_BANDS: readonly AgeBand[] = [
  { from: 0, to: 1 },
  { from: 2, to: 3 },
  { from: 4, to: 7 },
  { from: 8, to: 30 },
  { from: 31, to: null },
]

const NOTHING: Amount = { number: 0, sum: ZERO }
const addPayment = (all: Amount, paid: Centavos): Amount => ({ number: all.number + 1, sum: plus(all.sum, paid) })

const isPaidBy = ({ paidOn }: Payment, day: SlotDate): boolean => paidOn !== null && paidOn <= day

/** Whether it was paid by the end of that day, and not settled by then. */
export const isInTransit = (payment: Payment, day: SlotDate): boolean => isPaidBy(payment, day) && !payment.isSettled

/** The amounts of a payment at the end of a day: paid, settled, and in transit. */
const partsOn = (day: SlotDate, payment: Payment | null) => {
  const isPaid = payment !== null && isPaidBy(payment, day)
  const sumIf = (condition: boolean): Amount => (isPaid && condition ? addPayment(NOTHING, payment.paid) : NOTHING)
  return {
    paid: sumIf(true),
    settled: sumIf(payment?.isSettled === true),
    inTransit: sumIf(payment?.isSettled === false),
  }
}

const differenceOf = (a: Amount, b: Amount): Amount => ({
  number: a.number - b.number,
  sum: minus(a.sum, b.sum),
})

/** Whole days from the payment to that day. */
export const daysInTransit = (paidOn: SlotDate, at: SlotDate): number => Math.max(0, daysFrom(paidOn, at))

const isOfBand = ({ from, to }: AgeBand, days: number): boolean => days >= from && (to === null || days <= to)

/**
 * Sums the payments in transit at the end of `at`, and the changes since the end of `openingDay`. A payment of an earlier day
 * that was cancelled since, or whose amount changed, changes `earlier`; one that is in another settlement now reduces `settled`.
 */
export const gatherInTransit = (at: SlotDate, openingDay: SlotDate) => {
  let [total, opening, paid, earlier, settled, undated] = [NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING]
  const byMethod = new Map<string, Amount>()
  const byAge = AGE_BANDS.map((band) => ({ ...band, ...NOTHING }))

  const addToTotals = (payment: Payment, paidOn: SlotDate): void => {
    const method = payment.method ?? '(none)'
    total = addPayment(total, payment.paid)
    byMethod.set(method, addPayment(byMethod.get(method) ?? NOTHING, payment.paid))
    const days = daysInTransit(paidOn, at)
    const band = byAge.findIndex((one) => isOfBand(one, days))
    byAge.splice(band, 1, ...byAge.slice(band, band + 1).map((one) => ({ ...one, ...addPayment(one, payment.paid) })))
  }

  return {
    /** A payment as known at the end of `openingDay` and of `at`; null when it was not one. */
    add: (before: Payment | null, now: Payment | null): void => {
      if (now !== null && now.paidOn === null && !now.isSettled) undated = addPayment(undated, now.paid)
      if (now !== null && now.paidOn !== null && isInTransit(now, at)) addToTotals(now, now.paidOn)
      const [then, since] = [partsOn(openingDay, before), partsOn(at, now)]
      opening = addAmounts(opening, then.inTransit)
      const isOfDays = now !== null && isPaidBy(now, at) && !isPaidBy(now, openingDay)
      const ofDays = isOfDays ? since.paid : NOTHING
      paid = addAmounts(paid, ofDays)
      earlier = addAmounts(earlier, differenceOf(differenceOf(since.paid, then.paid), ofDays))
      settled = addAmounts(settled, differenceOf(since.settled, then.settled))
    },
    /** Throws when the figures do not add up, which would be a bug. */
    result: (): InTransit => {
      const closing = differenceOf(addAmounts(addAmounts(opening, paid), earlier), settled)
      if (closing.number !== total.number || closing.sum !== total.sum)
        throw new Error(`the roll-forward from ${openingDay} to ${at} does not add up`)
      return {
        at,
        total,
        byMethod,
        byAge,
        rollForward: { openingDay, opening, paid, earlier, settled, closing: total },
        undated,
      }
    },
  }
}
