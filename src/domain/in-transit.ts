import type { Zone } from './calendar.ts'
import { isJudged } from './checks/judged.ts'
import { type Centavos, minus, plus, ZERO } from './money.ts'
import type { Policy } from './policy.ts'
import type { SettlementReading } from './pull.ts'
import { daysFrom, type Slot, type SlotDate } from './slot.ts'

/** A payment that counts, as far as it matters when its money is settled. */
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
  /** At the end of the day told. Null: no settlement. */
  readonly settlementStatus: string | null
  /** The day on which it left transit (settledOn); null while its settlement was never read final, or while no slot lists the invoice. */
  readonly settledOn: SlotDate | null
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

/** By what the day of a settlement is told. */
export interface Known {
  readonly policy: Policy
  readonly zone: Zone
  /** The day of the first whole pull of the database. */
  readonly readSince: SlotDate
}

/**
 * The day on which the money of a slot left transit: that of the pull that first read its settlement final, so that the figure of a past
 * day is the same whenever it is asked. What was final at its first reading, and is older than the database, left on its own date.
 */
export const settledOn = (
  slot: Slot,
  readings: readonly SettlementReading[],
  { policy, zone, readSince }: Known,
): SlotDate | null => {
  const final = readings.find(({ settlement }) => isJudged(settlement, slot, policy))
  if (final === undefined) return null
  return final.isFirstPull && slot.date < readSince ? slot.date : zone.dateAt(final.at)
}

const NOTHING: Money = { invoices: 0, paid: ZERO }
const with1 = (sum: Money, paid: Centavos): Money => ({ invoices: sum.invoices + 1, paid: plus(sum.paid, paid) })

/** Money leaves transit on one day, and not before it was paid. */
const settledBy = ({ paidOn, settledOn }: Payment, day: SlotDate): boolean =>
  paidOn !== null && paidOn <= day && settledOn !== null && settledOn <= day

/** Paid by the end of that day, and settled later, or in a slot that is not final. */
export const isInTransit = (payment: Payment, day: SlotDate): boolean =>
  payment.paidOn !== null && payment.paidOn <= day && !settledBy(payment, day)

/** Whole days from the payment to that day. */
export const daysInTransit = (paidOn: SlotDate, at: SlotDate): number => Math.max(0, daysFrom(paidOn, at))

const isOfBand = ({ from, to }: AgeBand, days: number): boolean => days >= from && (to === null || days <= to)

/**
 * Gathers what was in transit at the end of `at`, payment by payment, and how it came to that since the end of `from`. Each of the four
 * sums of the roll-forward has a rule of its own, so that opening + paid - settled = closing is a proof, and not a definition.
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
    add: (payment: Payment): void => {
      const { paidOn, settledOn } = payment
      if (paidOn === null) {
        if (settledOn === null || settledOn > at) undated = with1(undated, payment.paid)
        return
      }
      if (isInTransit(payment, at)) addToTotals(payment, paidOn)
      if (isInTransit(payment, from)) opening = with1(opening, payment.paid)
      if (paidOn > from && paidOn <= at) paid = with1(paid, payment.paid)
      if (settledBy(payment, at) && !settledBy(payment, from)) settled = with1(settled, payment.paid)
    },
    /** Throws where the roll-forward does not add up: that would be our mistake. */
    result: (): InTransit => {
      const closing = {
        invoices: opening.invoices + paid.invoices - settled.invoices,
        paid: minus(plus(opening.paid, paid.paid), settled.paid),
      }
      if (closing.invoices !== total.invoices || closing.paid !== total.paid)
        throw new Error(`the roll-forward from ${from} to ${at} does not add up`)
      return { at, total, byMethod, byAge, rollForward: { from, opening, paid, settled, closing: total }, undated }
    },
  }
}
