import type { ListGap } from '../assessment/gaps.ts'
import { isWithin } from '../calendar/month.ts'
import { counts, worthOf } from '../invoice.ts'
import { isKnownCycle, type Policy, sameCycle } from '../policy.ts'
import type { InvoiceInPull } from '../pull/invoice-in-pull.ts'
import { addDays, compareSlots, isSameDate, minuteOfDay, type Slot, sameSlot } from '../slot.ts'
import type { NeighbourInvoice, OtherList } from './evidence.ts'
import { gatherGroup } from './list-clues.ts'
import { gatherSample } from './sample.ts'

/** After this many days an error is either corrected or known to people. */
const DAYS = 31

/** Whether two slots are near enough for one to explain the other. When one of them is read, the causes of the other may change. */
export const nearTo = ({ date }: Slot): ((other: Pick<Slot, 'date'>) => boolean) => {
  const days = { from: addDays(date, -DAYS), to: addDays(date, DAYS) }
  return (other) => isWithin(other.date, days)
}

/**
 * The neighbours of a slot in the merchant's database: the other cycles of its date, and those of the nearest days
 * before and after it with invoices.
 */
export const neighboursOf = (slot: Slot, listing: readonly Slot[]): readonly Slot[] => {
  const near = listing.filter(nearTo(slot)).filter((other) => !sameSlot(slot, other))
  const dates = [...new Set(near.map(({ date }) => date))].sort()
  const nextTo = [dates.findLast((date) => date < slot.date), slot.date, dates.find((date) => date > slot.date)]
  return near.filter(({ date }) => nextTo.includes(date)).sort(compareSlots)
}

/** The later slots in which what is missing here may have been made up. */
export const laterThan = (slot: Slot, slots: readonly Slot[]): readonly Slot[] =>
  slots
    .filter(nearTo(slot))
    .filter((other) => compareSlots(other, slot) > 0)
    .sort(compareSlots)

/**
 * Slots of the same date whose label may be another name for this cycle: an unknown label, or one for the same hour.
 */
export const otherLabelsOf = (slot: Slot, listing: readonly Slot[], policy: Policy): readonly Slot[] =>
  listing
    .filter(({ date, cycle }) => date === slot.date && cycle !== slot.cycle)
    .filter(
      ({ cycle }) =>
        !isKnownCycle(cycle, policy) ||
        sameCycle(cycle, slot.cycle, policy) ||
        minuteOfDay(cycle) === minuteOfDay(slot.cycle),
    )
    .sort(compareSlots)

/** Whether just one invoice is missing. Only then are the neighbours read. */
export const isOneMissing = ({ count }: ListGap): boolean => count === 1

/** Searches the lists of the neighbours for what is missing here. */
export const gatherNeighbours = (slot: Slot, gap: ListGap, policy: Policy) => {
  const found = gatherSample<NeighbourInvoice>()
  const names = ({ ownDate, ownCycle }: NonNullable<InvoiceInPull['current']>): boolean =>
    ownDate !== null && isSameDate(ownDate, slot.date) && ownCycle !== null && sameCycle(ownCycle, slot.cycle, policy)
  return {
    add: (of: Slot, { current }: InvoiceInPull): void => {
      if (current === null || !counts(current, policy)) return
      if (worthOf(current, policy) !== gap.collected) return
      found.add({ id: current.id, slot: of, namesThisSlot: names(current) })
    },
    result: found.result,
  }
}

/** Sums the list of another label. */
export const gatherOtherList = (slot: Slot, policy: Policy) => {
  const group = gatherGroup()
  return {
    add: ({ current }: InvoiceInPull): void => {
      if (current !== null && counts(current, policy)) group.add(current.id, worthOf(current, policy))
    },
    result: (): OtherList => ({ slot, ...group.result() }),
  }
}
