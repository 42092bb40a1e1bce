import { isJudged } from '../src/domain/checks/judged.ts'
import type { Payment } from '../src/domain/in-transit.ts'
import { counts, type PaidInvoice } from '../src/domain/invoice.ts'
import type { Policy } from '../src/domain/policy.ts'
import type { Pull } from '../src/domain/pull.ts'
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
  standing: Pick<Payment, 'settlementStatus' | 'settledOn'>,
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

/** How the settlement of a slot stands as last read. */
export const standingOf = (
  { slot, settlement }: Pick<Pull, 'slot' | 'settlement'>,
  policy: Policy,
): Pick<Payment, 'settlementStatus' | 'settledOn'> => ({
  settlementStatus: settlement?.status ?? null,
  settledOn: isJudged(settlement, slot, policy) ? slot.date : null,
})

/**
 * Every payment that counts of the slots whose date is after `since`, and of the older ones that are not final: what was settled by then
 * moves no figure after it. An invoice that two slots list is counted once, in the later one.
 */
export async function* paymentsInBooks(
  store: Store,
  context: TellingContext,
  since: SlotDate,
): AsyncGenerator<readonly Payment[]> {
  const { policy } = context.settings
  const placeOf = await placesOfShared(store)
  for (const { pull } of await store.slots()) {
    if (pull === null) continue
    const standing = standingOf(pull, policy)
    if (pull.slot.date <= since && standing.settledOn !== null) continue
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
