import { localTime } from '../../config/zone/zone.ts'
import {
  type FirstFinalRules,
  firstFinal,
  type ListedBy,
  listingsOf,
  type Payment,
  type PaymentListing,
  settledBy,
} from '../../domain/in-transit.ts'
import { type PaidInvoice, statusCounts } from '../../domain/invoice.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import { asSlotDate, nameOf, type Slot, type SlotDate } from '../../domain/slot.ts'
import type { Store } from '../../storage/store.ts'
import { arrivalDays } from '../bank/arrival-days.ts'
import type { QueryContext } from './read-database.ts'

/** The day of a payment in the zone; null when its date-time is absent or not a date. */
export const paidOnOf = ({ paymentDate }: PaidInvoice, { zone }: Pick<QueryContext, 'zone'>): SlotDate | null =>
  paymentDate === null ? null : asSlotDate(localTime(paymentDate, zone).slice(0, 10))

export const paymentOf = (
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

/** All slots as of the end of a day. Each is read once, since a slot is asked about for many invoices. */
export const slotsAt = async (store: Store, { settings: { policy }, zone }: QueryContext, at: SlotDate) => {
  const end = zone.instantOf(at, MINUTES_OF_A_DAY)
  const rules: FirstFinalRules = { policy, zone, readSince: zone.dateAt((await store.pulls.firstTime()) ?? 0) }
  const arrivals = await arrivalDays(store)
  const read = async (pull: Pull): Promise<SlotAt> => {
    const { slot } = pull
    const settlements = await store.settlements.inPulls(slot)
    const times = await store.pulls.times(slot)
    const firstRead = firstFinal(slot, settlements, rules)
    const final = settledBy(firstRead, pull.id, arrivals.get(nameOf(slot)))
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
  return (pull: Pull): Promise<SlotAt> => {
    const slot = known.get(pull.id) ?? read(pull)
    known.set(pull.id, slot)
    return slot
  }
}

/** An invoice that was ever listed as paid: its listings in all slots, oldest first. */
export interface ListedPayment {
  readonly listings: readonly PaymentListing[]
  /** The status, at the end of the day, of the settlement of a slot that lists it. */
  readonly statusOf: (slot: Slot) => string | null
}

/**
 * Every invoice that was ever listed as paid, without those whose slots were settled by the end of `since` and unchanged afterwards: they
 * change no later figure.
 */
export async function* paymentsInDatabase(
  store: Store,
  context: QueryContext,
  since: SlotDate,
  slotAt: (pull: Pull) => Promise<SlotAt>,
): AsyncGenerator<readonly ListedPayment[]> {
  const { signal } = context
  const ofSeveral = await store.keys.invoicesOfSeveralSlots()
  const pulls = new Map(
    (await store.slots.states()).flatMap(({ pull }) => (pull === null ? [] : [[nameOf(pull.slot), pull]])),
  )
  for (const pull of pulls.values()) {
    const listedBy = await slotAt(pull)
    if (hasSettledBy(listedBy, since)) continue
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

const hasSettledBy = ({ final, dayOf, pull }: SlotAt, since: SlotDate): boolean => {
  const changedOn = dayOf(pull.contentId)
  return final !== null && final.day <= since && changedOn !== null && changedOn <= since
}

const listedInSeveral = async (
  store: Store,
  invoiceId: string,
  pulls: readonly Pull[],
  slotAt: (pull: Pull) => Promise<SlotAt>,
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
