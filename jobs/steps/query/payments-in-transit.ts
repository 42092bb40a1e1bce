import { type Days, EVER, isWithin, monthOf } from '../../../src/core/calendar/calendar.ts'
import {
  type FirstFinalRules,
  firstFinal,
  gatherInTransit,
  type InTransit,
  isInTransit,
  type ListedBy,
  listingsOf,
  openingAsSigned,
  type Payment,
  type PaymentListing,
  paymentStateOn,
  settledBy,
} from '../../../src/core/in-transit.ts'
import { counts, type PaidInvoice, statusCounts } from '../../../src/core/invoice.ts'
import type { Pull } from '../../../src/core/pull/pull.ts'
import { addDays, asSlotDate, type Cycle, nameOf, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import { localTime } from '../../../src/input/zone.ts'
import type { FollowedPayment } from '../../../src/journal/payments.ts'
import { closingOf } from '../../../src/rules/assessment/slot-report.ts'
import { rereadPage } from '../../../src/service/wire/wire-page.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { arrivalDays } from '../bank/arrival-days.ts'
import type { QueryContext } from '../run/context.ts'
import { inDatabaseAsOf } from './database-as-of.ts'

/** The day of a payment in the zone; null when its date-time is absent or not a date. */
export const paidOnOf = ({ paymentDate }: PaidInvoice, { zone }: Pick<QueryContext, 'zone'>): SlotDate | null =>
  paymentDate === null ? null : asSlotDate(localTime(paymentDate, zone).slice(0, 10))

const paymentOf = (
  invoice: PaidInvoice,
  slot: { readonly date: string | null; readonly cycle: string | null },
  state: Pick<Payment, 'settlementStatus' | 'isSettled'>,
  context: Pick<QueryContext, 'zone'>,
): Payment => ({
  invoiceId: invoice.id,
  reference: invoice.reference,
  contract: invoice.contract,
  paymentDate: invoice.paymentDate,
  paidOn: paidOnOf(invoice, context),
  method: invoice.paymentMethod,
  paid: invoice.paid,
  date: slot.date,
  cycle: slot.cycle,
  ...state,
})

/** A slot as of the end of a day. */
interface SlotAt extends ListedBy {
  readonly pull: Pull
  readonly settlementStatus: string | null
}

const MINUTES_OF_A_DAY = 1440

/**
 * These slots as of the end of a day. Each is read once, since a slot is asked about for many invoices; whether one was settled
 * and unchanged since a day is known without reading it.
 */
export const slotsAt = async (
  store: Store,
  { settings: { policy }, zone }: QueryContext,
  at: SlotDate,
  states: readonly SlotState[],
) => {
  const end = zone.instantOf(at, MINUTES_OF_A_DAY)
  const rules: FirstFinalRules = { policy, zone, readSince: zone.dateAt((await store.pulls.firstTime()) ?? 0) }
  const arrivals = await arrivalDays(store)
  const shown = await store.settlements.inPullsOf(states.map(({ slot }) => slot))
  const settlementsOf = ({ slot, id }: Pull) => {
    const settlements = shown.get(nameOf(slot)) ?? []
    const firstRead = firstFinal(slot, settlements, rules)
    return { settlements, firstRead, final: settledBy(firstRead, id, arrivals.get(nameOf(slot))) }
  }
  const hasSettledBy = (pull: Pull, since: SlotDate): boolean => {
    const { firstRead, final } = settlementsOf(pull)
    const changedOn = pull.contentId === firstRead?.pull ? firstRead.day : zone.dateAt(pull.contentAt)
    return final !== null && final.day <= since && changedOn <= since
  }
  const read = async (pull: Pull): Promise<SlotAt> => {
    const { slot } = pull
    const { settlements, firstRead, final } = settlementsOf(pull)
    const times = await store.pulls.times(slot)
    const dayOf = (id: number): SlotDate | null => {
      const time = times.get(id)
      return id === firstRead?.pull ? firstRead.day : time === undefined ? null : zone.dateAt(time)
    }
    const then = settlements.findLast((settlement) => settlement.at < end)
    const unpaid = (await store.pulls.departures(slot, pull)).filter(
      ({ status }) => status !== null && !statusCounts(status, policy),
    )
    const unpaidSince = new Set(unpaid.map(({ invoiceId }) => invoiceId))
    return { slot, policy, final, dayOf, unpaidSince, pull, settlementStatus: then?.settlement.status ?? null }
  }
  const known = new Map<number, Promise<SlotAt>>()
  const slotAt = (pull: Pull): Promise<SlotAt> => {
    const slot = known.get(pull.id) ?? read(pull)
    known.set(pull.id, slot)
    return slot
  }
  return { slotAt, hasSettledBy }
}

type SlotsAt = Awaited<ReturnType<typeof slotsAt>>

/** An invoice that was ever listed as paid: its listings in all slots, oldest first. */
interface ListedPayment {
  readonly listings: readonly PaymentListing[]
  /** The status, at the end of the day, of the settlement of a slot that lists it. */
  readonly statusOf: (slot: Slot) => string | null
}

/**
 * Every invoice that was ever listed as paid, without those whose slots were settled by the end of `since` and unchanged afterwards: they
 * change no later figure.
 */
async function* paymentsInDatabase(
  store: Store,
  context: QueryContext,
  since: SlotDate,
  pulls: ReadonlyMap<string, Pull>,
  ofSeveral: ReadonlyMap<string, readonly Slot[]>,
  { slotAt, hasSettledBy }: SlotsAt,
): AsyncGenerator<readonly ListedPayment[]> {
  const { signal } = context
  for (const pull of pulls.values()) {
    if (hasSettledBy(pull, since)) continue
    const listedBy = await slotAt(pull)
    const statusOf = () => listedBy.settlementStatus
    for await (const page of store.invoices.versions(pull.slot, pull)) {
      signal.throwIfAborted()
      yield page
        .filter(([first]) => first !== undefined && !ofSeveral.has(first.invoice.id))
        .map((versions) => ({ listings: listingsOf(versions, listedBy), statusOf }))
        .filter(({ listings }) => listings.length > 0)
    }
  }
  for (const [id, slots] of ofSeveral) {
    signal.throwIfAborted()
    const found = await listedInSeveral(
      store,
      id,
      slots.flatMap((slot) => pulls.get(nameOf(slot)) ?? []),
      slotAt,
    )
    if (found.listings.length > 0) yield [found]
  }
}

const listedInSeveral = async (
  store: Store,
  invoiceId: string,
  pulls: readonly Pull[],
  slotAt: SlotsAt['slotAt'],
): Promise<ListedPayment> => {
  const listings: PaymentListing[] = []
  const statuses = new Map<string, string | null>()
  for (const pull of pulls) {
    const listedBy = await slotAt(pull)
    statuses.set(nameOf(pull.slot), listedBy.settlementStatus)
    listings.push(...listingsOf(await store.invoices.versionsOf(pull.slot, pull, invoiceId), listedBy))
  }
  const inOrder = listings.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  return { listings: inOrder, statusOf: (slot) => statuses.get(nameOf(slot)) ?? null }
}

/** The payments that the stored listings of dates show and that no settlement lists, by id of the invoice. */
const unlistedPayments = async (
  store: Store,
  { settings: { policy }, signal }: QueryContext,
): Promise<ReadonlyMap<string, PaidInvoice>> => {
  const payments = new Map<string, PaidInvoice>()
  for await (const { invoiceIds, bytes } of store.listings.unlistedPages()) {
    signal.throwIfAborted()
    for (const record of rereadPage(bytes(), (status) => statusCounts(status, policy)) ?? []) {
      if (record.kind === 'malformed' || !invoiceIds.has(record.invoice.id)) continue
      if (counts(record.invoice, policy)) payments.set(record.invoice.id, record.invoice)
    }
  }
  return payments
}

/** Every payment that the database alone knows, whenever it was settled. */
export async function* everyPayment(store: Store, context: QueryContext): AsyncGenerator<readonly FollowedPayment[]> {
  const states = await store.slots.states()
  const pulls = new Map(states.flatMap(({ pull }) => (pull === null ? [] : [[nameOf(pull.slot), pull] as const])))
  const slots = await slotsAt(store, context, context.zone.dateAt(context.now()), states)
  const outside = new Map(await storedOutside(store, context, EVER, null))
  const ofSeveral = await store.keys.invoicesOfSeveralSlots()
  for await (const page of paymentsInDatabase(store, context, EVER.from, pulls, ofSeveral, slots))
    yield page.flatMap((payment) => {
      const { invoice } = payment.listings.at(-1) ?? {}
      if (invoice === undefined) return []
      const isElsewhere = outside.delete(invoice.id)
      const { id, reference, customerDocument: document } = invoice
      const on = (day: SlotDate) => paymentOn(day, payment, isElsewhere, context)
      return [{ id, reference, document, listings: payment.listings, on }]
    })
  const documents = new Map([...outside].map(([id, { customerDocument }]) => [id, customerDocument]))
  for (const payment of await paymentsInNoSlot(store, context, [...outside.values()], pulls, slots.slotAt)) {
    const { invoiceId: id, reference } = payment
    yield [{ id, reference, document: documents.get(id) ?? null, listings: [], on: () => payment }]
  }
}

/** Payments of this many days may not have reached their slots yet, so the service is asked about them. */
export const DAYS_ASKED = 7

/** The payments in transit at the end of a day, as sums and one by one. */
interface PaymentsInTransit {
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
  const outside = new Map([
    ...(await storedOutside(store, context, { from: firstAsked, to: at }, listed)),
    ...(listed ?? []),
  ])
  const since = earlier(from, addDays(firstAsked, -1))
  const ofSeveral = await store.keys.invoicesOfSeveralSlots()
  const { states } = await store.slots.statesAndRest({
    policy: context.settings.policy,
    zone: context.zone,
    // What was at rest by the end of its month was settled by then.
    days: { ...EVER, from: monthOf(addDays(since, 1)).from },
    slots: [...[...ofSeveral.values()].flat(), ...[...outside.values()].flatMap((invoice) => ownSlotOf(invoice) ?? [])],
  })
  const pulls = new Map(states.flatMap(({ pull }) => (pull === null ? [] : [[nameOf(pull.slot), pull] as const])))
  const slots = await slotsAt(store, context, at, states)
  const fold = gatherInTransit(at, from)
  const payments: Payment[] = []
  let known = 0
  const add = (before: Payment | null, now: Payment | null): void => {
    fold.add(before, now)
    if (now !== null && isInTransit(now, at)) payments.push(now)
  }
  for await (const page of paymentsInDatabase(store, context, since, pulls, ofSeveral, slots)) {
    for (const payment of page) {
      const id = payment.listings[0]?.invoice.id ?? ''
      const isElsewhere = outside.delete(id)
      const [before, now] = [from, at].map((day) => paymentOn(day, payment, isElsewhere, context))
      if (now?.paidOn != null && now.paidOn >= firstAsked && now.paidOn <= at) known += 1
      add(before ?? null, now ?? null)
    }
  }
  const inNoSlot = await paymentsInNoSlot(store, context, [...outside.values()], pulls, slots.slotAt)
  for (const payment of inNoSlot) add(payment, payment)
  return {
    figures: fold.result(),
    payments,
    inNoSlot: inNoSlot.filter(({ invoiceId }) => listed?.has(invoiceId)).length,
    known,
  }
}

/** Where the day before these figures is closed, they open with what was in transit at its closing. */
export const openedAsClosed = async (store: Store, context: QueryContext, figures: InTransit): Promise<InTransit> => {
  const { openingDay } = figures.rollForward
  const closing = closingOf(await store.periods.closings(), openingDay)
  if (closing === null) return figures
  return inDatabaseAsOf(context, { kind: 'number', number: closing.number }, async (then) => {
    const signed = await paymentsInTransit(then.store, then.context, openingDay)
    return openingAsSigned(figures, signed.figures.total)
  })
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

/** The slot that an invoice names. */
const ownSlotOf = ({ ownDate, ownCycle }: PaidInvoice): Slot | null => {
  const date = ownDate === null ? null : asSlotDate(ownDate)
  return date === null || ownCycle === null ? null : { date, cycle: ownCycle as Cycle }
}

const earlier = (a: SlotDate, b: SlotDate): SlotDate => (a < b ? a : b)

/** Payments that the slot they name does not list either. The service is not asked about older slots that are final. */
const paymentsInNoSlot = async (
  store: Store,
  context: QueryContext,
  invoices: readonly PaidInvoice[],
  pulls: ReadonlyMap<string, Pull>,
  slotAt: SlotsAt['slotAt'],
): Promise<readonly Payment[]> => {
  const payments: Payment[] = []
  for (const invoice of invoices) {
    const { id, ownDate: date, ownCycle: cycle } = invoice
    const own = ownSlotOf(invoice)
    const pull = (own && pulls.get(nameOf(own))) ?? null
    const [stored] = pull === null ? [] : await store.invoices.withIds(pull.slot, pull, [id])
    if (stored?.current && counts(stored.current, context.settings.policy)) continue
    const settlementStatus = pull === null ? null : (await slotAt(pull)).settlementStatus
    payments.push(paymentOf(invoice, { date, cycle }, { settlementStatus, isSettled: false }, context))
  }
  return payments
}
