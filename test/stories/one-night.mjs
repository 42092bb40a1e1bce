// One night in a separate process, so that a test can kill it.
import { setTimeout as wait } from 'node:timers/promises'
import { runJob } from '../../dist/jobs/run.js'
import { jobContext } from './job-context.mjs'

const [baseUrl, folder, from, to, now] = process.argv.slice(2)
const sleep = (ms, signal) => wait(ms, undefined, { signal })
const report = await runJob(
  { ...jobContext(baseUrl, folder, now), sleep },
  { dates: { from, to }, cycles: [], dryRun: false, failOn: 'error' },
)
process.stdout.write(`${report.outcome}\n`)
