import { secretsAtHand } from '../../../config/secrets/secrets.ts'
import { loadSettings } from '../../../config/settings.ts'
import type { JobReport } from '../../../pipeline/run/context.ts'
import type { NightEnd, NightResult, TakenNight } from '../../../queue/night-queue.ts'
import { type FetchedDatabase, inFetchedDatabase } from '../../../queue/store/in-fetched-database.ts'
import type { Both } from '../../../std/both.ts'
import { FILES_WRITTEN_STATUSES } from '../../../std/exit-statuses.ts'
import { bindingFault } from '../../../storage/connection/binding.ts'
import { type CommandArguments, sourcesOf } from '../../framework/command.ts'
import { type Failure, failureOf } from '../../framework/failure.ts'
import type { Io } from '../../framework/io.ts'
import { requestIn, withContext } from '../../framework/job.ts'
import { damageBehind } from '../database/damage-behind.ts'
import { nightJob } from '../nightly/run.ts'
import { databaseStoreOf } from './database-store-of.ts'

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
  { merchant, generation, request }: TakenNight,
  words: CommandArguments,
  io: Io,
): FetchedDatabase | null => {
  const { settings } = loadSettings(sourcesOf(words, io))
  const stored = databaseStoreOf(settings, words, io)
  if (stored === null) return null
  return { ...stored, merchant, db: settings.db, current: generation, create: request.create, signal: io.signal }
}

const runNight = async (words: CommandArguments, io: Io): Promise<NightResult> => {
  try {
    const job = await nightJob(null, words, io)
    return resultOf(await withContext(words, io, (context) => job(context, requestIn(words))))
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
