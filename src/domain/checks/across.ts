import { compareText } from '../../std/compare-text.ts'
import type { Finding } from '../findings/discrepancy.ts'
import { inWords, plus, ZERO } from '../money.ts'
import { isKnownCycle, withoutAlias } from '../policy.ts'
import type { KeyHolder, SharedKey } from '../pull/shared-key.ts'
import type { Stray } from '../pull/stray.ts'
import { compareSlots, nameOf, type Slot, sameSlot } from '../slot.ts'
import { asText, type Check, found, inCop, NOTHING } from './facts.ts'

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

/** One payment pays one invoice. One finding names all that carry its id; it is filed with the last of them. */
export const duplicatePayment: Check = ({ shared, slot }) =>
  ofKind(shared, 'payment').flatMap(({ value, holders }): readonly Finding[] => {
    const [first, ...others] = distinctInvoices(holders)
    const last = others.at(-1)
    if (first === undefined || last === undefined || !sameSlot(last.slot, slot)) return NOTHING
    const ids = others.slice(0, MOST_NAMED).map(({ invoiceId }) => invoiceId)
    return found(
      'DUPLICATE_PAYMENT',
      'error',
      `payment:${value}`,
      asText(ids.join(' '), first.invoiceId),
      `one payment id on ${others.length + 1} invoices: ${places([first, ...others])}; ${inWords(paidBy(others))} stands beyond the first`,
    )
  })

/** A message stays readable, however many share a key. */
const MOST_NAMED = 50

const paidBy = (holders: readonly KeyHolder[]) => holders.reduce((sum, { paid }) => plus(sum, paid ?? ZERO), ZERO)

const places = (holders: readonly KeyHolder[]): string => {
  const named = holders.slice(0, MOST_NAMED).map(({ invoiceId, slot }) => `${invoiceId} of ${nameOf(slot)}`)
  return holders.length > MOST_NAMED ? `${named.join(', ')} and ${holders.length - MOST_NAMED} more` : named.join(', ')
}

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
    const own = ownName(ownDate, ownCycle)
    return found(
      'INVOICE_OUTSIDE_SLOT',
      'error',
      `invoice:${invoiceId}`,
      asText(own, nameOf(slot)),
      `names ${own} itself; it counts here, where it is listed`,
    )
  })

/**
 * Every invoice of a date is in a slot that is asked for. One that was found outside all of them stays told until such a slot holds it:
 * a slot of a cycle that nobody asks for is read this once, and not tomorrow.
 */
export const invoiceInNoSlot: Check = ({ strays, policy }) =>
  strays.flatMap((stray): readonly Finding[] => {
    const isAskedFor = stray.heldIn.some(({ cycle }) => isKnownCycle(withoutAlias(cycle, policy), policy))
    if (isAskedFor) return NOTHING
    const { invoiceId, paid } = stray
    return found('INVOICE_IN_NO_SLOT', 'error', `invoice:${invoiceId}`, inCop(paid, ZERO), whereabouts(stray))
  })

const whereabouts = ({ date, ownDate, ownCycle, heldIn: [here] }: Stray): string => {
  const listed = `${date} was listed once without a cycle and showed it`
  if (here === undefined) return `${listed}; it names ${ownName(ownDate, ownCycle)}, and no slot that was read holds it`
  return `${listed} before any slot that is asked for held it; it is in ${nameOf(here)}, so add cycle ${here.cycle} to extraCycles`
}

const ownName = (ownDate: string | null, ownCycle: string | null): string =>
  nameOf({ date: ownDate ?? '(no date)', cycle: ownCycle ?? '(none)' })
