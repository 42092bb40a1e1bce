import { checkJob } from '../../jobs/check.ts'
import { runJob } from '../../jobs/run.ts'
import type { JobContext, JobReport, JobRequest, ProgressStep } from '../../jobs/steps/run/context.ts'
import { runWatchedJob } from '../../jobs/steps/run/watched-job.ts'
import { isWholeNight } from '../../jobs/steps/schedule/timetable.ts'
import { JOB, type RunDocument } from '../../reports/documents/run-document.ts'
import { oneOf, refuseUnlessFunction } from '../input/readers.ts'
import { CHARGEBACKS } from '../questions/chargebacks.ts'
import { CLAIMS } from '../questions/claims.ts'
import { EXPLAIN } from '../questions/explain.ts'
import { FEES_FIT } from '../questions/fees-fit.ts'
import { FIND } from '../questions/find.ts'
import { SLOT_HISTORY } from '../questions/history.ts'
import { IN_TRANSIT } from '../questions/in-transit.ts'
import { JOURNAL_CHECK } from '../questions/journal.ts'
import { MERCHANTS_LIST } from '../questions/merchants.ts'
import { MONTH_END } from '../questions/month.ts'
import { READINGS } from '../questions/readings.ts'
import { RUNS_LIST, RUNS_SHOW } from '../questions/runs.ts'
import { STANDING } from '../questions/status.ts'
import { CuadreError } from '../std/errors.ts'
import { bankCalls } from './bank-calls.ts'
import type { Cuadre } from './cuadre.ts'
import type { CuadreSettings } from './cuadre-settings.ts'
import { discrepancyCalls } from './discrepancy-calls.ts'
import { documentOf } from './document-of.ts'
import { feesCall, feesInvoiceCalls } from './fees-call.ts'
import { jobContext, loadProgramSettings } from './job-context.ts'
import { journalCall } from './journal-call.ts'
import { periodCalls } from './period-calls.ts'
import { questionCalls } from './question-calls.ts'
import { receivableCalls } from './receivable-calls.ts'
import { checkRequest, runRequest } from './run-request.ts'
import { statementCall } from './statement-call.ts'
import { workQueue } from './work-queue.ts'

/** Opens a merchant's database for another program. Wrong settings throw a CuadreError. */
export const openCuadre = (options: CuadreSettings = {}): Cuadre => {
  const { settings, databases } = loadProgramSettings(options)
  const closing = new AbortController()
  const listeners = new Set<(step: ProgressStep) => void>()
  const progress = (step: ProgressStep): void => {
    for (const listener of listeners) report(listener, step)
  }
  const context = jobContext(settings, options, closing.signal, progress)
  const queue = workQueue(closing.signal)
  const call = questionCalls({ ...context, databases }, queue)
  return {
    run: async (options) => {
      const request = runRequest(options)
      return queue.write(() => run(context, request))
    },
    check: async (options) => {
      const request = checkRequest(options, context.zone)
      return queue.write(async () => jobDocument('check', await checkJob(context, request)))
    },
    explain: call(EXPLAIN),
    history: call(SLOT_HISTORY),
    status: call(STANDING),
    find: call(FIND),
    statement: (options) => queue.read(() => statementCall(context, options)),
    journal: {
      write: (options) => queue.read(() => journalCall(context, options)),
      check: call(JOURNAL_CHECK),
    },
    fees: (options) => queue.read(() => feesCall(context, options)),
    feesFit: call(FEES_FIT, 'feesFit'),
    feesInvoices: feesInvoiceCalls(context, queue, call),
    chargebacks: { list: call(CHARGEBACKS) },
    month: call(MONTH_END),
    inTransit: call(IN_TRANSIT, 'inTransit'),
    readings: call(READINGS),
    runs: { list: call(RUNS_LIST), show: call(RUNS_SHOW) },
    merchants: { list: call(MERCHANTS_LIST) },
    claims: { list: call(CLAIMS) },
    discrepancies: discrepancyCalls(context, queue, call),
    period: periodCalls(context, queue),
    bank: bankCalls(context, queue, call),
    receivables: receivableCalls(context, queue, call),
    on: (event, listener) => {
      oneOf(['progress'])('event', event)
      refuseUnlessFunction('listener', listener)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => {
      closing.abort(
        new CuadreError(
          'CLOSED',
          { en: 'this Cuadre was closed', es: 'este Cuadre ya se cerró' },
          { en: 'open another one with openCuadre', es: 'abra otro con openCuadre' },
        ),
      )
      await queue.idle()
    },
  }
}

/** An error of a listener is the host program's own: Node warns of it, and the job goes on. */
const report = (listener: (step: ProgressStep) => void, step: ProgressStep): void => {
  try {
    listener(step)
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}

const run = async (context: JobContext, request: JobRequest): Promise<RunDocument> => {
  if (request.dryRun) return jobDocument('run', await runJob(context, request))
  const watchers = { job: 'run', pings: isWholeNight(request), metricsFile: null }
  return jobDocument('run', await runWatchedJob(context, watchers, (job) => runJob(job, request)))
}

const jobDocument = (command: 'run' | 'check', report: JobReport): RunDocument =>
  documentOf(JOB.of({ command, ...report }))
