import { type Days, type Instant, isDue } from '../../../src/core/calendar/calendar.ts'
import { nameOf, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import {
  type CountedReport,
  closedThrough,
  countedReportOf,
  slotReport,
} from '../../../src/rules/assessment/slot-report.ts'
import type { SlotExtent, SlotState, StatesAndRest } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { checkedRead } from '../query/checked-read.ts'
import type { JobContext } from '../run/context.ts'
import { storedAndExpected } from '../schedule/slots-for-timetable.ts'

type Context = Pick<JobContext, 'settings' | 'zone'>

/** The reports of all settlements but those at rest, of which sums are known. */
export interface KnownSettlements extends StatesAndRest {
  readonly reports: readonly CountedReport[]
}

interface Wanted {
  /** The last day on which what was due and never read is among them. */
  readonly until?: SlotDate
  /** Settlements of these days, and these settlements, have reports, at rest or not. */
  readonly days?: Days
  readonly slots?: readonly Slot[]
}

/**
 * Every stored slot, and every expected one from the first of them through the day on which it is judged what is due,
 * but not after `until`: what was due by then and never read is among them. Without a nightly job nothing is due after
 * the last reading, but for closed days.
 */
export const settlementsInDatabase = async (
  context: Context,
  store: Store,
  judgedAt: Instant,
  { until, ...asked }: Wanted = {},
): Promise<KnownSettlements> => {
  const { policy } = context.settings
  const extent = await store.slots.extent()
  const hasNights = await store.runs.hasNights()
  const lastRead = hasNights ? judgedAt : (extent?.lastRead ?? null)
  const dueThrough = context.zone.dateAt(Math.min(judgedAt, lastRead ?? judgedAt))
  // A closing judged its days as they were due at its moment, whoever read last.
  const closed = closedThrough(await store.periods.closings())
  const lastDay = closed !== null && closed > dueThrough ? closed : dueThrough
  const through = until !== undefined && until < lastDay ? until : lastDay
  const known = await store.slots.statesAndRest({ policy, zone: context.zone, ...asked })
  const slots = storedAndExpected(known, policy, through)
  const isNeverAsked = neverAsked(extent, hasNights)
  const reports = await reportsOfSlots(context, store, known.states, slots, judgedAt)
  return {
    ...known,
    reports: reports.map((report) =>
      isNeverAsked(report.slot) && !(closed !== null && report.slot.date <= closed)
        ? { ...report, isNeverAsked: true }
        : report,
    ),
  }
}

/** The reports of those slots by their last reading and check, in their order: no list is read. */
export const reportsOfSlots = async (
  { settings: { policy }, zone }: Context,
  store: Store,
  known: readonly SlotState[],
  slots: readonly Slot[],
  judgedAt: Instant,
): Promise<readonly CountedReport[]> => {
  const states = new Map(known.map((state) => [nameOf(state.slot), state]))
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
export const neverAsked =
  (extent: SlotExtent | null, hasNights: boolean): ((slot: Slot) => boolean) =>
  ({ date }) =>
    !hasNights && (extent === null || date < extent.from || date > extent.to)
