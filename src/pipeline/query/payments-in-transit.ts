import { type Days, isWithin, monthOf } from '../../domain/calendar/calendar.ts'
import { gatherInTransit, type InTransit, isInTransit, type Payment, paymentStateOn } from '../../domain/in-transit.ts'
import { counts, type PaidInvoice } from '../../domain/invoice.ts'
import { addDays, nameOf, type SlotDate } from '../../domain/slot.ts'
import type { Store } from '../../storage/store.ts'
import { type ListedPayment, paidOnOf, paymentOf, paymentsInDatabase, slotsAt } from './payments-in-database.ts'
import type { QueryContext } from './read-database.ts'
import { unlistedPayments } from './unlisted-payments.ts'

/** Payments of this many days may not have reached their slots yet, so the service is asked about them. */
export const DAYS_ASKED = 7

/** The payments in transit at the end of a day, as sums and one by one. */
export interface PaymentsInTransit {
  readonly figures: InTransit
  /** In any order. */
  readonly payments: readonly Payment[]
  /** Of the payments that the service lists, those in no slot. */
  readonly inNoSlot: number
  /** Payments in the database from the days that the service was asked about. */
  readonly known: number
}

/**
 * The payments that were made by the end of a day and not settled by then, and how the sum changed since the end of the
 * month before. `listed` are the payments of the last days as the service lists them; null when it was not asked.
 */
export const paymentsInTransit = async (
  store: Store,
  context: QueryContext,
  at: SlotDate,
  listed: ReadonlyMap<string, PaidInvoice> | null = null,
): Promise<PaymentsInTransit> => {
  const [from, firstAsked] = [addDays(monthOf(at).from, -1), addDays(at, 1 - DAYS_ASKED)]
  const slotAt = await slotsAt(store, context, at)
  const outside = new Map([
    ...(await storedOutside(store, context, { from: firstAsked, to: at }, listed)),
    ...(listed ?? []),
  ])
  const fold = gatherInTransit(at, from)
  const payments: Payment[] = []
  let known = 0
  const add = (before: Payment | null, now: Payment | null): void => {
    fold.add(before, now)
    if (now !== null && isInTransit(now, at)) payments.push(now)
  }
  for await (const page of paymentsInDatabase(store, context, earlier(from, addDays(firstAsked, -1)), slotAt)) {
    for (const payment of page) {
      const id = payment.listings[0]?.invoice.id ?? ''
      const isElsewhere = outside.delete(id)
      const [before, now] = [from, at].map((day) => paymentOn(day, payment, isElsewhere, context))
      if (now?.paidOn != null && now.paidOn >= firstAsked && now.paidOn <= at) known += 1
      add(before ?? null, now ?? null)
    }
  }
  const inNoSlot = await paymentsInNoSlot(store, context, [...outside.values()], slotAt)
  for (const payment of inNoSlot) add(payment, payment)
  return {
    figures: fold.result(),
    payments,
    inNoSlot: inNoSlot.filter(({ invoiceId }) => listed?.has(invoiceId)).length,
    known,
  }
}

/**
 * The payments that stored listings of dates show and no slot lists. One of the days that the service was asked about, and that it does
 * not list any more, is none.
 */
const storedOutside = async (
  store: Store,
  context: QueryContext,
  asked: Days,
  listed: ReadonlyMap<string, PaidInvoice> | null,
): Promise<readonly (readonly [string, PaidInvoice])[]> => {
  const isGone = (invoice: PaidInvoice): boolean => {
    const paidOn = paidOnOf(invoice, context)
    return listed !== null && paidOn !== null && isWithin(paidOn, asked) && !listed.has(invoice.id)
  }
  return [...(await unlistedPayments(store, context))].filter(([, invoice]) => !isGone(invoice))
}

/** A payment of the database as of the end of a day; null when it was not yet made. */
const paymentOn = (
  day: SlotDate,
  { listings, statusOf }: ListedPayment,
  isElsewhere: boolean,
  context: QueryContext,
): Payment | null => {
  const state = paymentStateOn(day, listings, isElsewhere)
  if (state === null) return null
  const { invoice, slot } = state.listing
  const payment = paymentOf(invoice, slot, { settlementStatus: statusOf(slot), isSettled: state.isSettled }, context)
  return payment.paidOn === null && !state.isListed ? null : payment
}

const earlier = (a: SlotDate, b: SlotDate): SlotDate => (a < b ? a : b)

/** Payments that the slot they name does not list either. The service is not asked about older slots that are final. */
const paymentsInNoSlot = async (
  store: Store,
  context: QueryContext,
  invoices: readonly PaidInvoice[],
  slotAt: Awaited<ReturnType<typeof slotsAt>>,
): Promise<readonly Payment[]> => {
  const states = new Map((await store.slots.states()).map((state) => [nameOf(state.slot), state]))
  const payments: Payment[] = []
  for (const invoice of invoices) {
    const { id, ownDate: date, ownCycle: cycle } = invoice
    const pull = date === null || cycle === null ? null : (states.get(nameOf({ date, cycle }))?.pull ?? null)
    const [stored] = pull === null ? [] : await store.invoices.withIds(pull.slot, pull, [id])
    if (stored?.current && counts(stored.current, context.settings.policy)) continue
    const settlementStatus = pull === null ? null : (await slotAt(pull)).settlementStatus
    payments.push(paymentOf(invoice, { date, cycle }, { settlementStatus, isSettled: false }, context))
  }
  return payments
}
