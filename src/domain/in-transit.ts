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
  /** The day before the first day. */
  readonly from: SlotDate
  readonly opening: Money
  readonly paid: Money
  readonly settled: Money
  readonly closing: Money
}

/** A number of payments and their sum. */
export interface Money {
  readonly invoices: number
  readonly paid: Centavos
}

export interface InTransit {
  readonly at: SlotDate
  readonly total: Money
  readonly byMethod: ReadonlyMap<string, Money>
  readonly byAge: readonly (Money & AgeBand)[]
  readonly rollForward: RollForward
  /** Payments that are not settled and have no readable date; no other figure includes them. */
  readonly undated: Money
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

const NOTHING: Money = { invoices: 0, paid: ZERO }
const with1 = (sum: Money, paid: Centavos): Money => ({ invoices: sum.invoices + 1, paid: plus(sum.paid, paid) })

const isPaidBy = ({ paidOn }: Payment, day: SlotDate): boolean => paidOn !== null && paidOn <= day

/** Whether it was paid by the end of that day, and not settled by then. */
export const isInTransit = (payment: Payment, day: SlotDate): boolean => isPaidBy(payment, day) && !payment.isSettled

/** The amounts of a payment at the end of a day: paid, settled, and in transit. */
const partsOn = (day: SlotDate, payment: Payment | null) => {
  const isPaid = payment !== null && isPaidBy(payment, day)
  const sumIf = (condition: boolean): Money => (isPaid && condition ? with1(NOTHING, payment.paid) : NOTHING)
  return {
    paid: sumIf(true),
    settled: sumIf(payment?.isSettled === true),
    inTransit: sumIf(payment?.isSettled === false),
  }
}

const sumOf = (a: Money, b: Money): Money => ({ invoices: a.invoices + b.invoices, paid: plus(a.paid, b.paid) })
const differenceOf = (a: Money, b: Money): Money => ({
  invoices: a.invoices - b.invoices,
  paid: minus(a.paid, b.paid),
})

/** Whole days from the payment to that day. */
export const daysInTransit = (paidOn: SlotDate, at: SlotDate): number => Math.max(0, daysFrom(paidOn, at))

const isOfBand = ({ from, to }: AgeBand, days: number): boolean => days >= from && (to === null || days <= to)

/**
 * Sums the payments in transit at the end of `at`, and the changes since the end of `from`. A payment that was cancelled since, or whose
 * amount changed, changes `paid`; one that is in another settlement now reduces `settled`.
 */
export const gatherInTransit = (at: SlotDate, from: SlotDate) => {
  let [total, opening, paid, settled, undated] = [NOTHING, NOTHING, NOTHING, NOTHING, NOTHING]
  const byMethod = new Map<string, Money>()
  const byAge = AGE_BANDS.map((band) => ({ ...band, ...NOTHING }))

  const addToTotals = (payment: Payment, paidOn: SlotDate): void => {
    const method = payment.method ?? '(none)'
    total = with1(total, payment.paid)
    byMethod.set(method, with1(byMethod.get(method) ?? NOTHING, payment.paid))
    const days = daysInTransit(paidOn, at)
    const band = byAge.findIndex((one) => isOfBand(one, days))
    byAge.splice(band, 1, ...byAge.slice(band, band + 1).map((one) => ({ ...one, ...with1(one, payment.paid) })))
  }

  return {
    /** A payment as known at the end of `from` and of `at`; null when it was not one. */
    add: (before: Payment | null, now: Payment | null): void => {
      if (now !== null && now.paidOn === null && !now.isSettled) undated = with1(undated, now.paid)
      if (now !== null && now.paidOn !== null && isInTransit(now, at)) addToTotals(now, now.paidOn)
      const [then, since] = [partsOn(from, before), partsOn(at, now)]
      opening = sumOf(opening, then.inTransit)
      paid = sumOf(paid, differenceOf(since.paid, then.paid))
      settled = sumOf(settled, differenceOf(since.settled, then.settled))
    },
    /** Throws when the figures do not add up, which would be a bug. */
    result: (): InTransit => {
      const closing = differenceOf(sumOf(opening, paid), settled)
      if (closing.invoices !== total.invoices || closing.paid !== total.paid)
        throw new Error(`the roll-forward from ${from} to ${at} does not add up`)
      return { at, total, byMethod, byAge, rollForward: { from, opening, paid, settled, closing: total }, undated }
    },
  }
}
