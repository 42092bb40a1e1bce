import { type Instant, isDue } from '../../../src/core/calendar/calendar.ts'
import { nameOf, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import {
  type CountedReport,
  closedThrough,
  countedReportOf,
  type SlotReport,
  slotReport,
} from '../../../src/rules/assessment/slot-report.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { checkedRead } from '../query/checked-read.ts'
import type { JobContext } from '../run/context.ts'
import { storedAndExpected } from '../schedule/slots-for-timetable.ts'

/**
 * Every stored slot, and every expected one from the first of them through the day on which it is judged what is due,
 * but not after `until`: what was due by then and never read is among them. Without a nightly job nothing is due after
 * the last reading, but for closed days.
 */
export const countedReports = async (
  { settings: { policy }, zone }: Pick<JobContext, 'settings' | 'zone'>,
  store: Store,
  judgedAt: Instant,
  made: ReadonlyMap<string, SlotReport> = new Map(),
  until: SlotDate | null = null,
): Promise<readonly CountedReport[]> => {
  const states = new Map((await store.slots.states()).map((state) => [nameOf(state.slot), state]))
  const hasNights = await store.runs.hasNights()
  const lastRead = hasNights ? judgedAt : lastReading([...states.values()])
  const isNeverAsked = neverAsked([...states.values()], hasNights)
  const dueThrough = zone.dateAt(Math.min(judgedAt, lastRead ?? judgedAt))
  // A closing judged its days as they were due at its moment, whoever read last.
  const closed = closedThrough(await store.periods.closings())
  const lastDay = closed !== null && closed > dueThrough ? closed : dueThrough
  const through = until !== null && until < lastDay ? until : lastDay
  const showing = new Set((await store.findings.slotsWith()).map(nameOf))
  const reports: CountedReport[] = []
  for (const slot of storedAndExpected([...states.values()], policy, through)) {
    const known = made.get(nameOf(slot))
    const state = states.get(nameOf(slot))
    const isShowing = known === undefined && showing.has(nameOf(slot))
    const discrepancies = isShowing ? await store.findings.ofSlot(slot) : []
    const due = isDue(slot, policy, zone, judgedAt)
    const facts = { slot, read: checkedRead(state ?? null), incomplete: state?.incomplete ?? null, discrepancies, due }
    const report = known ?? slotReport(store.merchant.name, facts, policy)
    reports.push(
      countedReportOf(
        isNeverAsked(slot) && !(closed !== null && slot.date <= closed) ? { ...report, isNeverAsked: true } : report,
      ),
    )
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
