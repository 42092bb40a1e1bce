import { Agent, request } from 'undici'
import { isWorthSending, NOTICE, type RunNotice } from '../../../reports/documents/notice.ts'
import { LAST_SUCCESS, runMetrics } from '../../../reports/documents/run-metrics.ts'
import { type Changes, changesToNotify, runTransition } from '../../../src/core/findings/timeline.ts'
import { isWorkDone, type PastRun } from '../../../src/core/past-run.ts'
import { metricIn, writeMetrics } from '../../../src/print/files/write-metrics.ts'
import { jsonText } from '../../../src/print/json.ts'
import { positionOf } from '../../../src/rules/account/position-of.ts'
import { type Both, inBoth } from '../../../src/std/both.ts'
import { CuadreError, codeOf } from '../../../src/std/errors.ts'
import { exitStatusOf } from '../../../src/std/exit-statuses.ts'
import type { Store } from '../../../src/store/store.ts'
import { readDatabase } from '../query/read-database.ts'
import { type JobContext, type JobReport, type ProgressStep, warning } from './context.ts'

/** A request that tells a monitor or a webhook of the user about the job. */
interface OutboundRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** JSON; null when the address is the whole message. */
  readonly body: string | null
  /** The longest wait for an answer, so that the run is not delayed. */
  readonly timeoutMs: number
}

/** The message could not be delivered. Names only the host, since the rest of the address may be a key. */
class SendError extends Error {
  override readonly name = 'SendError'
  readonly text: Both<string>

  constructor(text: Both<string>, options?: ErrorOptions) {
    super(text.en, options)
    this.text = text
  }
}

/** Sends the message once, and follows no redirect. Throws a SendError when it fails or takes too long. */
export const send = async ({ method, url, body, timeoutMs }: OutboundRequest): Promise<void> => {
  const agent = new Agent({ connections: 1 })
  const { host } = new URL(url)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await request(url, {
      method,
      body,
      headers: { 'user-agent': 'cuadre', ...(body === null ? {} : { 'content-type': 'application/json' }) },
      signal,
      dispatcher: agent,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const { statusCode } = answer
    answer.body.on('error', () => undefined).destroy()
    if (statusCode < 200 || statusCode > 299)
      throw new SendError({ en: `${host} answered ${statusCode}`, es: `${host} respondió ${statusCode}` })
  } catch (error) {
    if (error instanceof SendError) throw error
    if (signal.aborted)
      throw new SendError(
        {
          en: `${host} did not answer within ${timeoutMs / 1000} s`,
          es: `${host} no respondió en ${timeoutMs / 1000} s`,
        },
        { cause: error },
      )
    throw new SendError(
      {
        en: `${host} could not be reached (${nameOfTrouble(error).en})`,
        es: `no se llegó a ${host} (${nameOfTrouble(error).es})`,
      },
      { cause: error },
    )
  } finally {
    await agent.destroy().catch(() => undefined)
  }
}

const nameOfTrouble = (error: unknown): Both<string> => {
  const code = codeOf(error) ?? ''
  return /^[A-Z_0-9]+$/.test(code) ? inBoth(code) : { en: 'no connection', es: 'sin conexión' }
}

/** In ms: long enough for a slow host, short enough for those who wait for the run. */
const START_TIMEOUT_MS = 2000
const END_TIMEOUT_MS = 3000

/**
 * The request to a monitor such as healthchecks.io. A run that found differences counts as a success: otherwise one
 * disputed invoice would for weeks hide that the job has stopped.
 */
const startPing = (url: string): OutboundRequest => ({
  method: 'GET',
  url: below(url, 'start'),
  body: null,
  timeoutMs: START_TIMEOUT_MS,
})

const endPing = (url: string, exitCode: number): OutboundRequest => ({
  method: 'GET',
  url: isWorkDone(exitCode) ? url : below(url, String(exitCode)),
  body: null,
  timeoutMs: END_TIMEOUT_MS,
})

const below = (url: string, part: string): string => {
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/${part}`
  return address.href
}

/** The addresses and files that get reports on a job. */
interface JobWatch {
  /** The name of the job in the database. */
  readonly job: string
  /** Whether pingUrl is called; only for `run`. */
  readonly pings: boolean
  /** The file for metrics; null for none. */
  readonly metricsFile: string | null
}

/**
 * Runs a job, and reports its start, its changes and its end to pingUrl, notifyUrl and the metrics file, also when it
 * throws. A failed report is a warning and delays the job by a few seconds at most; metrics that cannot be written fail
 * the job, as any requested output does.
 */
export const runWatchedJob = async <R extends JobReport>(
  job: JobContext,
  watch: JobWatch,
  work: (job: JobContext) => Promise<R>,
): Promise<R> => {
  let started: Promise<void> | null = null
  const counted = countSteps(job, () => {
    if (watch.pings) started ??= sendOrWarn(job, pingOf(job, startPing))
  })
  const began = job.now()
  const before = await stateBefore(job, watch.job)
  const end = (report: JobReport | null, error: unknown) =>
    reportEnd(job, watch, { began, before, started, report, error, counted })
  const report = await work(counted.job).catch(async (error: unknown) => {
    await end(null, error).catch(() => undefined)
    throw error
  })
  await end(report, null)
  return report
}

interface JobEnd {
  readonly began: number
  readonly before: StateBefore | null
  /** The ping at the start; null when nothing was due. */
  readonly started: Promise<void> | null
  readonly report: JobReport | null
  readonly error: unknown
  readonly counted: ReturnType<typeof countSteps>
}

const reportEnd = async (job: JobContext, watch: JobWatch, end: JobEnd): Promise<void> => {
  const ofJob = end.report?.exitCode ?? job.statusOf(end.error)
  const unwritten = await writeMetricsFile(job, watch.metricsFile, end, ofJob)
  const exitCode = unwritten === null ? ofJob : job.statusOf(unwritten)
  // The start must not arrive after the end, or the monitor would take the run for a running one.
  await end.started
  await Promise.all([
    sendOrWarn(job, isPinged(watch, end, exitCode) ? pingOf(job, (url) => endPing(url, exitCode)) : null),
    notify(job, watch, end, exitCode),
  ])
  if (unwritten !== null) throw unwritten
}

/** Whether the end is pinged: when something was due, or the run failed before that was known. */
const isPinged = ({ pings }: JobWatch, { started }: JobEnd, exitCode: number): boolean =>
  pings && (started !== null || exitCode !== 0)

/** Counts pages, invoices and retries from the steps. */
const countSteps = (job: JobContext, onWork: () => void) => {
  const read = { pages: 0, invoices: 0, retries: 0 }
  let runId: string | null = null
  const progress = (step: ProgressStep): void => {
    if (step.kind === 'run-began') runId = step.id
    if (step.kind === 'planned' && step.slots > 0) onWork()
    if (step.kind === 'retry') read.retries += 1
    if (step.kind === 'page') {
      read.pages += 1
      read.invoices += step.items
    }
    job.progress(step)
  }
  return { job: { ...job, progress }, read, runId: () => runId }
}

const pingOf = (
  { settings: { pingUrl } }: JobContext,
  make: (url: string) => OutboundRequest,
): OutboundRequest | null => (pingUrl === null ? null : make(pingUrl))

/** Sends a report; a failure becomes a warning, and the job goes on. */
const sendOrWarn = async ({ progress }: JobContext, outbound: OutboundRequest | null): Promise<void> => {
  if (outbound === null) return
  try {
    await send(outbound)
  } catch (error) {
    if (!(error instanceof SendError)) throw error
    const [code, name] =
      outbound.method === 'GET'
        ? (['PING_FAILED', 'pingUrl'] as const)
        : (['NOTIFICATION_FAILED', 'notifyUrl'] as const)
    const next = { en: `the run is not affected; check ${name}`, es: `la ejecución no se afecta; revise ${name}` }
    progress(warning({ code, texts: { message: error.text, next } }))
  }
}

/** The state of the database before the job; empty the first time. */
interface StateBefore {
  readonly sighting: number
  readonly previous: PastRun | null
}

/**
 * Reads the state before the job; null without notifyUrl, or when the database cannot be read (the job reports that).
 */
const stateBefore = async (job: JobContext, name: string): Promise<StateBefore | null> => {
  if (job.settings.notifyUrl === null) return null
  const ask = async (store: Store): Promise<StateBefore> => {
    const [previous = null] = await store.runs.list({ job: name, failed: false, most: 1 })
    return { sighting: await store.findings.lastSighting(), previous }
  }
  try {
    return (await readDatabase(job, ask)) ?? { sighting: 0, previous: null }
  } catch {
    return null
  }
}

const NO_CHANGES: Changes = { appeared: [], worse: [], resolved: [] }
/** Exit status when another run holds the lock; that run will report. */
const LOCKED = exitStatusOf('locked')

const notify = async (job: JobContext, watch: JobWatch, end: JobEnd, exitCode: number): Promise<void> => {
  const { notifyUrl, merchant } = job.settings
  if (notifyUrl === null || exitCode === LOCKED) return
  const notice: RunNotice = {
    merchant,
    job: watch.job,
    runId: end.report?.runId ?? end.counted.runId(),
    at: job.now(),
    outcome: end.report?.outcome ?? 'failed',
    exitCode,
    code: end.report?.error?.code ?? (end.error === null ? null : (codeOf(end.error) ?? 'BUG')),
    money: end.report === null ? null : positionOf(end.report.slots),
    changes: await changesSince(job, end.before),
    transition: runTransition(end.before?.previous ?? null, exitCode),
  }
  if (!isWorthSending(notice)) return
  await sendOrWarn(job, {
    method: 'POST',
    url: notifyUrl,
    body: jsonText(NOTICE.of(notice)),
    timeoutMs: NOTIFY_TIMEOUT_MS,
  })
}
const NOTIFY_TIMEOUT_MS = 3000

const changesSince = async (job: JobContext, before: StateBefore | null): Promise<Changes> => {
  if (before === null) return NO_CHANGES
  try {
    const changes = await readDatabase(job, (store) => store.findings.changesSince(before.sighting))
    return changesToNotify(changes ?? [], job.settings.notifyCodes)
  } catch {
    return NO_CHANGES
  }
}

/** Writes the metrics; returns the error when they could not be written. */
const writeMetricsFile = async (
  job: JobContext,
  path: string | null,
  end: JobEnd,
  exitCode: number,
): Promise<CuadreError | null> => {
  if (path === null) return null
  const endedAt = job.now()
  const metrics = runMetrics({
    merchant: job.settings.merchant,
    endedAt: endedAt / 1000,
    seconds: Math.max(0, endedAt - end.began) / 1000,
    exitCode,
    lastSuccess: await lastSuccess(job, path),
    read: end.counted.read,
    slots: end.report?.slots ?? null,
  })
  try {
    await writeMetrics(path, metrics)
    return null
  } catch (error) {
    if (!(error instanceof CuadreError)) throw error
    return new CuadreError(error.code, error.texts.message, METRICS_NEXT, { cause: error })
  }
}
const METRICS_NEXT = {
  en: 'make it writable, or name another --metrics-file; what the run read and wrote is kept',
  es: 'permita escribirlo, o indique otro --metrics-file; lo que se leyó y se escribió se conserva',
}

/**
 * Seconds since 1970 of the last success: from the database, else from the earlier metrics file, so that an alarm on
 * its age keeps working.
 */
const lastSuccess = async (job: JobContext, path: string): Promise<number | null> => {
  try {
    const success = await readDatabase(job, (store) => store.runs.lastSuccess())
    if (success) return success.at / 1000
  } catch {
    // The job reports the problem with the database.
  }
  return metricIn(path, LAST_SUCCESS)
}
