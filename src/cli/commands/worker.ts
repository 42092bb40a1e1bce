import { hostname } from 'node:os'
import type { JobReport } from '../../../jobs/steps/run/context.ts'
import { type NightEvent, takeNights } from '../../../jobs/take-nights.ts'
import { aSwitch, once } from '../../input/options.ts'
import { orElse, wholeNumberWithin } from '../../input/readers.ts'
import { secretsAtHand } from '../../input/secrets/secrets.ts'
import { loadSettings, loadSharedSettings } from '../../input/settings.ts'
import { zoneByName } from '../../input/zone.ts'
import { timeIn } from '../../print/in-table.ts'
import type { NightEnd, NightResult, TakenNight } from '../../queue/night-queue.ts'
import { LEASE_SECONDS } from '../../queue/postgres.ts'
import { type FetchedDatabase, inFetchedDatabase } from '../../queue/store/in-fetched-database.ts'
import type { Both } from '../../std/both.ts'
import { FILES_WRITTEN_STATUSES } from '../../std/exit-statuses.ts'
import { harmless } from '../../std/harmless.ts'
import { bindingFault } from '../../store/connection/binding.ts'
import { type CommandArguments, commandWith, DEBUG, sourcesOf } from '../framework/command.ts'
import { FAIL_ON } from '../framework/dates.ts'
import { byClock } from '../framework/effective-settings.ts'
import { type Failure, failureOf } from '../framework/failure.ts'
import type { Io } from '../framework/io.ts'
import { requestIn, withContext } from '../framework/job.ts'
import { damageBehind } from './database.ts'
import { databaseStoreOf, QUEUE_FLAGS, queueUrlOf, refuseSharedDatabase } from './queue.ts'
import { nightJob } from './run.ts'

/** The exit status of a job that a signal stopped. */
const STOPPED = 143

/** The same as `cuadre run` for one merchant; an error becomes its result. */
export const doNight = async (taken: TakenNight, given: CommandArguments, io: Io): Promise<NightEnd> => {
  try {
    const words = wordsOf(taken, given, null)
    const fetched = fetchedDatabase(taken, words, io)
    if (fetched === null) return { ...(await runNight(words, io)), generation: null }
    const { done, next } = await inFetchedDatabase(
      fetched,
      (db) => runNight(wordsOf(taken, given, db), io),
      // The database holds this result, and is stored again.
      ({ exitStatus }) => FILES_WRITTEN_STATUSES.includes(exitStatus) && !io.signal.aborted,
    )
    return { ...done, generation: next }
  } catch (error) {
    return { ...troubleOf(error, io), generation: null }
  }
}

/** The merchant's database from the store; null when the databases are on a volume. */
const fetchedDatabase = (
  { merchant, night, generation, request }: TakenNight,
  words: CommandArguments,
  io: Io,
): FetchedDatabase | null => {
  const { settings } = loadSettings(sourcesOf(words, io))
  const stored = databaseStoreOf(settings, words, io)
  if (stored === null) return null
  return { ...stored, merchant, night, db: settings.db, current: generation, create: request.create, signal: io.signal }
}

const runNight = async (words: CommandArguments, io: Io): Promise<NightResult> => {
  try {
    const timed = byClock(words, io)
    const job = await nightJob(null, words, timed)
    return resultOf(await withContext(words, timed, (context) => job(context, requestIn(words))))
  } catch (error) {
    return troubleOf(await damageBehind(error, words, io), io)
  }
}

const troubleOf = (error: unknown, io: Io): NightResult =>
  io.signal.aborted
    ? { exitStatus: STOPPED, line: null }
    : failedNight(failureOf(bindingFault(error) ?? error, secretsAtHand(io.env, io.cwd)))

/** The words of the equivalent `cuadre run`. */
const wordsOf = (
  { merchant, generation, request }: TakenNight,
  given: CommandArguments,
  db: string | null,
): CommandArguments => {
  const { from, to, cycles, force } = request
  const texts = new Map<string, string | null>([
    ['merchant', merchant],
    ['from', from],
    ['to', to],
    ['db', db],
  ])
  const switches = new Map([
    ['quiet', !given.isOn('verbose')],
    ['verbose', false],
    ['force', force],
    ['create', db !== null && generation === null],
  ])
  return {
    text: (flag) => (texts.has(flag) ? (texts.get(flag) ?? undefined) : given.text(flag)),
    isOn: (flag) => switches.get(flag) ?? given.isOn(flag),
    all: (flag) => (flag === 'cycle' ? cycles : given.all(flag)),
    operands: [],
  }
}

const failedNight = ({ exitCode, code, texts: { message, next } }: Failure): NightResult => ({
  exitStatus: exitCode,
  line: { en: `${code}: ${message.en}; ${next.en}`, es: `${code}: ${message.es}; ${next.es}` },
})

const resultOf = ({ exitCode, error, slots }: JobReport): NightResult => {
  if (error !== null) return failedNight({ exitCode, ...error })
  const unread = slots.filter(({ verdict }) => verdict === 'incomplete').length
  return { exitStatus: exitCode, line: unread === 0 ? null : UNREAD(unread) }
}

const UNREAD = (number: number): Both<string> => ({
  en: `${number} settlement${number === 1 ? '' : 's'} could not be read whole`,
  es: number === 1 ? '1 liquidación no se pudo leer completa' : `${number} liquidaciones no se pudieron leer completas`,
})

/** A worker takes the nights of all merchants in the queue: `enqueue` names them. */
const { merchant: _, ...FLAGS } = QUEUE_FLAGS

export const worker = commandWith({
  name: 'worker',
  group: 'platform',
  exits: ['discrepancies', 'key', 'incomplete', 'locked'],
  isServer: true,
  describe: {
    en: 'Process the nightly runs waiting in the queue, on any number of machines',
    es: 'Procesa las ejecuciones nocturnas de la cola, en cualquier número de máquinas',
  },
  manual: 'See [The queue](queue.md).',
  examples: [
    [
      'cuadre worker --at-once 4',
      { en: 'four merchants at a time, for ever', es: 'cuatro comercios a la vez, sin terminar' },
    ],
    [
      'cuadre worker --until-done',
      {
        en: 'exits when no night is waiting or running, with the most serious status of its own',
        es: 'termina cuando ninguna noche espera ni está en marcha, con el estado más grave de las suyas',
      },
    ],
  ],
  options: {
    atOnce: once(
      { en: 'Merchants processed at the same time (4)', es: 'Comercios que se procesan a la vez (4)' },
      orElse(wholeNumberWithin(1, 64), 4),
    ),
    lease: once(
      {
        en: 'Seconds after which another takes over from a worker that does not answer (60)',
        es: 'Segundos tras los cuales otro releva a un proceso que no responde (60)',
      },
      orElse(wholeNumberWithin(2, 3600), LEASE_SECONDS),
    ),
    untilDone: aSwitch({
      en: 'Exit when no night is waiting or running',
      es: 'Termina cuando ninguna noche espera ni está en marcha',
    }),
    verbose: aSwitch({ en: 'Also the log of each night', es: 'También el registro de cada noche' }),
    ...FAIL_ON,
  },
  flags: { ...FLAGS, ...DEBUG },
  execute: async ({ atOnce, lease: leaseSeconds, untilDone }, given, io) => {
    const url = queueUrlOf(given, io)
    const { settings } = loadSharedSettings(sourcesOf(given, io))
    refuseSharedDatabase(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const say = (line: string): void => io.stderr(`${timeIn(io.now(), zone, io.language)} ${harmless(line)}\n`)
    const { openNightQueue } = await import('../../queue/night-queue.ts')
    const cacheOf = freshCaches(io)
    const name = `${hostname()}:${process.pid}`
    say(READY(name, atOnce)[io.language])
    return await takeNights({
      ...io,
      openQueue: () => openNightQueue(url, 'worker', atOnce + 2, leaseSeconds),
      worker: name,
      atOnce,
      leaseSeconds,
      untilDone,
      doNight: (taken, fence, signal) =>
        doNight(taken, given, {
          ...io,
          cache: cacheOf(),
          screen: null,
          currentMerchant: taken.merchant,
          fence,
          signal,
        }),
      report: (event) => say(lineOf(event)[io.language]),
    })
  },
})

/** Settings are read again after this many ms: a worker stays up while merchants are added and removed. */
const SETTINGS_MS = 60_000

const freshCaches = ({ now }: Io): (() => NonNullable<Io['cache']>) => {
  let [cache, readAt]: [NonNullable<Io['cache']>, number] = [{}, now()]
  return () => {
    if (Math.abs(now() - readAt) > SETTINGS_MS) [cache, readAt] = [{}, now()]
    return cache
  }
}

const READY = (name: string, atOnce: number): Both<string> => ({
  en: `worker ${name} takes nights from the queue, ${atOnce} at a time`,
  es: `el proceso ${name} toma noches de la cola, de a ${atOnce}`,
})

const lineOf = (event: NightEvent): Both<string> => {
  switch (event.kind) {
    case 'began': {
      const { merchant, night, attempts } = event.night
      return {
        en: `${merchant}: night ${night} begins${attempts > 1 ? `, attempt ${attempts}` : ''}`,
        es: `${merchant}: empieza la noche ${night}${attempts > 1 ? `, intento ${attempts}` : ''}`,
      }
    }
    case 'ended': {
      const { exitStatus, line } = event.end
      const { merchant, night } = event.night
      return {
        en: `${merchant}: night ${night} ended with ${exitStatus}${line === null ? '' : `: ${line.en}`}`,
        es: `${merchant}: la noche ${night} terminó con ${exitStatus}${line === null ? '' : `: ${line.es}`}`,
      }
    }
    case 'left':
      return {
        en: `${event.night.merchant}: ${event.error.texts.message.en}; ${event.error.texts.next.en}`,
        es: `${event.night.merchant}: ${event.error.texts.message.es}; ${event.error.texts.next.es}`,
      }
    case 'reclaimed':
      return {
        en: `${event.merchant}: its worker does not answer; its night waits again`,
        es: `${event.merchant}: su proceso no responde; su noche vuelve a esperar`,
      }
    case 'silent':
      return {
        en: `${event.error.texts.message.en}; waiting until it does`,
        es: `${event.error.texts.message.es}; esperando a que responda`,
      }
    case 'answering':
      return { en: 'the queue answers again', es: 'la cola responde de nuevo' }
  }
}
