import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { CREATE } from '../../framework/effective-settings.ts'
import { doJob, JOB_FLAGS } from '../../framework/job.ts'
import { METRICS, metricsFileIn, metricsFileOf } from './metrics-file.ts'

export const run: Command = {
  name: 'run',
  describe: 'Pull what is due, keep it, check it, and write the reports',
  examples: [
    ['cuadre run', 'tonight: what is due, and what is not settled yet'],
    ['cuadre run --date 2026-03-12 --cycle 11', 'one slot, due or not'],
    ['cuadre run --from 2026-03-01 --to 2026-03-31 --json', 'a month, for a program'],
    ['cuadre run --metrics-file /var/lib/node_exporter/cuadre.prom', 'and numbers for Prometheus'],
    ['cuadre run --dry-run', 'the same, but nothing is stored or written'],
  ],
  flags: {
    ...JOB_FLAGS,
    force: { kind: 'switch', describe: 'Read a cycle that neither the settings nor the database know' },
    'dry-run': { kind: 'switch', describe: 'Store and write nothing' },
    ...CREATE,
    ...METRICS,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const metricsFile = metricsFileIn(given, io)
    const { isWholeNight, runJob } = await import('../../../../jobs/run.ts')
    const { runWatchedJob: watchedJob } = await import('../../../pipeline/run/watched-job.ts')
    return doJob('run', given, io, (context, request) => {
      // Nobody is told of a run that leaves nothing behind.
      if (request.dryRun) return runJob(context, request)
      const file = metricsFile === null ? null : metricsFileOf(metricsFile, context.settings, given, io)
      return watchedJob(context, { job: 'run', pings: isWholeNight(request), metricsFile: file }, (job) =>
        runJob(job, request),
      )
    })
  },
}
