import { type Instant, isDue } from '../src/domain/calendar.ts'
import { compareSlots, nameOf, type Slot, type SlotDate } from '../src/domain/slot.ts'
import { type SlotReport, slotReport } from '../src/domain/slot-report.ts'
import type { SlotState, Store } from '../src/store/store.ts'
import type { JobContext } from './context.ts'
import type { LedgerRows } from './ledger-rows.ts'
import type { NotedRun } from './noted-run.ts'
import { slotsOf } from './timetable.ts'
import { type SlotOfDay, writeDay } from './write-day.ts'

/** What a job has to say: of the slots it was asked about, and where the files are. */
export interface Reported {
  readonly slots: readonly SlotReport[]
  readonly files: readonly string[]
}

/**
 * Reports every slot of those dates as last stored, also those nobody asked for, and writes the files of each date.
 * Whether a slot that was never read is due is judged at `judgedAt`, a time the books know: the same books give the same files.
 */
export const reportDays = async (
  job: JobContext,
  store: Store,
  run: NotedRun,
  asked: readonly Slot[],
  dates: readonly SlotDate[],
  judgedAt: Instant,
  ledgers: LedgerRows,
): Promise<Reported> => {
  const reports = new Map<string, SlotReport>()
  const files: string[] = []
  for (const date of dates) {
    const slots = await slotsOfDay(job, store, date, asked, judgedAt)
    for (const { report } of slots) reports.set(nameOf(report.slot), report)
    const written = await writeDay(job, store, run, date, slots, ledgers)
    job.progress({ kind: 'written', date, files: written.length })
    files.push(...written)
  }
  return { slots: asked.flatMap((slot) => reports.get(nameOf(slot)) ?? []), files }
}

const slotsOfDay = async (
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
