import type { JOBS } from '../../../src/core/past-run.ts'
import { compareSlots } from '../../../src/core/slot.ts'
import { outcomeOf } from '../../../src/rules/assessment/slot-report.ts'
import type { Store } from '../../../src/store/store.ts'
import { assessRead } from '../assess/assess-read.ts'
import { writeReceivables } from '../receivables/write-receivables.ts'
import { reportDays } from '../report/report-days.ts'
import type { JobContext, JobReport } from '../run/context.ts'
import { recordRun } from '../run/record-run.ts'

/**
 * Runs the work on data of the bank or of receivables, ties out, and assesses and reports every slot concerned. The job reports its result,
 * which is never a failure.
 */
export const recordBankRun = (
  job: JobContext,
  store: Store,
  name: (typeof JOBS)[number],
  work: () => Promise<unknown>,
): Promise<JobReport> =>
  recordRun(job, store, name, async (run) => {
    await work()
    const touched = await assessRead(job, store, run, new Set())
    const dates = [...new Set(touched.map(({ date }) => date))].sort()
    const judgedAt = (await store.runs.lastStart()) ?? run.at
    const written = await writeReceivables(job, store, run)
    const { slots, files: ofDays } = await reportDays(job, store, run, touched, dates, judgedAt)
    const files = [...ofDays, ...written]
    const inOrder = slots.toSorted((a, b) => compareSlots(a.slot, b.slot))
    return { runId: run.id, slots: inOrder, files, outcome: outcomeOf(slots), exitCode: 0, error: null }
  })
