// A job in a separate process that is killed when its rows are in the database but its files are not written yet.
import { actOnDiscrepancies } from '../../dist/jobs/act.js'
import { readInbox } from '../../dist/jobs/read-inbox.js'
import { runJob } from '../../dist/jobs/run.js'
import { EVERYTHING } from '../../dist/src/core/findings/discrepancy.js'
import { jobContext } from './job-context.mjs'

const [name, baseUrl, folder, now] = process.argv.slice(2)
const context = {
  ...jobContext(baseUrl, folder, now),
  progress: ({ kind }) => kind === 'checked' && process.kill(process.pid, 'SIGKILL'),
}
const jobs = {
  accept: () =>
    actOnDiscrepancies(context, {
      by: 'Ana',
      targets: { kind: 'filter', filter: EVERYTHING },
      disposition: { kind: 'accept', reason: 'agreed', until: null },
    }),
  inbox: () => readInbox(context, { failOn: 'error', again: null }),
  run: () => runJob(context, { dates: null, cycles: [], dryRun: false, failOn: 'error' }),
}
await jobs[name]()
