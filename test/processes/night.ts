// One night in a separate process, so that a test can kill it.
import { setTimeout as wait } from 'node:timers/promises'
import { runJob } from '../../jobs/run.ts'
import { slot } from '../core/a.ts'
import { jobContext } from '../stories/job-context.ts'

const [baseUrl = '', folder = '', from = '', to = '', now] = process.argv.slice(2)
const report = await runJob(
  { ...jobContext(baseUrl, folder, () => Number(now)), sleep: (ms, signal) => wait(ms, undefined, { signal }) },
  {
    dates: { from: slot(from).date, to: slot(to).date },
    cycles: [],
    dryRun: false,
    failOn: 'error',
    asOf: null,
  },
)
process.stdout.write(`${report.outcome}\n`)
