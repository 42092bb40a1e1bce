import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Instant } from '../src/core/calendar/calendar.ts'
import type { AsOf } from '../src/core/past-run.ts'
import type { Policy } from '../src/core/policy.ts'
import { daysBetween, nameOf, type Slot, type SlotDate, slotInWords } from '../src/core/slot.ts'
import { readManifest } from '../src/print/files/manifest.ts'
import { NOTHING_AT_REST } from '../src/rules/account/at-rest.ts'
import { type CountedReport, exitCodeOf, outcomeOf } from '../src/rules/assessment/slot-report.ts'
import { CuadreError } from '../src/std/errors.ts'
import type { SlotState } from '../src/store/pulls/slot-states.ts'
import type { Store } from '../src/store/store.ts'
import { assessSlots } from './steps/assess/assess-slots.ts'
import { assessmentContext } from './steps/assess/assessment-context.ts'
import { type MerchantFacts, merchantFacts } from './steps/assess/merchant-facts.ts'
import { slotsTouched } from './steps/assess/slots-touched.ts'
import { tieOutBank } from './steps/bank/bank-in-database.ts'
import { inThrowAwayDatabase, withDatabase } from './steps/database/with-database.ts'
import { maskStore } from './steps/mask/mask-store.ts'
import { refuseNewCycles } from './steps/pull/refuse-new-cycles.ts'
import { inDatabaseAsOf } from './steps/query/database-as-of.ts'
import { nothingPulled, rangeInWords, THIS_MERCHANT } from './steps/query/nothing-pulled.ts'
import { neverAsked, reportsOfSlots } from './steps/report/counted-reports.ts'
import { reportDays } from './steps/report/report-days.ts'
import type { JobContext, JobReport, JobRequest } from './steps/run/context.ts'
import { type CurrentRun, recordRun } from './steps/run/record-run.ts'
import { storedAndExpected } from './steps/schedule/slots-for-timetable.ts'
import { slotsOf } from './steps/schedule/timetable.ts'

/** Checks and reports again from the database, without the network, as of now or as of a past moment. */
export const checkJob = async (job: JobContext, request: JobRequest): Promise<JobReport> => {
  const { asOf = null } = request
  if (asOf !== null) return checkAsOf(job, request, asOf)
  if (!existsSync(job.settings.db)) throw neverPulled(request)
  return withDatabase(job, 'check', async (store) => {
    const dates = await datesOf(request, store)
    await refuseNewCycles(job, store, request)
    return recordRun(job, store, 'check', (run) => checkAgain(job, store, run, request, dates))
  })
}

/**
 * Shows the findings of that moment. Slots that nobody had checked by then under the same policy and this version are
 * checked now, with what was known then. Only reads the database.
 */
const checkAsOf = async (job: JobContext, request: JobRequest, asOf: AsOf): Promise<JobReport> => {
  if (!existsSync(job.settings.db)) throw neverPulled({ ...request, asOf: null })
  return inDatabaseAsOf(job, asOf, async ({ store, context, moment, rulebook }) => {
    const dates = await datesOf(request, store)
    await refuseNewCycles(job, store, request)
    await refuseReportsOfThePresent(context.settings.out, dates)
    const run = { id: job.newRunId(), ordinal: 0, job: 'check', at: job.now(), rulebook, asOf: moment }
    return checkAgain(context, store, run, request, dates)
  })
}

/** Checks a copy of the database for files that others will read. Its findings are not stored, and the usual files stay as they are. */
export const maskedCheckJob = (job: JobContext, request: JobRequest): Promise<JobReport> =>
  inThrowAwayDatabase(job, (copy) =>
    checkJob({ ...copy, masked: true, settings: { ...copy.settings, out: job.settings.out } }, request),
  )

const checkAgain = async (
  job: JobContext,
  store: Store,
  run: CurrentRun,
  request: JobRequest,
  dates: readonly SlotDate[],
): Promise<JobReport> => {
  const { policy } = job.settings
  const rules = { policy, zone: job.zone }
  const judgedAt = (await store.runs.lastStart()) ?? run.at
  if (run.asOf === null) await store.dispositions.endDecisions(run.at)
  await store.keys.update()
  if (run.asOf === null) await tieOutBank(store, await store.slots.states(), rules, job.now())
  const isStale = ({ slot, assessment }: SlotState): boolean =>
    dates.includes(slot.date) && assessment?.rulebook !== run.rulebook
  const facts = await merchantFacts(store, { ...rules, signal: job.signal, isStale }, job)
  const { states } = facts
  const ofDates = states.filter(({ slot }) => dates.includes(slot.date)).map(({ slot }) => slot)
  const touched = await slotsToCheck(store, run, facts, dates, policy)
  await assessSlots(store, assessmentContext(job, run.rulebook), facts, touched)
  job.progress({ kind: 'checked', slots: touched.length })
  const known = ofDates.map((slot) => ({ slot, verdict: null }))
  const ofDays = dates.flatMap((date) => slotsOf({ from: date, to: date }, request, { policy, known }))
  const stored = new Set(ofDates.map(nameOf))
  const asked = request.dates === null ? ofDays.filter((slot) => stored.has(nameOf(slot))) : ofDays
  // Files for others hold the dates that were asked for, and no other date.
  const ofTouched = run.asOf === null && !job.masked ? touched.map(({ date }) => date) : []
  const days = [...new Set([...dates, ...ofTouched])].sort()
  const reported = await reportDays(job, job.masked ? maskStore(store) : store, run, asked, days, judgedAt)
  const { slots } = reported
  return {
    runId: run.id,
    ...reported,
    neverRead:
      request.dates === null && request.cycles.length === 0 ? await neverRead(job, store, states, judgedAt) : [],
    outcome: outcomeOf(slots),
    exitCode: exitCodeOf(slots, request.failOn),
    error: null,
    asOf: run.asOf,
  }
}

/** What was due between and was never read: the first answer about everything stored is about it too, as on every page. */
const neverRead = async (
  job: JobContext,
  store: Store,
  states: readonly SlotState[],
  judgedAt: Instant,
): Promise<readonly CountedReport[]> => {
  const hasNights = await store.runs.hasNights()
  const isNeverAsked = neverAsked(await store.slots.extent(), hasNights)
  const stored = new Set(states.map(({ slot }) => nameOf(slot)))
  const through = hasNights ? job.zone.dateAt(judgedAt) : null
  const all = storedAndExpected({ states, rest: NOTHING_AT_REST }, job.settings.policy, through)
  const others = all.filter((slot) => !stored.has(nameOf(slot)) && !isNeverAsked(slot))
  return reportsOfSlots(job, store, [], others, judgedAt)
}

/**
 * All stored slots of the dates, and those with later acts of people. For a past moment only those that were not
 * checked then by the same rules.
 */
const slotsToCheck = (
  store: Store,
  { asOf, rulebook }: CurrentRun,
  facts: MerchantFacts,
  dates: readonly SlotDate[],
  policy: Policy,
): Promise<readonly Slot[]> => {
  const isStale = ({ pull, assessment, actedSince }: SlotState): boolean =>
    pull !== null && (assessment?.pullId !== pull.id || assessment.rulebook !== rulebook || actedSince)
  const isRead = (state: SlotState): boolean => {
    const isAsked = dates.includes(state.slot.date)
    return asOf === null ? isAsked || state.actedSince : isAsked && isStale(state)
  }
  const read = facts.states.filter(isRead).map(({ slot }) => slot)
  return asOf !== null && read.length === 0 ? Promise.resolve([]) : slotsTouched(store, read, facts, policy)
}

/** Without dates: every date in the database, and of these only the stored slots. */
const datesOf = async (request: JobRequest, store: Store): Promise<readonly SlotDate[]> => {
  const states = await store.slots.states(request.dates ?? undefined)
  if (states.length === 0) throw neverPulled(request)
  if (request.dates !== null) return daysBetween(request.dates.from, request.dates.to)
  return [...new Set(states.map(({ slot }) => slot.date))]
}

/** Reports of a past moment must not overwrite those of the present. */
const refuseReportsOfThePresent = async (out: string, dates: readonly SlotDate[]): Promise<void> => {
  for (const date of dates) {
    const manifest = await readManifest(join(out, date))
    if (manifest !== null && manifest.asOf === null) throw folderOfThePresent(join(out, date))
  }
}

/** The error when reports of a past moment were to be written to a folder with reports of the present. */
const folderOfThePresent = (folder: string): CuadreError =>
  new CuadreError(
    'OUT_IS_PRESENT',
    {
      en: `${folder} holds the files that a run wrote, and those of an earlier state would replace them`,
      es: `${folder} tiene los archivos que escribió una ejecución, y los de un estado anterior los reemplazarían`,
    },
    { en: 'name another folder with --out', es: 'indique otra carpeta con --out' },
  )

const neverPulled = ({ dates, cycles, asOf = null }: JobRequest): CuadreError => {
  if (dates === null) return nothingPulled(THIS_MERCHANT, 'cuadre run', asOf)
  const flags = dates.from === dates.to ? `--date ${dates.from}` : `--from ${dates.from} --to ${dates.to}`
  const ofCycles = cycles.map((cycle) => ` --cycle ${cycle}`).join('')
  const [cycle] = cycles
  const what =
    dates.from === dates.to && cycle !== undefined ? slotInWords({ date: dates.from, cycle }) : rangeInWords(dates)
  return nothingPulled(what, `cuadre run ${flags}${ofCycles}`, asOf)
}
