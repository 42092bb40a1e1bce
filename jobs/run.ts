import { requireService, type Service } from '../src/input/settings.ts'
import { closedThrough } from '../src/rules/assessment/slot-report.ts'
import type { CuadreError } from '../src/std/errors.ts'
import type { Store } from '../src/store/store.ts'
import { mailDigest } from './mail-digest.ts'
import { assessRead } from './steps/assess/assess-read.ts'
import { inThrowAwayDatabase, withDatabase } from './steps/database/with-database.ts'
import { pullOlderAgain } from './steps/pull/pull-older-again.ts'
import { nonEmptySlots, openPulls } from './steps/pull/pull-slots.ts'
import { refuseCyclesNotInSettings, refuseNewCycles } from './steps/pull/refuse-new-cycles.ts'
import { listPaymentDays } from './steps/receivables/list-payment-days.ts'
import { writeReceivables } from './steps/receivables/write-receivables.ts'
import { daysToSkip, findOutdatedDays, openReports } from './steps/report/report-days.ts'
import { slotsOfNight } from './steps/report/slots-of-night.ts'
import type { JobContext, JobReport, JobRequest } from './steps/run/context.ts'
import { type CurrentRun, recordRun, runEnding } from './steps/run/record-run.ts'
import { slotsForTimetable } from './steps/schedule/slots-for-timetable.ts'
import { isOrdinaryNight, isWholeNight, partsOf, timetable } from './steps/schedule/timetable.ts'

/** The main job: pulls what is due, stores it, checks it, and writes the reports, some days of a long range after the others. */
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
  if (request.dryRun) return { ...(await inThrowAwayDatabase(job, night)), files: [] }
  const began = job.now()
  const report = await night(job)
  if (isWholeNight(request) && name === 'run') await mailDigest(job, began)
  return report
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
  const night = timetable(request, calendar)
  job.progress({ kind: 'planned', slots: night.due.length })
  const outdated = await findOutdatedDays(settings.out, store, run)
  const parts = partsOf(night)
  const days = new Set(night.slots.map(({ date }) => date))
  const context = { service, store, runId: run.id, nonEmptyBefore: nonEmptySlots(before) }
  const pulls = openPulls(job, context)
  const reports = openReports(job, store, run, run.at, [...days])
  let asked = night.slots
  let stop: CuadreError | null = null
  try {
    for (const [at, { slots, due }] of parts.entries()) {
      const isLast = at === parts.length - 1
      stop ??= (await pulls.read(due, isLast)) ?? (await pullOlderAgain(job, context, run, due))
      if (isLast && stop === null) stop = await listPaymentDays(job, context, run, request)
      const touched = await assessRead(job, store, run, new Set(slots.map(({ date }) => date)))
      if (isLast && isOrdinaryNight(request)) asked = await slotsOfNight(store, run, night)
      const ofPart = [...slots, ...(isLast ? asked.filter(({ date }) => !days.has(date)) : [])]
      const changed = [...ofPart, ...touched].map(({ date }) => date)
      const dates = [...new Set([...changed, ...(isLast ? outdated : [])])].sort()
      const skipped = daysToSkip(dates, night.due, await store.slots.states(), run.id, stop)
      await reports.write(ofPart, dates, { skipped, outdated })
    }
  } finally {
    await pulls.close()
  }
  const written = await writeReceivables(job, store, run)
  const reported = await reports.end(asked)
  const files = [...reported.files, ...written]
  return { runId: run.id, ...reported, files, ...runEnding(reported.slots, request, stop) }
}
