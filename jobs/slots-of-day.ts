import { type Instant, isDue } from '../src/domain/calendar.ts'
import { compareSlots, nameOf, type Slot, type SlotDate } from '../src/domain/slot.ts'
import { slotReport } from '../src/domain/slot-report.ts'
import type { SlotState, Store } from '../src/store/store.ts'
import type { JobContext } from './context.ts'
import { slotsOf } from './timetable.ts'
import type { SlotOfDay } from './write-day.ts'

/** Every slot of a date as last stored: the expected ones, the other stored ones, and those asked for. */
export const slotsOfDay = async (
  { settings: { policy }, zone }: JobContext,
  store: Store,
  date: SlotDate,
  asked: readonly Slot[],
  judgedAt: Instant,
): Promise<readonly SlotOfDay[]> => {
  const range = { from: date, to: date }
  const states = await store.slots(range)
  const known = states.map(({ slot }) => ({ slot, verdict: null }))
  const ofDay = [...slotsOf(range, { cycles: [] }, { policy, known }), ...asked.filter((slot) => slot.date === date)]
  const slots = [...new Map(ofDay.map((slot) => [nameOf(slot), slot])).values()].sort(compareSlots)
  const made: SlotOfDay[] = []
  for (const slot of slots) {
    const state = states.find((other) => nameOf(other.slot) === nameOf(slot)) ?? unread(slot)
    const discrepancies = state.pull === null ? [] : await store.discrepancies(slot)
    const read = readOf(state)
    const facts = { slot, read, incomplete: state.incomplete, discrepancies, due: isDue(slot, policy, zone, judgedAt) }
    made.push({ report: slotReport(store.merchant, facts, policy), pull: state.pull })
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

/** Every pull on those dates was assessed before; one that was not would be our mistake. */
const readOf = ({ slot, pull, assessment }: SlotState) => {
  if (pull === null) return null
  if (assessment?.pullId !== pull.id) throw new Error(`the latest pull of ${nameOf(slot)} was not assessed`)
  return { pull, totals: assessment.totals }
}
