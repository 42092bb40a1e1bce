import type { Finding } from '../discrepancy.ts'
import { compareText } from '../order.ts'
import type { KeyHolder, SharedKey } from '../shared-key.ts'
import { compareSlots, nameOf, type Slot, sameSlot } from '../slot.ts'
import { asText, type Check, found, NOTHING } from './facts.ts'

/** By date, cycle and invoice id: the later of two is where what they share is filed. */
const compareHolders = (a: KeyHolder, b: KeyHolder): number =>
  compareSlots(a.slot, b.slot) || compareText(a.invoiceId, b.invoiceId)

/** The holder in this slot that has an earlier one, with the earliest; null when what is shared is filed elsewhere. */
const laterHere = (holders: readonly KeyHolder[], slot: Slot): { first: KeyHolder; here: KeyHolder } | null => {
  const [first, ...later] = [...holders].sort(compareHolders)
  const here = later.find((holder) => sameSlot(holder.slot, slot))
  return first === undefined || here === undefined ? null : { first, here }
}

const distinctInvoices = (holders: readonly KeyHolder[]): readonly KeyHolder[] => {
  const byInvoice = new Map<string, KeyHolder>()
  for (const holder of [...holders].sort(compareHolders))
    if (!byInvoice.has(holder.invoiceId)) byInvoice.set(holder.invoiceId, holder)
  return [...byInvoice.values()]
}

const ofKind = (shared: readonly SharedKey[], kind: SharedKey['kind']): readonly SharedKey[] =>
  shared.filter((key) => key.kind === kind)

/** One payment pays one invoice. */
export const duplicatePayment: Check = ({ shared, slot }) =>
  ofKind(shared, 'payment').flatMap(({ value, holders }): readonly Finding[] => {
    const pair = laterHere(distinctInvoices(holders), slot)
    if (pair === null) return NOTHING
    return found(
      'DUPLICATE_PAYMENT',
      'error',
      `payment:${value}`,
      asText(pair.here.invoiceId, pair.first.invoiceId),
      `one payment id on invoice ${pair.here.invoiceId} here and on invoice ${pair.first.invoiceId} of ${nameOf(pair.first.slot)}`,
    )
  })

/** A reference is the merchant's own, and unique; two paid invoices under one may be one rent paid twice. */
export const duplicateReference: Check = ({ shared, slot }) =>
  ofKind(shared, 'reference').flatMap(({ value, holders }): readonly Finding[] => {
    const paid = distinctInvoices(holders.filter((holder) => holder.status === 'paid'))
    const pair = laterHere(paid, slot)
    if (pair === null) return NOTHING
    return found(
      'DUPLICATE_REFERENCE',
      'warning',
      `reference:${value}`,
      asText(pair.here.invoiceId, pair.first.invoiceId),
      `one reference on paid invoice ${pair.here.invoiceId} here and on paid invoice ${pair.first.invoiceId} of ${nameOf(pair.first.slot)}`,
    )
  })

/** Both lists held the invoice when the older of the two was last read; else it may have moved between the readings. */
const heldTogether = (a: KeyHolder, b: KeyHolder): boolean =>
  a.listedSinceRun <= b.readInRun && b.listedSinceRun <= a.readInRun

/** An invoice is settled once. */
export const invoiceInTwoSlots: Check = ({ shared, slot }) =>
  ofKind(shared, 'invoice').flatMap(({ value, holders }): readonly Finding[] => {
    const here = holders.find((holder) => sameSlot(holder.slot, slot))
    const together = holders.filter((holder) => here !== undefined && heldTogether(holder, here))
    const pair = laterHere(together, slot)
    if (pair === null) return NOTHING
    return found(
      'INVOICE_IN_TWO_SLOTS',
      'error',
      `invoice:${value}`,
      asText(nameOf(pair.here.slot), nameOf(pair.first.slot)),
      `listed here and in ${nameOf(pair.first.slot)} at the same time`,
    )
  })

/** A listed invoice names the slot that lists it. */
export const invoiceOutsideSlot: Check = ({ ownSlots, slot }) =>
  ownSlots.strangers.flatMap(({ invoiceId, ownDate, ownCycle }) => {
    const own = nameOf({ date: ownDate ?? '(no date)', cycle: ownCycle ?? '(none)' })
    return found(
      'INVOICE_OUTSIDE_SLOT',
      'error',
      `invoice:${invoiceId}`,
      asText(own, nameOf(slot)),
      `names ${own} itself; it counts here, where it is listed`,
    )
  })
