import type { JobContext, JobReport, JobRequest } from '../../../pipeline/run/context.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS } from '../../framework/command.ts'
import { CREATE } from '../../framework/effective-settings.ts'
import type { Io } from '../../framework/io.ts'
import { doJob, JOB_FLAGS } from '../../framework/job.ts'
import { SHARD } from '../../framework/shard.ts'
import { METRICS, metricsFileIn, metricsFileOf } from './metrics-file.ts'

export const run: Command = {
  name: 'run',
  group: 'daily',
  exits: ['discrepancies', 'key', 'incomplete', 'locked'],
  describe: {
    en: 'Pull what is due, keep it, check it, and write the reports',
    es: 'Lee lo que corresponde, lo guarda, lo concilia y escribe los informes',
  },
  manual: [
    [
      '[--date D | --from D --to D] [--cycle C]... [--force] [--create] [--dry-run] [--fail-on error|warning|info|never] [--all] [--json]',
      'Pulls what is due, stores it, checks it, and writes the reports. Without dates: every due settlement of today and the seven days before it, and every older one that was never read whole or is not reconciled, accepted, empty or closed yet. It prints only what needs attention; with `--all`, every settlement. `--dry-run` does the same in a copy of the database that is thrown away. A cycle that neither settings nor database know needs `--force`. A run that stops early does not change the files of the days it did not try to read; after three settlements in a row without any answer it stops (5). In `--json` each settlement says why it is `incomplete`: `reason`, `request` and `status`.',
    ],
  ],
  examples: [
    [
      'cuadre run',
      {
        en: 'tonight: what is due, and what is still open',
        es: 'esta noche: lo que corresponde y lo que sigue abierto',
      },
    ],
    [
      'cuadre run --date 2026-03-12 --cycle 11',
      { en: 'one settlement, due or not', es: 'una liquidación, corresponda ya o no' },
    ],
    [
      'cuadre run --from 2026-03-01 --to 2026-03-31 --json',
      { en: 'a month, for a program', es: 'un mes, para un programa' },
    ],
    [
      'cuadre run --metrics-file /var/lib/node_exporter/cuadre.prom',
      { en: 'and numbers for Prometheus', es: 'y cifras para Prometheus' },
    ],
    [
      'cuadre run --dry-run',
      { en: 'the same, but nothing is stored or written', es: 'lo mismo, pero no se guarda ni se escribe nada' },
    ],
  ],
  flags: {
    ...JOB_FLAGS,
    force: {
      kind: 'switch',
      describe: {
        en: 'Read a cycle that neither the settings nor the database know',
        es: 'Lee un ciclo que ni los parámetros ni la base de datos conocen',
      },
    },
    'dry-run': { kind: 'switch', describe: { en: 'Store and write nothing', es: 'No guarda ni escribe nada' } },
    ...CREATE,
    ...METRICS,
    ...SHARD,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  writesReports: (given) => !given.isOn('dry-run'),
  execute: async (given, io) => {
    const metricsFile = metricsFileIn(given, io)
    return doJob('run', given, io, await nightJob(metricsFile, given, io))
  },
}

/** The nightly run of one merchant, and its notifications. */
export const nightJob = async (metricsFile: string | null, given: CommandArguments, io: Io) => {
  const { runJob } = await import('../../../../jobs/run.ts')
  const { runWatchedJob } = await import('../../../pipeline/run/watched-job.ts')
  const { isWholeNight } = await import('../../../pipeline/schedule/timetable.ts')
  return (context: JobContext, request: JobRequest): Promise<JobReport> => {
    // A dry run leaves nothing behind, so nobody is notified.
    if (request.dryRun) return runJob(context, request)
    const file = metricsFile === null ? null : metricsFileOf(metricsFile, context.settings, given, io)
    return runWatchedJob(context, { job: 'run', pings: isWholeNight(request), metricsFile: file }, (job) =>
      runJob(job, request),
    )
  }
}
