import { requireService, type Service } from '../src/input/settings.ts'
import { closedThrough } from '../src/rules/assessment/slot-report.ts'
import type { Store } from '../src/store/store.ts'
import { assessRead } from './steps/assess/assess-read.ts'
import { inThrowAwayDatabase, withDatabase } from './steps/database/with-database.ts'
import { pullOlderAgain } from './steps/pull/pull-older-again.ts'
import { nonEmptySlots, pullSlots } from './steps/pull/pull-slots.ts'
import { refuseCyclesNotInSettings, refuseNewCycles } from './steps/pull/refuse-new-cycles.ts'
import { daysToSkip, findOutdatedDays, reportDays } from './steps/report/report-days.ts'
import { slotsOfNight } from './steps/report/slots-of-night.ts'
import type { JobContext, JobReport, JobRequest } from './steps/run/context.ts'
import { type CurrentRun, recordRun, runEnding } from './steps/run/record-run.ts'
import { slotsForTimetable } from './steps/schedule/slots-for-timetable.ts'
import { isOrdinaryNight, isWholeNight, timetable } from './steps/schedule/timetable.ts'

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
  refuseCyclesNotInSettings(job, request)
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
    known: slotsForTimetable(before, settings.policy),
    closedThrough: closedThrough(await store.periods.closings()),
  }
  const { slots, due } = timetable(request, calendar)
  job.progress({ kind: 'planned', slots: due.length })
  const pulls = {
    service,
    store,
    runId: run.id,
    nonEmptyBefore: nonEmptySlots(before),
  }
  const stopped = await pullSlots(job, pulls, due)
  const states = await store.slots.states()
  const stop = stopped ?? (await pullOlderAgain(job, pulls, run))
  const touched = await assessRead(job, store, run, new Set(slots.map(({ date }) => date)))
  const slotsToReport = isOrdinaryNight(request) ? await slotsOfNight(store, run, { slots, due }) : slots
  const outdated = await findOutdatedDays(settings.out, store, run)
  const dates = [...new Set([...[...slotsToReport, ...touched].map(({ date }) => date), ...outdated])].sort()
  const skipped = daysToSkip(dates, due, states, run.id, stop)
  const reported = await reportDays(job, store, run, slotsToReport, dates, run.at, { skipped, outdated })
  return { runId: run.id, ...reported, ...runEnding(reported.slots, request, stop) }
}
