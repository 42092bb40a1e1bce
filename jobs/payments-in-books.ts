import { type Payment, settledOn } from '../src/domain/in-transit.ts'
import { counts, type PaidInvoice } from '../src/domain/invoice.ts'
import { asSlotDate, compareSlots, type Slot, type SlotDate, sameSlot } from '../src/domain/slot.ts'
import type { Store } from '../src/store/store.ts'
import { localTime } from '../src/zone.ts'
import type { TellingContext } from './reading-books.ts'

/** The day of a payment in the zone; null when its date-time is absent or says no day. */
export const paidOnOf = ({ paymentDate }: PaidInvoice, { zone }: Pick<TellingContext, 'zone'>): SlotDate | null =>
  paymentDate === null ? null : asSlotDate(localTime(paymentDate, zone).slice(0, 10))

export const paymentOf = (
  invoice: PaidInvoice,
  slot: { readonly date: string | null; readonly cycle: string | null },
  standing: Standing,
  context: Pick<TellingContext, 'zone'>,
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
  ...standing,
})

type Standing = Pick<Payment, 'settlementStatus' | 'settledOn'>

/** How the settlement of a slot stood at the end of a day, and when its money left transit. */
export const standings = async (
  store: Store,
  { settings: { policy }, zone }: TellingContext,
  at: SlotDate,
): Promise<(slot: Slot) => Promise<Standing>> => {
  const end = zone.instantOf(at, MINUTES_OF_A_DAY)
  const known = { policy, zone, readSince: zone.dateAt((await store.firstPullAt()) ?? 0) }
  return async (slot) => {
    const readings = await store.settlementReadings(slot)
    const then = readings.findLast((reading) => reading.at < end || at < known.readSince)
    return { settlementStatus: then?.settlement.status ?? null, settledOn: settledOn(slot, readings, known) }
  }
}
const MINUTES_OF_A_DAY = 1440

/**
 * Every payment that counts of the slots whose money had not left transit by the end of `since`: what had moves no figure after it. An
 * invoice that two slots list is counted once, in the later one.
 */
export async function* paymentsInBooks(
  store: Store,
  context: TellingContext,
  since: SlotDate,
  standingOf: (slot: Slot) => Promise<Standing>,
): AsyncGenerator<readonly Payment[]> {
  const { policy } = context.settings
  const placeOf = await placesOfShared(store)
  for (const { pull } of await store.slots()) {
    if (pull === null) continue
    const standing = await standingOf(pull.slot)
    if (standing.settledOn !== null && standing.settledOn <= since) continue
    for await (const page of store.held(pull.slot, pull, null)) {
      context.signal.throwIfAborted()
      yield page.flatMap(({ current }) => {
        if (current === null || !counts(current, policy)) return []
        const place = placeOf.get(current.id)
        return place !== undefined && !sameSlot(place, pull.slot)
          ? []
          : [paymentOf(current, pull.slot, standing, context)]
      })
    }
  }
}

/** The slot in which an invoice that several slots list is counted. */
const placesOfShared = async (store: Store): Promise<ReadonlyMap<string, Slot>> => {
  const places = new Map<string, Slot>()
  for (const { kind, value, holders } of await store.sharedKeys()) {
    const last = holders
      .map(({ slot }) => slot)
      .toSorted(compareSlots)
      .at(-1)
    if (kind === 'invoice' && last !== undefined) places.set(value, last)
  }
  return places
}
