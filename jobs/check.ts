import { exitCodeOf, outcomeOf } from '../src/domain/outcome.ts'
import { daysBetween, nameOf, type SlotDate } from '../src/domain/slot.ts'
import type { SlotState, Store } from '../src/store/store.ts'
import { assessSlots, slotsToAssess } from './assess-slots.ts'
import { inThrowAwayBooks, withBooks } from './books.ts'
import type { JobContext, JobReport, JobRequest } from './context.ts'
import { ledgerRows } from './ledger-rows.ts'
import { maskedBooks } from './masked-books.ts'
import { NeverPulledFault } from './never-pulled.ts'
import { type NotedRun, notedRun } from './noted-run.ts'
import { reportDays } from './report-days.ts'
import { slotsOf } from './timetable.ts'

/** Checks and reports again from what is stored, without the network. */
export const checkJob = (job: JobContext, request: JobRequest): Promise<JobReport> =>
  withBooks(job, 'check', async (store) => {
    const states = await store.slots(request.dates ?? undefined)
    const dates = datesOf(request, states)
    if (!states.some(({ pull, incomplete }) => pull !== null || incomplete !== null)) throw neverPulled(request)
    return notedRun(job, store, 'check', (run) => checkAgain(job, store, run, request, dates))
  })

/** The same on a copy of the books, for files that are shown to others: what it finds is not kept, and the books' own files are left alone. */
export const maskedCheckJob = (job: JobContext, request: JobRequest): Promise<JobReport> =>
  inThrowAwayBooks(job, (copy) =>
    checkJob({ ...copy, masked: true, settings: { ...copy.settings, out: job.settings.out } }, request),
  )

const checkAgain = async (
  job: JobContext,
  store: Store,
  run: NotedRun,
  request: JobRequest,
  dates: readonly SlotDate[],
): Promise<JobReport> => {
  const { policy } = job.settings
  const judgedAt = (await store.lastRunAt()) ?? run.at
  await store.endWaivers(run.at)
  await store.indexKeys()
  const states = await store.slots()
  const shared = await store.sharedKeys()
  const ofDates = states.filter(({ slot }) => dates.includes(slot.date)).map(({ slot }) => slot)
  const actedOn = states.filter(({ actedSince }) => actedSince).map(({ slot }) => slot)
  const touched = await slotsToAssess(store, [...ofDates, ...actedOn], shared)
  const ledgers = ledgerRows(job, store.merchant)
  await assessSlots(
    store,
    { policy, zone: job.zone, rulebook: run.rulebook, inbox: job.settings.inbox, signal: job.signal },
    { states, shared },
    touched,
    ledgers,
  )
  job.progress({ kind: 'checked', slots: touched.length })
  const known = ofDates.map((slot) => ({ slot, verdict: null }))
  const ofDays = dates.flatMap((date) => slotsOf({ from: date, to: date }, request, { policy, known }))
  const stored = new Set(ofDates.map(nameOf))
  const asked = request.dates === null ? ofDays.filter((slot) => stored.has(nameOf(slot))) : ofDays
  const days = [...new Set([...dates, ...touched.map(({ date }) => date)])].sort()
  const reported = job.masked
    ? await reportDays(job, maskedBooks(store), run, asked, days, judgedAt, ledgerRows(job, store.merchant))
    : await reportDays(job, store, run, asked, days, judgedAt, ledgers)
  const { slots } = reported
  return {
    runId: run.id,
    ...reported,
    outcome: outcomeOf(slots),
    exitCode: exitCodeOf(slots, request.failOn),
    error: null,
  }
}

/** Without dates: every date the books hold, and of these only the slots that are stored. */
const datesOf = ({ dates }: JobRequest, states: readonly SlotState[]): readonly SlotDate[] =>
  dates === null ? [...new Set(states.map(({ slot }) => slot.date))] : daysBetween(dates.from, dates.to)

const neverPulled = ({ dates, cycles }: JobRequest): NeverPulledFault => {
  if (dates === null) return new NeverPulledFault('this merchant', 'cuadre run')
  const flags = dates.from === dates.to ? `--date ${dates.from}` : `--from ${dates.from} --to ${dates.to}`
  const ofCycles = cycles.map((cycle) => ` --cycle ${cycle}`).join('')
  const what = dates.from === dates.to ? nameOf({ date: dates.from, cycle: cycles[0] ?? 'any' }) : flags
  return new NeverPulledFault(what, `cuadre run ${flags}${ofCycles}`)
}
