import { existsSync } from 'node:fs'
import type { InboxResults } from '../reports/documents/run-document.ts'
import { nameOf } from '../src/core/slot.ts'
import { requireService } from '../src/input/settings.ts'
import type { SlotAnswer } from '../src/rules/assessment/slot-report.ts'
import { codeOf } from '../src/std/errors.ts'
import { type Inbox, type InboxEvent, openInbox } from '../src/store/inbox/inbox.ts'
import { runJob } from './run.ts'
import { recoveredNotifications } from './steps/query/invoice-answers.ts'
import { readDatabase } from './steps/query/read-database.ts'
import { refuseUnknownName } from './steps/query/refuse-unknown-name.ts'
import type { JobContext, JobReport, JobRequest } from './steps/run/context.ts'
import { runWatchedJob } from './steps/run/watched-job.ts'
import { type EventOfSlot, inboxTimetable, postponed } from './steps/schedule/inbox-timetable.ts'

/** The result for the events that were ready. */
export interface InboxReport extends InboxResults {
  /** The run over their slots; null when no slot had to be read. */
  readonly report: JobReport | null
}

export interface InboxRequest {
  readonly failOn: JobRequest['failOn']
  /** Events to process again regardless of their state; null for those that are ready. */
  readonly again: readonly InboxEvent[] | null
}

/** Takes the waiting events, finds the slots they name, and runs the main job for those slots only. */
export const readInbox = async (job: JobContext, request: InboxRequest): Promise<InboxReport> => {
  const { inbox: path, merchant } = job.settings
  requireService(job.settings)
  refuseUnknownName(job)
  if (!existsSync(path)) return { report: null, done: 0, failed: 0, early: 0, waiting: 0, unusable: 0 }
  const inbox = openInbox(path, merchant)
  try {
    if (request.again !== null) await refuseOtherService(job)
    if (request.again !== null) inbox.again(idsOf(request.again), job.now())
    return await work(job, request, inbox)
  } finally {
    inbox.close()
  }
}

const work = async (job: JobContext, { failOn, again }: InboxRequest, inbox: Inbox): Promise<InboxReport> => {
  const now = job.now()
  const only = again === null ? null : new Set(idsOf(again))
  const kept = again === null ? inbox.unusableEvents() : inbox.keptEvents()
  const recovered = recoveredNotifications(kept, job.settings.webhookPayloadField)
  const ready = [...inbox.ready(now), ...recovered.filter(({ nextTryAt }) => nextTryAt <= now)].filter(
    ({ id }) => only?.has(id) ?? true,
  )
  const { slots, events, early, refused } = inboxTimetable(ready, { policy: job.settings.policy, zone: job.zone, now })
  const waiting =
    again === null ? [...inbox.events('waiting'), ...recovered].filter(({ nextTryAt }) => nextTryAt > now) : []
  inbox.postpone([...early, ...refused])
  const unusable = inbox.unusable() - recovered.filter(({ reason }) => reason !== null).length
  const counts = { early: early.length, failed: refused.length, waiting: waiting.length, unusable }
  if (slots.length === 0) return { report: null, done: 0, ...counts }
  const report = await run(job, { job: 'inbox', dates: null, cycles: [], slots, dryRun: false, failOn }, inbox, events)
  const seen = new Set(report.error === null ? report.slots.filter(isRead).map(({ slot }) => nameOf(slot)) : [])
  const done = events.filter(({ slot }) => seen.has(nameOf(slot))).map(({ event }) => event)
  const unread = events.filter(({ slot }) => !seen.has(nameOf(slot)))
  inbox.done(idsOf(done), report.runId)
  inbox.postpone(unread.map(({ event, slot }) => postponed(event, reasonIn(report, nameOf(slot)), job.now())))
  return { report, done: done.length, ...counts, failed: counts.failed + unread.length }
}

/** Called before events are touched: a refused run must not postpone them. */
const refuseOtherService = async (job: JobContext): Promise<void> => {
  const { baseUrl } = requireService(job.settings)
  await readDatabase(job, (store) => store.merchant.checkBaseUrl(baseUrl))
}

/** A failed run counts as one more failure of its events; one that found the lock held or was stopped does not. */
const run = async (
  job: JobContext,
  request: JobRequest,
  inbox: Inbox,
  events: readonly EventOfSlot[],
): Promise<JobReport> => {
  try {
    const watchers = { job: 'inbox', pings: false, metricsFile: null }
    return await runWatchedJob(job, watchers, (watched) => runJob(watched, request))
  } catch (fault) {
    if (!job.signal.aborted && codeOf(fault) !== 'LOCKED')
      inbox.postpone(events.map(({ event }) => postponed(event, reasonOf(fault), job.now())))
    throw fault
  }
}

const reasonOf = (fault: unknown): string => codeOf(fault) ?? (fault instanceof Error ? fault.name : 'BUG')

const isRead = ({ verdict }: SlotAnswer): boolean => verdict !== 'incomplete'

const reasonIn = ({ error, slots }: JobReport, slot: string): string => {
  if (error !== null) return `${error.code}: ${error.texts.message.en}`
  return slots.find((report) => nameOf(report.slot) === slot)?.incomplete?.reason ?? 'its slot was not read'
}

const idsOf = (events: readonly InboxEvent[]): readonly number[] => events.map(({ id }) => id)
