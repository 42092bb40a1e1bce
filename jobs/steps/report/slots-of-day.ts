import { type PayoutArrival, payoutArrivals } from '../../../src/core/bank/payout-arrivals.ts'
import { type Days, type Instant, isDue } from '../../../src/core/calendar/calendar.ts'
import type { Pull } from '../../../src/core/pull/pull.ts'
import { compareSlots, nameOf, type Slot, type SlotDate, uniqueSlots } from '../../../src/core/slot.ts'
import { type SlotReport, slotReport } from '../../../src/rules/assessment/slot-report.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import type { JobContext } from '../run/context.ts'
import { slotsOf } from '../schedule/timetable.ts'

/** The arrivals of the settlements of these days, by the name of the slot. */
const arrivalsOfDays = async (store: Store, days: Days): Promise<ReadonlyMap<string, PayoutArrival>> => {
  const ties = await store.bank.tiesOf(days)
  return new Map(
    ties.flatMap(({ tie, credits }) =>
      payoutArrivals(tie, credits).map(({ slot, ...arrival }) => [nameOf(slot), arrival] as const),
    ),
  )
}

/** One slot of a day: its report, and the pull whose list the ledger shows. */
export interface SlotOfDay {
  readonly report: SlotReport
  readonly pull: Pull | null
}

/**
 * Every slot of a day in order: the expected ones, other stored ones, and those in `also`. Slots that were never read
 * are due or not as of `judgedAt`.
 */
export const slotsOfDay = async (
  { settings: { policy }, zone }: Pick<JobContext, 'settings' | 'zone'>,
  store: Store,
  date: SlotDate,
  also: readonly Slot[],
  judgedAt: Instant,
): Promise<readonly SlotOfDay[]> => {
  const range = { from: date, to: date }
  const states = await store.slots.states(range)
  const arrivals = await arrivalsOfDays(store, range)
  const known = states.map(({ slot }) => ({ slot, verdict: null }))
  const ofDay = [...slotsOf(range, { cycles: [] }, { policy, known }), ...also.filter((slot) => slot.date === date)]
  const slots = uniqueSlots(ofDay).toSorted(compareSlots)
  const made: SlotOfDay[] = []
  for (const slot of slots) {
    const state = states.find((other) => nameOf(other.slot) === nameOf(slot)) ?? unread(slot)
    const discrepancies = state.pull === null ? [] : await store.findings.ofSlot(slot)
    const read = readOf(state)
    const due = isDue(slot, policy, zone, judgedAt)
    const arrival = arrivals.get(nameOf(slot)) ?? null
    const facts = { slot, read, incomplete: state.incomplete, discrepancies, due, arrival }
    made.push({ report: slotReport(store.merchant.name, facts, policy), pull: state.pull })
  }
  return made
}

const unread = (slot: Slot): SlotState => ({
  slot,
  pull: null,
  incomplete: null,
  assessment: null,
  actedSince: false,
})

/** Every pull of these dates was assessed before; an unassessed one is a bug. */
const readOf = ({ slot, pull, assessment }: SlotState) => {
  if (pull === null) return null
  if (assessment?.pullId !== pull.id) throw new Error(`the latest pull of ${nameOf(slot)} was not assessed`)
  return { pull, totals: assessment.totals }
}
