import { requireService, type Service } from '../src/config/settings.ts'
import { closedThrough } from '../src/domain/assessment/closing.ts'
import { exitCodeOf, INCOMPLETE, outcomeOf } from '../src/domain/assessment/outcome.ts'
import { isOpen } from '../src/domain/findings/discrepancy.ts'
import { isFinal, type Policy } from '../src/domain/policy.ts'
import { compareSlots, nameOf, type Slot, uniqueSlots } from '../src/domain/slot.ts'
import { assessRead } from '../src/pipeline/assess/assess-read.ts'
import { pullSlots } from '../src/pipeline/pull/pull-slots.ts'
import { refuseNewCycles, refuseNewCyclesOfNew } from '../src/pipeline/pull/refuse-new-cycles.ts'
import { inThrowAwayDatabase, withDatabase } from '../src/pipeline/query/with-database.ts'
import { daysToSkip } from '../src/pipeline/report/days-to-skip.ts'
import { findOutdatedDays } from '../src/pipeline/report/find-outdated-days.ts'
import { reportDays } from '../src/pipeline/report/report-days.ts'
import { spoolLedgers } from '../src/pipeline/report/spool/spool-ledgers.ts'
import type { JobContext, JobReport, JobRequest } from '../src/pipeline/run/context.ts'
import { type CurrentRun, recordRun } from '../src/pipeline/run/record-run.ts'
import { type KnownSlot, timetable } from '../src/pipeline/schedule/timetable.ts'
import type { CuadreError } from '../src/std/errors.ts'
import type { SlotState } from '../src/storage/pulls/pulls.ts'
import type { Store } from '../src/storage/store.ts'

/** The main job: pulls what is due, stores it, checks it, and writes the reports. */
export const runJob = async (job: JobContext, request: JobRequest): Promise<JobReport> => {
  const service = requireService(job.settings)
  const { job: name = 'run' } = request
  const night = (here: JobContext) =>
    withDatabase(here, name, async (store) => {
      await refuseNewCycles(here, store, request)
      const work = (run: CurrentRun) => runNight(here, store, service, run, request)
      return recordRun(here, store, name, work, isWholeNight(request) ? 'due' : 'named')
    })
  refuseNewCyclesOfNew(job, request)
  if (!request.dryRun) return night(job)
  return { ...(await inThrowAwayDatabase(job, night)), files: [] }
}

const runNight = async (
  job: JobContext,
  store: Store,
  service: Service,
  run: CurrentRun,
  request: JobRequest,
): Promise<JobReport> => {
  const { settings, zone } = job
  await store.merchant.checkBaseUrl(service.baseUrl)
  await store.dispositions.endDecisions(run.at)
  const before = await store.slots.states()
  const calendar = {
    ...settings,
    zone,
    now: run.at,
    known: before.map((state) => knownSlot(state, settings.policy)),
    closedThrough: closedThrough(await store.periods.closings()),
  }
  const { slots, due } = timetable(request, calendar)
  job.progress({ kind: 'planned', slots: due.length })
  const pulls = {
    service,
    store,
    runId: run.id,
    nonEmptyBefore: before.filter(hasStoredSettlements).map(({ slot }) => slot),
  }
  const ledgers = await spoolLedgers(job, store.merchant.name, run.id, (date) =>
    store.slots.states({ from: date, to: date }),
  )
  try {
    const stopped = await pullSlots(job, pulls, due)
    const states = await store.slots.states()
    const stop = stopped ?? (await pullOlderAgain(job, pulls, run))
    const touched = await assessRead(job, store, run, new Set(slots.map(({ date }) => date)), ledgers.onPage)
    const slotsToReport = isOrdinaryNight(request)
      ? uniqueSlots([
          ...slots,
          ...(await restatedSlots(store, run)),
          ...(await store.periods.openedSinceClosing()),
          ...(await incompleteOf(store, due)),
        ]).toSorted(compareSlots)
      : slots
    const outdated = await findOutdatedDays(settings.out, store, run)
    const dates = [...new Set([...[...slotsToReport, ...touched].map(({ date }) => date), ...outdated])].sort()
    const skipped = daysToSkip(dates, due, states, run.id, stop)
    const reported = await reportDays(job, store, run, slotsToReport, dates, run.at, { ledgers, skipped, outdated })
    return { runId: run.id, ...reported, ...ending(reported.slots, request, stop) }
  } finally {
    ledgers.close()
  }
}

/** Whether a run reads everything that is due. Only such a run shows that the nightly job works. */
export const isWholeNight = (request: Pick<JobRequest, 'dates' | 'slots' | 'cycles'>): boolean =>
  isOrdinaryNight(request) && request.cycles.length === 0

const isOrdinaryNight = ({ dates, slots }: Pick<JobRequest, 'dates' | 'slots'>): boolean =>
  dates === null && slots === undefined

/**
 * Closed settlements that have changed since. Errors are reported every night until a person accepts them; the settling
 * of something open is reported once, by the run that read it.
 */
const restatedSlots = async (store: Store, run: CurrentRun): Promise<readonly Slot[]> => {
  const readNow = new Set(
    (await store.slots.states()).filter(({ pull }) => pull?.runId === run.id).map(({ slot }) => nameOf(slot)),
  )
  return (await store.periods.restatements())
    .filter((one) => isOpen(one) && (one.severity === 'error' || readNow.has(nameOf(one.slot))))
    .map(({ slot }) => slot)
}

/** The slots among these whose last attempt could not be read whole. */
const incompleteOf = async (store: Store, due: readonly Slot[]): Promise<readonly Slot[]> => {
  const names = new Set(due.map(nameOf))
  return (await store.slots.states())
    .filter(({ slot, incomplete }) => incomplete !== null && names.has(nameOf(slot)))
    .map(({ slot }) => slot)
}

/** Whether the settlement is not final, or there are invoices without a settlement. */
const isPending = (pull: SlotState['pull'], assessment: SlotState['assessment'], policy: Policy): boolean => {
  if (pull === null) return false
  return pull.settlement === null ? (assessment?.totals.counted ?? 0) > 0 : !isFinal(pull.settlement.status, policy)
}

/** The verdict is unknown when people acted on the slot since its last check. */
const knownSlot = ({ slot, pull, incomplete, assessment, actedSince }: SlotState, policy: Policy): KnownSlot => ({
  slot,
  isPending: incomplete !== null || isPending(pull, assessment, policy),
  verdict: incomplete === null ? (actedSince ? null : (assessment?.verdict ?? null)) : ('incomplete' as const),
})

export const hasStoredSettlements = ({ pull }: SlotState): boolean =>
  pull !== null && (pull.settlement !== null || pull.list.items > 0)

/**
 * An invoice in two lists of this run may have moved between the two readings. So the older list is read again before
 * reporting.
 */
export const pullOlderAgain = async (
  job: JobContext,
  pulls: Parameters<typeof pullSlots>[1],
  run: CurrentRun,
): Promise<CuadreError | null> => {
  await pulls.store.keys.update()
  const shared = (await pulls.store.keys.shared()).filter(({ kind }) => kind === 'invoice')
  const readNow = shared.map(({ holders }) => holders.filter(({ readInRun }) => readInRun === run.ordinal))
  if (!readNow.some((holders) => holders.length > 1)) return null
  const order = new Map((await pulls.store.slots.states()).map(({ slot, pull }) => [nameOf(slot), pull?.number ?? 0]))
  const older = readNow.flatMap((holders) =>
    holders
      .map(({ slot }) => slot)
      .sort((a, b) => (order.get(nameOf(a)) ?? 0) - (order.get(nameOf(b)) ?? 0))
      .slice(0, -1),
  )
  const again = [...new Map(older.map((slot) => [nameOf(slot), slot])).values()]
  return pullSlots(job, { ...pulls, nonEmptyBefore: [] }, again)
}

/** The result of the run: a stop ranks before incomplete, and incomplete before differences. */
export const ending = (
  slots: JobReport['slots'],
  { failOn }: Pick<JobRequest, 'failOn'>,
  stop: CuadreError | null,
): Pick<JobReport, 'outcome' | 'exitCode' | 'error'> => {
  if (stop === null) return { outcome: outcomeOf(slots), exitCode: exitCodeOf(slots, failOn), error: null }
  const { code, texts } = stop
  const error = { code, texts }
  const isToTryAgain = code === 'SERVICE_UNREACHABLE' || code === 'CLOCK_SKEW'
  return isToTryAgain
    ? { outcome: 'incomplete', exitCode: INCOMPLETE, error }
    : { outcome: 'failed', exitCode: 4, error }
}
