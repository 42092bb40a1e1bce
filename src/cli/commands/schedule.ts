import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { keepSchedule, type ScheduleEvent, type SchedulerState } from '../../../jobs/schedule.ts'
import { nextAfter, plannedRunsOf, type ScheduledJob } from '../../../jobs/steps/schedule/planned-run.ts'
import { answerDocument } from '../../../reports/documents/answer-document.ts'
import { SCHEDULE_FILES, SCHEDULE_HEALTH, SCHEDULE_JOBS } from '../../../reports/documents/set-up.ts'
import { KINDS, type SchedulerKind, scheduleFiles } from '../../../reports/schedules/schedule-files.ts'
import type { MerchantParts, ScheduleSettings } from '../../../reports/schedules/schedule-settings.ts'
import type { Instant, Zone } from '../../core/calendar/calendar.ts'
import { aSwitch, once } from '../../input/options.ts'
import { oneOf, optional, orElse, wholeNumberWithin } from '../../input/readers.ts'
import {
  databasesOf,
  keyPlacesOf,
  loadSettings,
  loadSharedSettings,
  merchantsOf,
  requireService,
  type Settings,
} from '../../input/settings.ts'
import type { Sources } from '../../input/sources/sources.ts'
import { zoneByName } from '../../input/zone.ts'
import { timeIn } from '../../print/in-table.ts'
import { type Both, inBoth } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { exitStatusOf } from '../../std/exit-statuses.ts'
import { writeWhole } from '../../std/files/whole-file.ts'
import { PLAIN_START, typed } from '../../std/start.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import {
  type CommandAnswer,
  type CommandArguments,
  commandWith,
  DEBUG,
  JSON_FLAG,
  SETTINGS,
  settingsWords,
  sourcesOf,
  usageError,
} from '../framework/command.ts'
import { refuseMissingDatabase } from '../framework/effective-settings.ts'
import type { Io } from '../framework/io.ts'
import { startChildJob } from './webhooks-serve.ts'

const JOBS: readonly ScheduledJob[] = ['run', 'sweep', 'db backup']

/**
 * Stores the scheduler's state in a small file next to the database, readable by its owner only. An unreadable file
 * counts as none.
 */
export const schedulerStateFile = (path: string): SchedulerState => ({
  read: () => new Map(JOBS.flatMap((job) => entryOf(job, parseState(path)))),
  write: async (began) => {
    const text = JSON.stringify(Object.fromEntries([...began].map(([job, at]) => [job, new Date(at).toISOString()])))
    await writeWhole(dirname(path), basename(path), [{ text: `${text}\n`, rows: 0 }])
  },
})

const entryOf = (
  job: ScheduledJob,
  stored: Readonly<Record<string, unknown>>,
): (readonly [ScheduledJob, Instant])[] => {
  const text = stored[job]
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? [] : [[job, at]]
}

const parseState = (path: string): Readonly<Record<string, unknown>> => {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}

export const schedule = commandWith({
  name: 'schedule',
  group: 'platform',
  exits: ['incomplete', 'locked'],
  isServer: true,
  describe: {
    en: 'Stay running and start the jobs at their times; or print ready files for cron, systemd, GitHub, Docker or Kubernetes',
    es: 'Queda en marcha e inicia los trabajos a sus horas; o imprime archivos listos para cron, systemd, GitHub, Docker o Kubernetes',
  },
  manual: '`--health` says whether a scheduler is running (0, else 5).',
  examples: [
    [
      'cuadre schedule',
      {
        en: 'runs after each cycle, a sweep and a backup each night, in the zone of the policy',
        es: 'ejecuciones después de cada ciclo, y cada noche un barrido y una copia de seguridad, en la zona horaria de la política',
      },
    ],
    [
      'cuadre schedule --print cron',
      {
        en: 'lines for a crontab, filled in with the settings in force',
        es: 'líneas para un crontab, con los parámetros en vigor',
      },
    ],
    [
      'cuadre schedule --print systemd',
      { en: 'services and timers; also: github, docker', es: 'servicios y temporizadores; también: github, docker' },
    ],
    [
      'cuadre schedule --print kubernetes --parts 4',
      {
        en: 'manifests: four groups of merchants at the same time, each in its own pod',
        es: 'manifiestos: cuatro grupos de comercios a la vez, cada uno en su propio pod',
      },
    ],
    [
      'cuadre schedule --health',
      {
        en: 'ends with 0 while a scheduler is running for this database, else with 5',
        es: 'termina con 0 mientras haya un programador en marcha para esta base de datos; si no, con 5',
      },
    ],
  ],
  options: {
    print: once(
      {
        en: 'Print the files for cron, systemd, github, docker or kubernetes, and do nothing else',
        es: 'Imprime los archivos para cron, systemd, github, docker o kubernetes, y nada más',
      },
      orElse(oneOf(KINDS), null),
    ),
    parts: once(
      {
        en: 'For Kubernetes: how many groups of merchants run at the same time (1)',
        es: 'Para Kubernetes: cuántos grupos de comercios se procesan a la vez (1)',
      },
      optional(wholeNumberWithin(1, 9_999)),
    ),
    health: aSwitch({
      en: 'Say whether a scheduler is running for this database, and do nothing else',
      es: 'Dice si hay un programador en marcha para esta base de datos, y nada más',
    }),
  },
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async ({ print: kind, parts, health: isHealthAsked }, given, io) => {
    if (kind !== null && isHealthAsked)
      throw usageError(
        { en: '--print excludes --health', es: '--print excluye --health' },
        { en: 'give one of the two', es: 'dé una de las dos' },
      )
    const { settings } = loadSharedSettings(sourcesOf(given, io))
    const merchants = partsIn(kind, parts, sourcesOf(given, io))
    const settingsOfEach = settingsOfMerchants(given, io)
    await refuseUnknown(settingsOfEach, given, io)
    const databases = [...new Set(settingsOfEach.map(({ db }) => db))]
    const jobFiles = jobFilesOf(databases, settings)
    if (isHealthAsked) return health(jobFiles, io)
    if (kind !== null) {
      const keys = keyPlacesOf(sourcesOf(given, io))
      const folders = [...new Set([...databases.map((db) => dirname(db)), settings.out])]
      const flags = settingsWords(given).filter((word) => !word.startsWith('--config='))
      return scheduleFilesAnswer(kind, { ...settings, jobFiles, folders, flags, merchants, keys }, io)
    }
    requireAnyService(settingsOfEach)
    return stayUp(settings, jobFiles, given, io)
  },
})

/** The settings of each merchant whose jobs are scheduled. */
const settingsOfMerchants = (given: CommandArguments, io: Io): readonly Settings[] => {
  const sources = sourcesOf(given, io)
  const sourcesOfEach = merchantsOf(sources)?.map((currentMerchant) => ({ ...sources, currentMerchant })) ?? [sources]
  return sourcesOfEach.map((one) => loadSettings(one).settings)
}

/** The files of the jobs are named by the database; where merchants have one each, by the settings file. */
const jobFilesOf = (
  [first = '', ...others]: readonly string[],
  { configFile }: Pick<Settings, 'configFile'>,
): string => (configFile === null || others.length === 0 ? first : join(dirname(first), basename(configFile, '.json')))

/** Refuses an unknown merchant, and a missing database that a flag names: every job would end with 2. */
const refuseUnknown = async (settingsOfEach: readonly Settings[], given: CommandArguments, io: Io): Promise<void> => {
  const { refuseUnknownName } = await import('../../../jobs/steps/query/refuse-unknown-name.ts')
  for (const settings of settingsOfEach) {
    if (given.text('db') !== undefined) refuseMissingDatabase(settings, io)
    refuseUnknownName({ settings })
  }
}

/** Refuses to stay up where no merchant has a service. What one of several lacks, its own jobs report. */
const requireAnyService = (settingsOfEach: readonly Settings[]): void => {
  const lacking = settingsOfEach.flatMap((settings) => {
    try {
      requireService(settings)
      return []
    } catch (error) {
      return [error]
    }
  })
  if (lacking.length === settingsOfEach.length) throw lacking[0]
}

/** Pods that use one database at once would wait for each other. */
const partsIn = (kind: SchedulerKind | null, parts: number | undefined, sources: Sources): MerchantParts | null => {
  const merchants = merchantsOf(sources)
  const { settings } = loadSharedSettings(sources)
  const haveOwnDatabases =
    merchants !== null && (settings.db.includes('{merchant}') || new Set(databasesOf(sources).values()).size > 1)
  if (parts === undefined) return merchants === null ? null : { parts: 1, haveOwnDatabases }
  if (kind !== 'kubernetes' || !haveOwnDatabases)
    throw usageError(
      {
        en: '--parts is for --print kubernetes, where several merchants have a database each',
        es: '--parts es para --print kubernetes, cuando varios comercios tienen cada uno su base de datos',
      },
      {
        en: 'give each a database: "db": "data/{merchant}.db"',
        es: 'dé a cada uno la suya: "db": "data/{merchant}.db"',
      },
    )
  return { parts, haveOwnDatabases }
}

/** Null for root, and where this machine has no name for the user. */
const userHere = (): string | null => {
  try {
    const { uid, username } = userInfo()
    return uid === 0 ? null : username
  } catch {
    return null
  }
}

const scheduleFilesAnswer = async (kind: SchedulerKind, settings: ScheduleSettings, io: Io): Promise<CommandAnswer> => {
  const [program = 'cuadre'] = process.argv.slice(1)
  const command = { node: process.execPath, program, folder: io.cwd, version: versionOfPackage(), user: userHere() }
  const files = scheduleFiles(kind, settings, command, zoneByName(settings.policy.timeZone), io.now())
  const [only, ...others] = files
  const text = files.map(({ name, text }) => `# ==> ${name}\n${text}`).join('\n')
  return {
    document: () => SCHEDULE_FILES.of({ files }),
    text: () => (only !== undefined && others.length === 0 ? only.text : text),
  }
}

/** The scheduler has its own lock besides that of the runs: while nobody holds it, no scheduler runs. */
const lockOf = (jobFiles: string): string => `${jobFiles}.schedule`

const health = async (jobFiles: string, io: Io): Promise<CommandAnswer> => {
  const { isLocked } = await import('../../store/connection/lock.ts')
  const isUp = isLocked(lockOf(jobFiles))
  const exitCode = exitStatusOf(isUp ? 'agreed' : 'incomplete')
  const start = typed('cuadre schedule', io.start ?? PLAIN_START)
  const text = isUp
    ? { en: 'a scheduler is running', es: 'hay un programador en marcha' }
    : {
        en: `no scheduler is running for this database; start one with: ${start}`,
        es: `no hay ningún programador en marcha para esta base de datos; inicie uno con: ${start}`,
      }
  return { document: () => SCHEDULE_HEALTH.of({ up: isUp }), text: () => [text[io.language]], exitCode }
}

const stayUp = async (settings: Settings, jobFiles: string, given: CommandArguments, io: Io): Promise<number> => {
  const { acquireLock } = await import('../../store/connection/lock.ts')
  const lock = acquireLock(lockOf(jobFiles), { pid: process.pid, at: io.now(), job: 'schedule' })
  const { timeZone } = settings.policy
  const zone = zoneByName(timeZone)
  try {
    const plannedRuns = plannedRunsOf(settings)
    if (given.isOn('json')) {
      const jobs = plannedRuns.map((one) => ({ ...one, next: nextAfter(one, io.now(), timeZone) }))
      // One line: a program that waits for it reads it before the scheduler ends.
      await io.stdout(`${JSON.stringify(answerDocument('schedule', 0, SCHEDULE_JOBS.of({ timeZone, jobs })))}\n`)
    }
    await keepSchedule({
      ...io,
      plannedRuns,
      timeZone,
      state: schedulerStateFile(`${lockOf(jobFiles)}.json`),
      start: (job) => startChildJob([...job.split(' '), ...settingsWords(given)], io),
      report: (event) => io.stderr(`${timeIn(io.now(), zone, io.language)} ${lineOf(event, zone)[io.language]}\n`),
    })
  } finally {
    lock.release()
  }
  return 0
}

const unexpectedFault = (error: unknown) => ({
  message: inBoth(String(error)),
  next: { en: 'until then a restart may repeat it', es: 'hasta entonces, un reinicio puede repetirlo' },
})

const lineOf = (event: ScheduleEvent, zone: Zone): Both<string> => {
  const { job } = event
  if (event.kind === 'waiting') {
    const { until } = event
    return {
      en: `next: ${job} at ${zone.clockAt(until)} (${zone.name})`,
      es: `siguiente: ${job}, el ${timeIn(until, zone, 'es')} (${zone.name})`,
    }
  }
  if (event.kind === 'began') {
    const { dueAt } = event
    return {
      en: `${job} begins; it was due at ${zone.clockAt(dueAt)}`,
      es: `empieza ${job}; estaba previsto para el ${timeIn(dueAt, zone, 'es')}`,
    }
  }
  if (event.kind === 'stopped')
    return {
      en: `${job} was stopped; it runs again as soon as the scheduler is started`,
      es: `se detuvo ${job}; se ejecuta de nuevo en cuanto se inicie el programador`,
    }
  if (event.kind === 'unsaved') {
    const { message, next } = event.error instanceof CuadreError ? event.error.texts : unexpectedFault(event.error)
    return {
      en: `the time of ${job} could not be stored: ${message.en}; ${next.en}`,
      es: `no se pudo guardar la hora de ${job}: ${message.es}; ${next.es}`,
    }
  }
  const meaning = MEANINGS.get(event.exitCode ?? -1) ?? meaningOf(job, event.exitCode)
  return { en: `${job} ended: ${meaning.en}`, es: `terminó ${job}: ${meaning.es}` }
}

/** The exit statuses that are not failures of the job (SPEC, section 2). */
const MEANINGS: ReadonlyMap<number, Both<string>> = new Map([
  [exitStatusOf('agreed'), { en: 'all well (0)', es: 'todo bien (0)' }],
  [exitStatusOf('discrepancies'), { en: 'there are discrepancies (3)', es: 'hay novedades (3)' }],
  [
    exitStatusOf('incomplete'),
    {
      en: 'incomplete (5); it runs again at its next time',
      es: 'incompleto (5); se ejecuta de nuevo a su próxima hora',
    },
  ],
  [
    exitStatusOf('locked'),
    {
      en: 'another job was using the database (7); it runs again at its next time',
      es: 'otro trabajo usaba la base de datos (7); se ejecuta de nuevo a su próxima hora',
    },
  ],
])

const meaningOf = (job: ScheduledJob, exitCode: number | null): Both<string> =>
  exitCode === null || exitCode > 128
    ? {
        en: `it was stopped by a signal and runs again at its next time; to run it now: cuadre ${job}`,
        es: `lo detuvo una señal y se ejecuta de nuevo a su próxima hora; para ejecutarlo ya: cuadre ${job}`,
      }
    : {
        en: `it failed with status ${exitCode}; the lines above say what to do; to run it now: cuadre ${job}`,
        es: `falló con el estado ${exitCode}; las líneas de arriba dicen qué hacer; para ejecutarlo ya: cuadre ${job}`,
      }
