import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type CountedReport, counted } from '../../../reports/pages/discrepancy-marks.ts'
import { indexFacts } from '../../../reports/pages/index-facts.ts'
import { indexPage } from '../../../reports/pages/index-page.tsx'
import { type SlotReport, slotReport } from '../../domain/assessment/slot-report.ts'
import { type Instant, isDue } from '../../domain/calendar/calendar.ts'
import type { Policy } from '../../domain/policy.ts'
import { compareSlots, nameOf, type Slot, type SlotDate } from '../../domain/slot.ts'
import { publishText } from '../../publish/files/publish.ts'
import type { SlotState } from '../../storage/pulls/pulls.ts'
import type { Store } from '../../storage/store.ts'
import type { JobContext } from '../run/context.ts'
import { slotsOf } from '../schedule/timetable.ts'

/**
 * Writes the page of all days, from the reports made already and what was kept of each other slot's last check: no list is read. It is made anew each time and written
 * only when it says something else than the one that stands there. Gives its path.
 */
export const writeIndex = async (
  job: JobContext,
  store: Store,
  judgedAt: Instant,
  made: ReadonlyMap<string, SlotReport>,
): Promise<string> => {
  const { settings, zone, version, signal } = job
  const reports = await reportsOf(job, store, judgedAt, made)
  const pages = await pagesIn(settings.out, new Set(reports.map(({ slot }) => slot.date)))
  const page = indexPage(indexFacts(store.merchant.name, reports, pages, settings.language, zone), version)
  return publishText(settings.out, 'index.html', page, signal)
}

/** Every stored slot, and every expected one from the first day that is stored to the last. */
const reportsOf = async (
  { settings: { policy }, zone }: JobContext,
  store: Store,
  judgedAt: Instant,
  made: ReadonlyMap<string, SlotReport>,
): Promise<readonly CountedReport[]> => {
  const states = new Map((await store.slots.states()).map((state) => [nameOf(state.slot), state]))
  const reports: CountedReport[] = []
  for (const slot of slotsToShow([...states.values()], policy)) {
    const known = made.get(nameOf(slot))
    const isShowing = known === undefined && (await store.findings.hasAny(slot))
    const discrepancies = isShowing ? await store.findings.ofSlot(slot) : []
    const state = states.get(nameOf(slot))
    const due = isDue(slot, policy, zone, judgedAt)
    const facts = { slot, read: readOf(state), incomplete: state?.incomplete ?? null, discrepancies, due }
    reports.push(counted(known ?? slotReport(store.merchant.name, facts, policy)))
  }
  return reports
}

const slotsToShow = (states: readonly SlotState[], policy: Policy): readonly Slot[] => {
  const stored = states.map(({ slot }) => slot).sort(compareSlots)
  const [from, to] = [stored[0]?.date, stored.at(-1)?.date]
  if (from === undefined || to === undefined) return []
  const known = stored.map((slot) => ({ slot, verdict: null }))
  return slotsOf({ from, to }, { cycles: [] }, { policy, known })
}

/** A pull that no check has looked at, because the run was stopped early, is told by the next one. */
const readOf = (state: SlotState | undefined) => {
  const { pull = null, assessment = null } = state ?? {}
  return pull === null || assessment === null ? null : { pull, totals: assessment.totals }
}

/** The days whose own page is there: only they are linked. */
const pagesIn = async (out: string, dates: ReadonlySet<SlotDate>): Promise<ReadonlySet<SlotDate>> => {
  const there = new Set<SlotDate>()
  for (const date of dates) {
    const isThere = await access(join(out, date, 'report.html')).then(
      () => true,
      () => false,
    )
    if (isThere) there.add(date)
  }
  return there
}
