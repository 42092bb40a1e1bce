import type { Invoice } from '../invoice.ts'
import type { Centavos } from '../money.ts'
import { isKnownCycle, type Policy, sameCycle, withoutAlias } from '../policy.ts'
import type { Settlement } from '../settlement.ts'
import { isSameDate, type Slot } from '../slot.ts'
import { type InvoiceInPull, lastPaidOf } from './invoice-in-pull.ts'

/** An invoice that names another slot than the one that lists it. */
export interface OutsideInvoice {
  readonly invoiceId: string
  /** What was paid; where the present list has none, the last sum that was known. */
  readonly paid: Centavos | null
  readonly ownDate: string | null
  readonly ownCycle: string | null
}

/** The slots that the invoices of a list name as their own. */
export interface OwnSlots {
  /** The one unknown label that all of them carry instead of the slot's, or null. */
  readonly label: string | null
  /** The invoices that name another slot; none when only the label differs. */
  readonly outside: readonly OutsideInvoice[]
}

const namesAnotherDate = ({ ownDate }: Pick<Invoice, 'ownDate'>, slot: Slot): boolean =>
  ownDate !== null && !isSameDate(ownDate, slot.date)

const namesAnotherCycle = (invoice: Invoice, slot: Slot, policy: Policy): boolean =>
  invoice.ownCycle !== null && !sameCycle(invoice.ownCycle, slot.cycle, policy)

/** The other slot that it names; null where it names this one, or none. */
export const otherSlotOf = (
  { ownDate: date, ownCycle: cycle }: Pick<Invoice, 'ownDate' | 'ownCycle'>,
  slot: Slot,
  policy: Policy,
): { readonly date: string; readonly cycle: string } | null => {
  if (date === null || cycle === null) return null
  return isSameDate(date, slot.date) && sameCycle(cycle, slot.cycle, policy) ? null : { date, cycle }
}

const isUnknownLabel = (label: string, policy: Policy): boolean => !isKnownCycle(withoutAlias(label, policy), policy)

/** Gathers the labels and the outside invoices of a list in one pass: whether all share a label is known only at its end. */
export const gatherOwnSlots = (slot: Slot, policy: Policy) => {
  const outside: OutsideInvoice[] = []
  const labels = new Set<string>()

  const add = (invoice: InvoiceInPull): void => {
    const { current } = invoice
    if (current === null) return
    if (current.ownCycle !== null) labels.add(current.ownCycle)
    if (!namesAnotherDate(current, slot) && !namesAnotherCycle(current, slot, policy)) return
    const { id, ownDate, ownCycle } = current
    outside.push({ invoiceId: id, paid: lastPaidOf(invoice), ownDate, ownCycle })
  }

  /** A label that the settlement itself carries is the slot's: its invoices under that label are not outside. */
  const isOfSettlement = ({ ownDate, ownCycle }: OutsideInvoice, settlement: Settlement | null): boolean =>
    settlement !== null &&
    ownCycle !== null &&
    sameCycle(ownCycle, settlement.cycle, policy) &&
    isUnknownLabel(settlement.cycle, policy) &&
    !namesAnotherDate({ ownDate }, slot)

  const result = (settlement: Settlement | null): OwnSlots => {
    const [label, ...others] = labels
    const isMerelyAnotherLabel =
      label !== undefined &&
      others.length === 0 &&
      !sameCycle(label, slot.cycle, policy) &&
      isUnknownLabel(label, policy)
    if (!isMerelyAnotherLabel)
      return { label: null, outside: outside.filter((invoice) => !isOfSettlement(invoice, settlement)) }
    return { label, outside: outside.filter((invoice) => namesAnotherDate(invoice, slot)) }
  }

  return { add, result }
}
