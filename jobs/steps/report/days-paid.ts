import { type Days, isWithin, type Zone } from '../../../src/core/calendar/calendar.ts'
import type { Invoice } from '../../../src/core/invoice.ts'
import { localTime } from '../../../src/input/zone.ts'
import type { LedgerDay } from './ledger-days.ts'
import type { SlotOfDay } from './slots-of-day.ts'

/**
 * The days with only those slots that hold an invoice paid in the range, and of their invoices only these. Settlements and discrepancies
 * stay whole, since they are about all invoices of a slot.
 */
export const daysPaid = async (days: readonly LedgerDay[], range: Days): Promise<readonly LedgerDay[]> => {
  const paid: LedgerDay[] = []
  for (const day of days) {
    const isIncluded = paidWithin(range, day.context.zone)
    const holding = new Set<string>()
    for (const slot of await day.slots())
      if (await holdsPayment(day, slot, isIncluded)) holding.add(slot.report.slot.cycle)
    const slots = async () => (await day.slots()).filter(({ report }) => holding.has(report.slot.cycle))
    if (holding.size > 0) paid.push({ ...day, slots, isIncluded })
  }
  return paid
}

/**
 * Whether an invoice was paid in the range: by its date in the policy's zone, or as written when it has no offset. An invoice without a
 * payment date was not.
 */
const paidWithin =
  (days: Days, zone: Zone) =>
  ({ paymentDate }: Invoice): boolean => {
    const date = paymentDate === null ? '' : localTime(paymentDate, zone).slice(0, DATE)
    return isWithin(date, days)
  }
const DATE = 'YYYY-MM-DD'.length

const holdsPayment = async (
  { store }: LedgerDay,
  { pull }: SlotOfDay,
  isIncluded: (invoice: Invoice) => boolean,
): Promise<boolean> => {
  if (pull === null) return false
  for await (const page of store.invoices.asOf(pull.slot, pull, null))
    if (page.some(({ current }) => current !== null && isIncluded(current))) return true
  return false
}
