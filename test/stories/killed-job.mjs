// A job in a process of its own that is killed when its rows are in the database and its files are not written yet.
import { actOnDiscrepancies } from '../../dist/jobs/act.js'
import { readInbox } from '../../dist/jobs/read-inbox.js'
import { runJob } from '../../dist/jobs/run.js'
import { EVERYTHING } from '../../dist/src/domain/discrepancy-filter.js'
import { DEFAULT_POLICY } from '../../dist/src/domain/policy.js'
import { zoneNamed } from '../../dist/src/zone.js'

const [name, baseUrl, folder, now] = process.argv.slice(2)
const context = {
  settings: {
    baseUrl,
    apiKey: 'story-key',
    integrityKey: null,
    integrityKeyPrevious: null,
    db: `${folder}/cuadre.db`,
    inbox: `${folder}/cuadre.db.inbox`,
    out: `${folder}/out`,
    merchant: 'default',
    merchants: [],
    policy: DEFAULT_POLICY,
    lookbackDays: 7,
    pageLimit: 100,
    concurrency: 4,
    absentStatuses: [404],
    absentBodies: [],
    csvProfile: 'standard',
    language: 'en',
    xlsx: true,
    webhookFormat: 'signed-body',
    configFile: null,
  },
  zone: zoneNamed('America/Bogota'),
  version: '0.0.0-story',
  now: () => Number(now),
  random: () => 0.5,
  sleep: async () => {},
  newRunId: () => `killed-${process.pid}`,
  signal: new AbortController().signal,
  progress: ({ kind }) => kind === 'checked' && process.kill(process.pid, 'SIGKILL'),
  statusOf: () => 1,
}
const jobs = {
  waive: () =>
    actOnDiscrepancies(context, {
      by: 'Ana',
      targets: { kind: 'filter', filter: EVERYTHING },
      wish: { kind: 'waive', reason: 'agreed', until: null },
    }),
  inbox: () => readInbox(context, { failOn: 'error', again: null }),
  run: () => runJob(context, { dates: null, cycles: [], dryRun: false, failOn: 'error' }),
}
await jobs[name]()
