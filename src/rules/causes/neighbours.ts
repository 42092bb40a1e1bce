import { isWithin } from '../../core/calendar/calendar.ts'
import { counts, type PaidInvoice, worthOf } from '../../core/invoice.ts'
import { type Centavos, minus, negate, plus, ZERO } from '../../core/money.ts'
import { isKnownCycle, type Policy, sameCycle } from '../../core/policy.ts'
import type { InvoiceInPull } from '../../core/pull/invoice-in-pull.ts'
import type { Repeat } from '../../core/pull/pull.ts'
import { addDays, compareSlots, isSameDate, minuteOfDay, type Slot, sameSlot } from '../../core/slot.ts'
import type { ListGap } from '../assessment/gaps.ts'
import { type Group, gatherSample, type ListClues, type NeighbourInvoice, type OtherList } from './define-cause.ts'

/** The facts about a slot before its list is read a second time. */
interface ListQuestion {
  readonly slot: Slot
  readonly policy: Policy
  readonly gap: ListGap
  readonly repeats: readonly Repeat[]
  /** The number of copies beyond the first, over all invoices. */
  readonly repeated: number
}

/** Reads the list of a slot a second time, invoice by invoice, now that the gap is known. Holds only the first few ids. */
export const gatherListClues = ({ slot, policy, gap, repeats, repeated }: ListQuestion) => {
  const chargebacks = gatherGroup()
  const otherBasis = gatherGroup()
  const doubled = gatherGroup()
  const worthTheExcess = gatherSample()
  const doubledWorthTheGap = gatherSample()
  const byOtherLabel = new Map<string, ReturnType<typeof gatherGroup>>()
  const listedTwice = new Set(repeats.map(({ invoiceId }) => invoiceId))
  let counted = 0

  const addCounted = (invoice: PaidInvoice): void => {
    const { id, paid, amount, ownCycle, ownDate } = invoice
    const worth = worthOf(invoice, policy)
    counted += 1
    if (paid !== amount) otherBasis.add(id, minus(worth === paid ? amount : paid, worth))
    if (worth === negate(gap.collected)) worthTheExcess.add(id)
    if (listedTwice.has(id)) {
      doubled.add(id, worth)
      if (worth === gap.collected) doubledWorthTheGap.add(id)
    }
    if (ownCycle === null || ownCycle === slot.cycle || (ownDate !== null && !isSameDate(ownDate, slot.date))) return
    const label = byOtherLabel.get(ownCycle) ?? gatherGroup()
    byOtherLabel.set(ownCycle, label)
    label.add(id, worth)
  }

  return {
    add: ({ current }: InvoiceInPull): void => {
      if (current === null) return
      if (current.status === 'chargeback') chargebacks.add(current.id, chargedBack(current, policy))
      if (counts(current, policy)) addCounted(current)
    },
    result: (): ListClues => ({
      gap,
      counted,
      chargebacks: chargebacks.result(),
      otherBasis: otherBasis.result(),
      worthTheExcess: worthTheExcess.result(),
      doubled: doubled.result(),
      doubledWorthTheGap: doubledWorthTheGap.result(),
      furtherCopies: furtherCopies(repeats.length, repeated),
      byOtherLabel: new Map([...byOtherLabel].map(([label, group]) => [label, group.result()])),
    }),
  }
}

/** A chargeback that the policy excludes may have no paid sum. */
const chargedBack = ({ paid, amount }: InvoiceInPull['current'] & object, policy: Policy): Centavos =>
  policy.collectedBasis === 'paid' ? (paid ?? ZERO) : amount

/** The number of copies of each is known when only one invoice was repeated, or when there are as many copies as invoices. */
const furtherCopies = (invoices: number, copies: number): number | null => {
  if (invoices === 1) return copies
  return invoices === copies ? 1 : null
}

const gatherGroup = () => {
  const invoices = gatherSample()
  let sum = ZERO
  return {
    add: (id: string, worth: Centavos): void => {
      invoices.add(id)
      sum = plus(sum, worth)
    },
    result: (): Group => ({ invoices: invoices.result(), sum }),
  }
}

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

/** Slots of the same date whose label may be another name for this cycle: an unknown label, or one for the same hour. */
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
