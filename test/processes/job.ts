// A job in a separate process that is killed when its rows are in the database but its files are not written yet.
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { readInbox } from '../../jobs/read-inbox.ts'
import { runJob } from '../../jobs/run.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import { jobContext } from '../stories/job-context.ts'

const [name = '', baseUrl = '', folder = '', now] = process.argv.slice(2)
const context = {
  ...jobContext(baseUrl, folder, () => Number(now)),
  progress: ({ kind }: { kind: string }) => {
    if (kind === 'checked') process.kill(process.pid, 'SIGKILL')
  },
}
const jobs: Record<string, () => Promise<unknown>> = {
  accept: () =>
    actOnDiscrepancies(context, {
      by: 'Ana',
      targets: { kind: 'filter', filter: EVERYTHING },
      disposition: { kind: 'accept', reason: 'agreed', until: null },
    }),
  inbox: () => readInbox(context, { failOn: 'error', again: null }),
  run: () => runJob(context, { dates: null, cycles: [], dryRun: false, failOn: 'error', asOf: null }),
}
await jobs[name]?.()
