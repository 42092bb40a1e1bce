import type { Zone } from './calendar/calendar.ts'
import { counts, type PaidInvoice } from './invoice.ts'
import { type Amount, addAmounts, type Centavos, minus, plus, ZERO } from './money.ts'
import type { Policy } from './policy.ts'
import type { InvoiceVersion } from './pull/invoice-in-pull.ts'
import { isJudged, type SettlementInPull } from './pull/pull.ts'
import { compareSlots, daysFrom, type Slot, type SlotDate, sameSlot } from './slot.ts'

/** The rules that give the day of a settlement. */
export interface FirstFinalRules {
  readonly policy: Policy
  readonly zone: Zone
  /** The day of the first whole pull of the database. */
  readonly readSince: SlotDate
}

/** The pull that first read the settlement of a slot as final, and the day from which its money counts as settled. */
interface FirstFinal {
  readonly pull: number
  readonly day: SlotDate
}

/**
 * A settlement that was final at its first reading, and is older than the database, counts as settled on its own date; any other on the
 * day of the pull.
 */
export const firstFinal = (
  slot: Slot,
  settlements: readonly SettlementInPull[],
  { policy, zone, readSince }: FirstFinalRules,
): FirstFinal | null => {
  const final = settlements.find(({ settlement }) => isJudged(settlement, slot, policy))
  if (final === undefined) return null
  const isOlder = final.isFirstPull && slot.date < readSince
  return { pull: final.pull, day: isOlder ? slot.date : zone.dateAt(final.at) }
}

/**
 * The same, where the bank knows more: what had arrived was paid out by then, though its status was read later (SPEC,
 * section 7: from the bank's date where known).
 */
export const paidOutBy = (final: FirstFinal | null, arrivedOn: SlotDate | undefined): FirstFinal | null =>
  final !== null && arrivedOn !== undefined && arrivedOn < final.day ? { ...final, day: arrivedOn } : final

/** The same; a list that was tied to a credit before its settlement was final is settled on the day of the bank. */
export const settledBy = (
  final: FirstFinal | null,
  lastPull: number,
  arrivedOn: SlotDate | undefined,
): FirstFinal | null =>
  final === null && arrivedOn !== undefined ? { pull: lastPull, day: arrivedOn } : paidOutBy(final, arrivedOn)

/** The time during which the list of a slot had an invoice that counts: from one day up to, but not including, another. */
export interface PaymentListing {
  readonly slot: Slot
  readonly invoice: PaidInvoice
  readonly from: SlotDate
  /** Null when it still has it. */
  readonly to: SlotDate | null
  /** The day on which the settlement was first read as final; null while it never was. */
  readonly finalOn: SlotDate | null
  /** That day, if the list of the final settlement had the invoice then or later; null otherwise. */
  readonly settledOn: SlotDate | null
  /** The first day on which the invoice was read as unpaid, or as no longer counting; null without such a reading. */
  readonly takenBackOn: SlotDate | null
}

/** The facts from which the listings of a slot are made. */
export interface ListedBy {
  readonly slot: Slot
  readonly policy: Policy
  readonly final: FirstFinal | null
  /** The day of a whole pull of the slot, by its id; null when it is unknown (as of that moment). */
  readonly dayOf: (pull: number) => SlotDate | null
  /** The invoices that left the list and are no longer paid, as reading them by id showed. */
  readonly unpaidSince: ReadonlySet<string>
}

/** The listings of one invoice in a slot, from its versions, both oldest first. */
export const listingsOf = (
  versions: readonly InvoiceVersion[],
  { slot, policy, final, dayOf, unpaidSince }: ListedBy,
): readonly PaymentListing[] =>
  versions.flatMap(({ invoice, from: firstPull, to: endPull }, index) => {
    const from = dayOf(firstPull)
    if (from === null || !counts(invoice, policy)) return []
    const to = endPull === null ? null : dayOf(endPull)
    const leftBefore = final === null || (endPull !== null && endPull <= final.pull)
    const next = versions[index + 1]
    const isUnpaid = unpaidSince.has(invoice.id)
    const takenBackOn = next !== undefined && !counts(next.invoice, policy) ? dayOf(next.from) : isUnpaid ? to : null
    const settledOn = leftBefore ? null : final.day
    return [{ slot, invoice, from, to, finalOn: final?.day ?? null, settledOn, takenBackOn }]
  })

/** The state of a payment at the end of a day. */
interface PaymentState {
  /** The listing at that day; the first one when there was none yet. */
  readonly listing: PaymentListing
  readonly isListed: boolean
  readonly isSettled: boolean
}

/**
 * The state of a payment at the end of a day, from its listings in all slots, oldest first; null when it was not a
 * payment then. Later pulls do not change what earlier pulls showed. `isElsewhere`: the service lists it in a
 * settlement that was not read yet.
 */
export const paymentStateOn = (
  day: SlotDate,
  listings: readonly PaymentListing[],
  isElsewhere: boolean,
): PaymentState | null => {
  const known = listings.filter(({ from }) => from <= day)
  const [first] = listings
  if (known.length === 0) return first === undefined ? null : { listing: first, isListed: false, isSettled: false }
  const live = known.filter(({ to }) => to === null || to > day)
  const listing = live.length > 0 ? lastSlotOf(live) : lastToEnd(known)
  const isSettled = known.some((one) => sameSlot(one.slot, listing.slot) && isBy(one.settledOn, day))
  const state = { listing, isListed: true, isSettled }
  if (live.length > 0 || isSettled) return state
  if (isBy(listing.takenBackOn, day)) return null
  const isLater = isElsewhere || listings.length > known.length
  return { ...state, isSettled: !isLater && isBy(listing.finalOn, day) }
}

const isBy = (on: SlotDate | null, day: SlotDate): boolean => on !== null && on <= day

/** An invoice that several slots list counts in the last of them. */
const lastSlotOf = (live: readonly PaymentListing[]): PaymentListing =>
  live.reduce((last, one) => (compareSlots(one.slot, last.slot) >= 0 ? one : last))

const lastToEnd = (ended: readonly PaymentListing[]): PaymentListing =>
  ended.reduce((last, one) => (`${one.to}` >= `${last.to}` ? one : last))

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
interface RollForward {
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
interface AgeBand {
  readonly from: number
  readonly to: number | null
}

const AGE_BANDS: readonly AgeBand[] = [
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

/** The same figures where the opening was signed: what became known since of those days changes `earlier`. */
export const openingAsSigned = (figures: InTransit, signed: Amount): InTransit => {
  const { opening, earlier } = figures.rollForward
  const known = differenceOf(opening, signed)
  return { ...figures, rollForward: { ...figures.rollForward, opening: signed, earlier: addAmounts(earlier, known) } }
}
