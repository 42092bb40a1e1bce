import type { Zone } from './calendar/calendar.ts'
import { counts, type PaidInvoice } from './invoice.ts'
import type { Policy } from './policy.ts'
import type { InvoiceVersion } from './pull/invoice-in-pull.ts'
import type { SettlementInPull } from './pull/pull.ts'
import { isJudged } from './rules/judged.ts'
import { compareSlots, type Slot, type SlotDate, sameSlot } from './slot.ts'

/** The rules that give the day of a settlement. */
export interface FirstFinalRules {
  readonly policy: Policy
  readonly zone: Zone
  /** The day of the first whole pull of the database. */
  readonly readSince: SlotDate
}

/** The pull that first read the settlement of a slot as final, and the day from which its money counts as settled. */
export interface FirstFinal {
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

/**
 * The time during which the list of a slot had an invoice that counts: from one day up to, but not including, another.
 */
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
export interface PaymentState {
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
