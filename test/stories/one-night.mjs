// One night in a process of its own, so that a test can kill it: the built job, with a clock that stands still.
import { setTimeout as wait } from 'node:timers/promises'
import { runJob } from '../../dist/jobs/run.js'
import { DEFAULT_POLICY } from '../../dist/src/domain/policy.js'
import { zoneNamed } from '../../dist/src/zone.js'

const [baseUrl, folder, from, to, now] = process.argv.slice(2)
const report = await runJob(
  {
    settings: {
      baseUrl,
      apiKey: 'story-key',
      integrityKey: null,
      integrityKeyPrevious: null,
      db: `${folder}/cuadre.db`,
      inbox: `${folder}/cuadre.db.inbox`,
      out: `${folder}/out`,
      merchant: 'default',
      policy: DEFAULT_POLICY,
      lookbackDays: 7,
      pageLimit: 100,
      concurrency: 4,
      absentStatuses: [404],
      csvProfile: 'standard',
      language: 'en',
      xlsx: true,
      webhookFormat: 'signed-body',
      webhookPayloadField: null,
      configFile: null,
    },
    zone: zoneNamed('America/Bogota'),
    version: '0.0.0-story',
    now: () => Number(now),
    random: () => 0.5,
    sleep: (ms, signal) => wait(ms, undefined, { signal }),
    newRunId: () => `run-${process.pid}`,
    signal: new AbortController().signal,
    progress() {},
    statusOf: () => 1,
  },
  { dates: { from, to }, cycles: [], dryRun: false, failOn: 'error' },
)
process.stdout.write(`${report.outcome}\n`)
