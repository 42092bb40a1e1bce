import { type Instant, isDue } from '../../../src/core/calendar/calendar.ts'
import { nameOf, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import {
  type CountedReport,
  closedThrough,
  countedReportOf,
  slotReport,
} from '../../../src/rules/assessment/slot-report.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { checkedRead } from '../query/checked-read.ts'
import type { JobContext } from '../run/context.ts'
import { storedAndExpected } from '../schedule/slots-for-timetable.ts'

type Context = Pick<JobContext, 'settings' | 'zone'>

/**
 * Every stored slot, and every expected one from the first of them through the day on which it is judged what is due,
 * but not after `until`: what was due by then and never read is among them. Without a nightly job nothing is due after
 * the last reading, but for closed days.
 */
export const countedReports = async (
  context: Context,
  store: Store,
  judgedAt: Instant,
  until: SlotDate | null = null,
): Promise<readonly CountedReport[]> => {
  const states = await store.slots.states()
  const hasNights = await store.runs.hasNights()
  const lastRead = hasNights ? judgedAt : lastReading(states)
  const isNeverAsked = neverAsked(states, hasNights)
  const dueThrough = context.zone.dateAt(Math.min(judgedAt, lastRead ?? judgedAt))
  // A closing judged its days as they were due at its moment, whoever read last.
  const closed = closedThrough(await store.periods.closings())
  const lastDay = closed !== null && closed > dueThrough ? closed : dueThrough
  const through = until !== null && until < lastDay ? until : lastDay
  const slots = storedAndExpected(states, context.settings.policy, through)
  const reports = await reportsOfSlots(context, store, slots, judgedAt)
  return reports.map((report) =>
    isNeverAsked(report.slot) && !(closed !== null && report.slot.date <= closed)
      ? { ...report, isNeverAsked: true }
      : report,
  )
}

/** The reports of those slots by their last reading and check, in their order: no list is read. */
export const reportsOfSlots = async (
  { settings: { policy }, zone }: Context,
  store: Store,
  slots: readonly Slot[],
  judgedAt: Instant,
): Promise<readonly CountedReport[]> => {
  const states = new Map((await store.slots.states()).map((state) => [nameOf(state.slot), state]))
  const showing = new Set((await store.findings.slotsWith()).map(nameOf))
  const reports: CountedReport[] = []
  for (const slot of slots) {
    const state = states.get(nameOf(slot)) ?? null
    const discrepancies = showing.has(nameOf(slot)) ? await store.findings.ofSlot(slot) : []
    const due = isDue(slot, policy, zone, judgedAt)
    const facts = { slot, read: checkedRead(state), incomplete: state?.incomplete ?? null, discrepancies, due }
    reports.push(countedReportOf(slotReport(store.merchant.name, facts, policy)))
  }
  return reports
}

/** Whether a slot is of a day before the first or after the last one that was asked for. A nightly job asks for every day. */
export const neverAsked = (states: readonly SlotState[], hasNights: boolean): ((slot: Slot) => boolean) => {
  const dates = states.map(({ slot }) => slot.date).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  return ({ date }) => !hasNights && (first === undefined || last === undefined || date < first || date > last)
}

/** The time of the last reading; null when nothing was ever read whole. */
export const lastReading = (states: readonly SlotState[]): Instant | null =>
  states.reduce<Instant | null>((last, { pull }) => (pull === null ? last : Math.max(last ?? pull.at, pull.at)), null)
