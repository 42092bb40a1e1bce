import { existsSync } from 'node:fs'
import type { Days } from '../src/core/calendar/calendar.ts'
import { type Policy, withoutAlias } from '../src/core/policy.ts'
import { ownSlotOf, type UnlistedInvoice } from '../src/core/pull/unlisted-invoice.ts'
import { asCycle, compareSlots, dayMonthYear, nameOf, type Slot, type SlotDate, uniqueSlots } from '../src/core/slot.ts'
import { requireService, type Service } from '../src/input/settings.ts'
import { INCOMPLETE, type Outcome } from '../src/rules/assessment/slot-report.ts'
import { invoiceInNoSlot } from '../src/rules/checks/shared.ts'
import type { CuadreError } from '../src/std/errors.ts'
import type { SlotState } from '../src/store/pulls/slot-states.ts'
import type { Store } from '../src/store/store.ts'
import { assessRead } from './steps/assess/assess-read.ts'
import { inThrowAwayDatabase, withDatabase } from './steps/database/with-database.ts'
import { type DateListings, listDates } from './steps/pull/list-dates.ts'
import { pullOlderAgain } from './steps/pull/pull-older-again.ts'
import { nonEmptySlots, type PullContext, pullSlots } from './steps/pull/pull-slots.ts'
import { nothingPulled, rangeInWords, THIS_MERCHANT } from './steps/query/nothing-pulled.ts'
import { daysToSkip, reportDays } from './steps/report/report-days.ts'
import type { JobContext, JobReport, JobRequest } from './steps/run/context.ts'
import { type CurrentRun, recordRun, runEnding } from './steps/run/record-run.ts'
import { type SweepTimetable, sweepTimetable } from './steps/schedule/sweep-timetable.ts'

export interface SweepRequest extends Pick<JobRequest, 'dryRun' | 'failOn'> {
  /** Null for the days that are due for a sweep. */
  readonly dates: Days | null
}

export interface SweepReport extends JobReport {
  /** The slots that were read again, in order. `slots` also has those with new unlisted invoices. */
  readonly swept: readonly Slot[]
  readonly listed: DateListings['listed']
  readonly failed: DateListings['failed']
  /** Dates that are not listed before all of their slots are due and were read whole. */
  readonly waiting: readonly SlotDate[]
}

/** Pause after each slot, in ms, so that a sweep does not burden the service. */
const PAUSE_MS = 1000
/** Settlements read at once, for the same reason. */
const SWEEP_CONCURRENCY = 1

/**
 * Reads older settlements again that no night reads any more, and looks for payments outside all expected settlements.
 */
export const sweepJob = async (job: JobContext, request: SweepRequest): Promise<SweepReport> => {
  const service = requireService(job.settings)
  const sweep = (here: JobContext) =>
    withDatabase(here, 'sweep', async (store) => {
      await requireStored(store, request.dates)
      return recordRun(here, store, 'sweep', (run) => sweepDatabase(here, store, service, run, request))
    })
  if (!existsSync(job.settings.db)) throw neverPulled(request.dates)
  if (!request.dryRun) return sweep(job)
  return { ...(await inThrowAwayDatabase(job, sweep)), files: [] }
}

const sweepDatabase = async (
  job: JobContext,
  store: Store,
  service: Service,
  run: CurrentRun,
  request: SweepRequest,
): Promise<SweepReport> => {
  await store.merchant.checkBaseUrl(service.baseUrl)
  await store.dispositions.endDecisions(run.at)
  const before = await store.slots.states()
  const plan = await planOf(job, store, run, request.dates, before)
  job.progress({ kind: 'planned', slots: plan.slots.length })
  const gentle = { ...job, settings: { ...job.settings, concurrency: SWEEP_CONCURRENCY } }
  const pulls: PullContext = { service, store, runId: run.id, nonEmptyBefore: nonEmptySlots(before), pauseMs: PAUSE_MS }
  const sweptStop = await pullSlots(gentle, pulls, plan.slots)
  const states = await store.slots.states()
  const unread = new Set(states.filter(({ incomplete }) => incomplete !== null).map(({ slot }) => slot.date))
  const readWhole = plan.dates.filter((date) => !unread.has(date))
  const dates = await listDates(gentle, pulls, sweptStop === null ? readWhole : [], states)
  const named = namedSlots(await unlistedIn(store, dates), job.settings.policy)
  const stop = sweptStop ?? dates.stop ?? (await pullAndRepeat(gentle, pulls, run, plan.slots, named))
  const looked = new Set([...plan.slots.map(({ date }) => date), ...dates.listed.map(({ date }) => date)])
  const touched = await assessRead(job, store, run, looked)
  const filed = (await store.findings.slotsWith([invoiceInNoSlot.code])).filter(({ date }) => looked.has(date))
  const slots = uniqueSlots([...plan.slots, ...named, ...filed]).toSorted(compareSlots)
  const days = [...new Set([...slots, ...touched].map(({ date }) => date))].sort()
  const skipped = daysToSkip(days, plan.slots, await store.slots.states(), run.id, stop)
  const reported = await reportDays(job, store, run, slots, days, run.at, { skipped })
  const ended = { runId: run.id, ...reported, ...runEnding(reported.slots, request, stop) }
  const waiting = [...plan.waiting, ...plan.dates.filter((date) => unread.has(date))].sort()
  const read = new Set(states.filter(({ pull }) => pull?.runId === run.id).map(({ slot }) => nameOf(slot)))
  const swept = plan.slots.filter((slot) => read.has(nameOf(slot)))
  return { ...ended, ...endingOfDates(ended, dates), ...dates, swept, waiting }
}

const planOf = async (
  { settings, zone }: JobContext,
  store: Store,
  run: CurrentRun,
  asked: Days | null,
  states: readonly SlotState[],
): Promise<SweepTimetable> => {
  const read = states.flatMap(({ slot, pull }) => (pull === null ? [] : [{ slot, readAt: pull.at }]))
  const listed = new Set((await store.listings.newest()).map(({ date }) => date))
  return sweepTimetable(asked, { ...settings, zone, now: run.at, read, listed })
}

/** Throws when no slot of the days asked for was ever read whole. */
const requireStored = async (store: Store, asked: Days | null): Promise<void> => {
  const states = await store.slots.states(asked ?? undefined)
  if (!states.some(({ pull }) => pull !== null)) throw neverPulled(asked)
}

const neverPulled = (asked: Days | null): CuadreError =>
  asked === null
    ? nothingPulled(THIS_MERCHANT, 'cuadre run')
    : nothingPulled(rangeInWords(asked), `cuadre run --from ${asked.from} --to ${asked.to}`)

/** The invoices of the newly listed dates that are in no slot. */
const unlistedIn = async (store: Store, { listed }: DateListings): Promise<readonly UnlistedInvoice[]> => {
  const dates = new Set(listed.map(({ date }) => date))
  return (await store.listings.unlistedInvoices()).filter(
    ({ date, listedIn }) => dates.has(date) && listedIn.length === 0,
  )
}

/**
 * The slots that unlisted invoices name. An unexpected slot is read for the first time; any other slot may have
 * received the invoice since its last reading.
 */
const namedSlots = (unlisted: readonly UnlistedInvoice[], policy: Policy): readonly Slot[] =>
  uniqueSlots(
    unlisted.flatMap((invoice) => {
      const named = ownSlotOf(invoice)
      const cycle = named && asCycle(withoutAlias(named.cycle, policy))
      return named && cycle ? [{ date: named.date, cycle }] : []
    }),
  ).toSorted(compareSlots)

const pullAndRepeat = async (
  job: JobContext,
  pulls: PullContext,
  run: CurrentRun,
  swept: readonly Slot[],
  named: readonly Slot[],
) =>
  (await pullSlots(job, { ...pulls, nonEmptyBefore: [] }, named)) ??
  (await pullOlderAgain(job, pulls, run, [...swept, ...named]))

/** A date that could not be listed makes the sweep incomplete. A listed date was due. */
const endingOfDates = (
  { outcome, exitCode, error }: JobReport,
  { listed, failed }: DateListings,
): Pick<JobReport, 'outcome' | 'exitCode' | 'error'> => {
  const [first] = failed
  if (error === null && first !== undefined) {
    const message = {
      en: `${first.date} could not be listed without a cycle (${first.reason.en})`,
      es: `no se pudo listar el ${dayMonthYear(first.date)} sin ciclo (${first.reason.es})`,
    }
    const next = {
      en: `run it again: cuadre sweep --date ${first.date}`,
      es: `ejecútelo de nuevo: cuadre sweep --date ${first.date}`,
    }
    return { outcome: 'incomplete', exitCode: INCOMPLETE, error: { code: 'DATE_NOT_LISTED', texts: { message, next } } }
  }
  const outcomeWithListedDates: Outcome = outcome === 'nothing-due' && listed.length > 0 ? 'agrees' : outcome
  return { outcome: outcomeWithListedDates, exitCode, error }
}
