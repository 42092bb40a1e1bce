import { existsSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import type { JobContext, JobReport, JobRequest } from '../../../jobs/steps/run/context.ts'
import { aSwitch, once } from '../../input/options.ts'
import { optional, text } from '../../input/readers.ts'
import { merchantsOf, type Settings } from '../../input/settings.ts'
import { AS_OF, parseAsOf } from '../framework/as-of.ts'
import {
  type Command,
  type CommandArguments,
  DEBUG,
  type Flags,
  MASK,
  SETTINGS,
  sourcesOf,
  usageError,
} from '../framework/command.ts'
import { CREATE, refuseOwnFolder } from '../framework/effective-settings.ts'
import type { Io } from '../framework/io.ts'
import { doJob, JOB_FLAGS } from '../framework/job.ts'
import { SHARD } from '../framework/shard.ts'

const METRICS: Flags = {
  'metrics-file': once(
    {
      en: 'Also write numbers for Prometheus to this file (textfile collector)',
      es: 'También escribe en este archivo las cifras para Prometheus (textfile collector)',
    },
    optional(text),
  ),
}

/** The path of the metrics file, checked before anything is read. Null without the flag. */
const metricsFileIn = (given: CommandArguments, { cwd }: Pick<Io, 'cwd'>): string | null => {
  const typed = given.text('metrics-file')
  if (typed === undefined) return null
  if (given.isOn('dry-run'))
    throw usageError(
      { en: '--dry-run excludes --metrics-file', es: '--dry-run excluye --metrics-file' },
      { en: 'a dry run writes nothing', es: 'un ensayo no escribe nada' },
    )
  const path = resolve(cwd, typed)
  if (typed === '' || !existsSync(dirname(path)))
    throw usageError(
      { en: '--metrics-file is in a folder that is not there', es: '--metrics-file está en una carpeta que no existe' },
      { en: 'make the folder, or name another file', es: 'cree la carpeta, o indique otro archivo' },
    )
  return path
}

/** With several merchants each has its own file, and the collector reads all of them: `cuadre.prom` becomes `cuadre-casa.prom`. */
const metricsFileOf = (path: string, { merchant }: Settings, given: CommandArguments, io: Io): string => {
  const several = (merchantsOf({ ...sourcesOf(given, io), flags: { config: given.text('config') } }) ?? []).length > 1
  const ending = extname(path)
  return several ? `${path.slice(0, path.length - ending.length)}-${merchant}${ending}` : path
}

export const run: Command = {
  name: 'run',
  group: 'nightly',
  exits: ['discrepancies', 'key', 'incomplete', 'locked'],
  describe: {
    en: 'Pull what is due, keep it, check it, and write the reports',
    es: 'Lee lo que corresponde, lo guarda, lo concilia y escribe los informes',
  },
  inSight: { en: 'read what is due, check it, report', es: 'lee lo que corresponde, concilia e informa' },
  manual:
    'Without dates: every due settlement of today and the seven days before it, and every older one that was never read whole or is not reconciled, accepted, empty or closed yet. After three settlements in a row without any answer it stops (5), and leaves the files of days it did not try as they are. In `--json` an `incomplete` settlement says why: `reason`, `request`, `status`.',
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
    force: aSwitch({
      en: 'Read a cycle that neither the settings nor the database know',
      es: 'Lee un ciclo que ni los parámetros ni la base de datos conocen',
    }),
    'dry-run': aSwitch({ en: 'Store and write nothing', es: 'No guarda ni escribe nada' }),
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
  const { runJob } = await import('../../../jobs/run.ts')
  const { runWatchedJob } = await import('../../../jobs/steps/run/watched-job.ts')
  const { isWholeNight } = await import('../../../jobs/steps/schedule/timetable.ts')
  return (context: JobContext, request: JobRequest): Promise<JobReport> => {
    // A dry run leaves nothing behind, so nobody is notified.
    if (request.dryRun) return runJob(context, request)
    const file = metricsFile === null ? null : metricsFileOf(metricsFile, context.settings, given, io)
    return runWatchedJob(context, { job: 'run', pings: isWholeNight(request), metricsFile: file }, (job) =>
      runJob(job, request),
    )
  }
}

export const check: Command = {
  name: 'check',
  group: 'nightly',
  exits: ['discrepancies', 'incomplete', 'locked'],
  describe: {
    en: 'Check and report again from what is stored, without the network',
    es: 'Concilia e informa de nuevo con lo guardado, sin la red',
  },
  manual:
    'Without dates: everything stored. `--as-of` writes the files [as they were known then](files.md#what-was-known-then), `--mask` [masked copies](privacy.md#masked-copies), each to a folder of its own (`--out`).',
  examples: [
    ['cuadre check', { en: 'everything that is stored', es: 'todo lo guardado' }],
    ['cuadre check --date 2026-03-12', { en: 'one day', es: 'un día' }],
    [
      'cuadre check --as-of 2026-03-14 --out then',
      {
        en: 'the files as they were known at the end of that day',
        es: 'los archivos como se sabían al final de ese día',
      },
      'cuadre check --as-of 2026-03-14 --out entonces',
    ],
    [
      'cuadre check --fail-on warning',
      { en: 'end with status 3 for warnings too', es: 'termina con el estado 3 también por advertencias' },
    ],
    [
      'cuadre check --date 2026-03-12 --mask --out for-others',
      { en: 'the files of a day without documents and names', es: 'los archivos de un día sin documentos ni nombres' },
      'cuadre check --date 2026-03-12 --mask --out para-otros',
    ],
  ],
  flags: { ...JOB_FLAGS, ...AS_OF, ...MASK, ...SHARD, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  writesReports: (given) => !given.isOn('mask') && given.text('as-of') === undefined,
  execute: async (given, io) => {
    const isMasked = given.isOn('mask')
    if (isMasked) refuseOwnFolder('--mask', given, io)
    if (given.text('as-of') !== undefined) refuseOwnFolder('--as-of', given, io)
    const { checkJob, maskedCheckJob } = await import('../../../jobs/check.ts')
    const job = isMasked ? maskedCheckJob : checkJob
    return doJob('check', given, io, (context, request) =>
      job(context, { ...request, asOf: parseAsOf(given, context.zone) }),
    )
  },
}
