import { type Centavos, minus, plus, ZERO } from './money.ts'
import { daysFrom, type SlotDate } from './slot.ts'

/** A payment that counts, as it stood at the end of a day. */
export interface Payment {
  readonly invoiceId: string
  readonly reference: string | null
  readonly contract: string | null
  /** As the invoice says it. */
  readonly paymentDate: string | null
  /** The day of it in the zone; null when it cannot be told. */
  readonly paidOn: SlotDate | null
  readonly method: string | null
  readonly paid: Centavos
  /** The slot that lists it, or the one it names when none does. */
  readonly date: string | null
  readonly cycle: string | null
  /** At the end of that day. Null: no settlement. */
  readonly settlementStatus: string | null
  /** Its money had left transit. */
  readonly isSettled: boolean
}

/** What came in and went out from one day to another, and that it adds up. */
export interface RollForward {
  /** The last day before. */
  readonly from: SlotDate
  readonly opening: Money
  readonly paid: Money
  readonly settled: Money
  readonly closing: Money
}

/** A number of payments and what they come to. */
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
  /** Not settled by then, and of which nobody can tell when they were paid: they are in no other figure. */
  readonly undated: Money
}

/** Days from the payment to the day told, both bounds included; the last band has no end. */
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

/** Paid by the end of that day, and not settled by then. */
export const isInTransit = (payment: Payment, day: SlotDate): boolean => isPaidBy(payment, day) && !payment.isSettled

/** What of a payment had been paid by the end of a day, what of that was settled, and what was in transit. */
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
 * Gathers what was in transit at the end of `at`, payment by payment, and how it came to that since the end of `from`. A payment that was
 * taken back since, or names another sum, changes `paid` by as much; one that is in another settlement now takes `settled` back.
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
    /** A payment as it stood at the end of `from` and of `at`; null where it was none. */
    add: (before: Payment | null, now: Payment | null): void => {
      if (now !== null && now.paidOn === null && !now.isSettled) undated = with1(undated, now.paid)
      if (now !== null && now.paidOn !== null && isInTransit(now, at)) addToTotals(now, now.paidOn)
      const [then, since] = [partsOn(from, before), partsOn(at, now)]
      opening = sumOf(opening, then.inTransit)
      paid = sumOf(paid, differenceOf(since.paid, then.paid))
      settled = sumOf(settled, differenceOf(since.settled, then.settled))
    },
    /** Throws where the roll-forward does not add up: that would be our mistake. */
    result: (): InTransit => {
      const closing = differenceOf(sumOf(opening, paid), settled)
      if (closing.invoices !== total.invoices || closing.paid !== total.paid)
        throw new Error(`the roll-forward from ${from} to ${at} does not add up`)
      return { at, total, byMethod, byAge, rollForward: { from, opening, paid, settled, closing: total }, undated }
    },
  }
}
