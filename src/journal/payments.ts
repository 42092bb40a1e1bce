import { EVER } from '../core/calendar/calendar.ts'
import type { Payment, PaymentListing } from '../core/in-transit.ts'
import type { EntryFacts } from '../core/journal.ts'
import { type Centavos, minus, negate, plus, ZERO } from '../core/money.ts'
import { nameOf, type Slot, type SlotDate } from '../core/slot.ts'
import type { Both } from '../std/both.ts'
import { compareText } from '../std/compare-text.ts'
import { entryOf, line } from './entry.ts'
import { TEXTS } from './words.ts'

/** An invoice that was ever listed as paid, as `in-transit` follows it. */
export interface FollowedPayment {
  readonly id: string
  readonly reference: string | null
  /** In all settlements, oldest first; none where only the list of a whole date shows it. */
  readonly listings: readonly PaymentListing[]
  readonly document: string | null
  /** The payment as known at the end of a day; null when it was none. */
  readonly on: (day: SlotDate) => Payment | null
}

/** Sums of one settlement by the days on which they moved. */
export type Moves = ReadonlyMap<SlotDate, Centavos>

/** What left the operator's account for a settlement, and what of it the list does not count any more. */
export interface SlotMoves {
  readonly slot: Slot
  readonly settled: Moves
  readonly gone: Moves
}

/** Money at the end of a day: in transit, or settled by a settlement. */
interface Standing {
  readonly inTransit: Centavos
  readonly settled: Centavos
  readonly slot: Slot | null
}
const NOWHERE: Standing = { inTransit: ZERO, settled: ZERO, slot: null }

const standingOn = (day: SlotDate, { on, listings }: FollowedPayment): Standing => {
  const payment = on(day)
  if (payment === null) return NOWHERE
  if (payment.isSettled) {
    const slot =
      listings.find((one) => one.slot.date === payment.date && one.slot.cycle === payment.cycle)?.slot ?? null
    return { inTransit: ZERO, settled: payment.paid, slot }
  }
  return payment.paidOn !== null && payment.paidOn <= day ? { ...NOWHERE, inTransit: payment.paid } : NOWHERE
}

/** The days on which anything about a payment may change, in order. */
const daysOf = ({ listings, on }: FollowedPayment): readonly SlotDate[] => {
  const days = listings.flatMap(({ from, to, finalOn, settledOn, takenBackOn }) =>
    [from, to, finalOn, settledOn, takenBackOn].filter((day) => day !== null),
  )
  const paidOn = [...days, EVER.from, EVER.to].flatMap((day) => on(day)?.paidOn ?? [])
  return [...new Set([...days, ...paidOn])].sort(compareText)
}

/**
 * Follows a payment: it is booked on the day from which it is in transit, and each later change on the day of the
 * change. What was settled, and is in the list no longer, is no collection for the tenant.
 */
export const followPayment = (
  payment: FollowedPayment,
  ledger: SlotLedger,
  say: (text: Both<string>) => string,
): readonly EntryFacts[] => {
  const { id, document, listings } = payment
  const entries: EntryFacts[] = []
  const book = (key: string, day: SlotDate, sum: Centavos, against: 'operator' | 'suspense', text: Both<string>) => {
    const lines = [line(against, sum, { invoice: id }), line('tenants', negate(sum), { invoice: id, document })]
    const slot = listings.at(-1)?.slot ?? null
    entries.push(...entryOf({ key, kind: 'payment', day, slot, text: say(text), findings: [], lines }))
  }
  const reference = payment.reference ?? id
  let [before, settledSince] = [NOWHERE, EVER.from]
  for (const day of daysOf(payment)) {
    const now = standingOn(day, payment)
    const made = minus(plus(now.inTransit, now.settled), plus(before.inTransit, before.settled))
    if (entries.length === 0) book(`payment ${id}`, day, made, 'operator', TEXTS.payment(reference))
    else book(`payment ${id} ${day}`, day, made, 'operator', TEXTS.paymentChanged(reference))
    if (nameOrNone(before) !== nameOrNone(now) || before.settled !== now.settled) {
      if (before.slot !== null) ledger.settle(before.slot, day, negate(before.settled))
      if (now.slot !== null) ledger.settle(now.slot, day, now.settled)
    }
    if (nameOrNone(before) !== nameOrNone(now)) settledSince = day
    before = now
  }
  const { slot, settled } = before
  if (slot !== null && !listings.some((one) => one.to === null && nameOf(one.slot) === nameOf(slot))) {
    const day = ledger.goneFrom(slot, settledSince)
    if (day !== null) {
      ledger.leave(slot, day, settled)
      book(`payment ${id} gone`, day, negate(settled), 'suspense', TEXTS.paymentGone(reference))
    }
  }
  return entries
}

const nameOrNone = ({ slot }: Standing): string => (slot === null ? '' : nameOf(slot))

/** Gathers what payments move for each settlement. `from` is the day from which a settlement is booked: that of cash, or any. */
export class SlotLedger {
  readonly #slots = new Map<string, { slot: Slot; settled: Map<SlotDate, Centavos>; gone: Map<SlotDate, Centavos> }>()
  /** The day from which what a settlement settles on a day is booked; null where it is not booked yet. */
  readonly goneFrom: (slot: Slot, day: SlotDate) => SlotDate | null

  constructor(goneFrom: (slot: Slot, day: SlotDate) => SlotDate | null) {
    this.goneFrom = goneFrom
  }

  settle(slot: Slot, day: SlotDate, sum: Centavos): void {
    add(this.#of(slot).settled, day, sum)
  }

  leave(slot: Slot, day: SlotDate, sum: Centavos): void {
    add(this.#of(slot).gone, day, sum)
  }

  moves(): readonly SlotMoves[] {
    return [...this.#slots.values()]
  }

  #of(slot: Slot) {
    const known = this.#slots.get(nameOf(slot)) ?? { slot, settled: new Map(), gone: new Map() }
    this.#slots.set(nameOf(slot), known)
    return known
  }
}

const add = (moves: Map<SlotDate, Centavos>, day: SlotDate, sum: Centavos): void => {
  moves.set(day, plus(moves.get(day) ?? ZERO, sum))
}
