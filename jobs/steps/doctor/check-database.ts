import { dirname } from 'node:path'
import { type DoctorCheck, failedCheck, type NamedCheck, ok, warning } from '../../../reports/documents/diagnosis.ts'
import type { Settings } from '../../../src/input/settings.ts'
import { eachOf, inBoth } from '../../../src/std/both.ts'
import { CuadreError } from '../../../src/std/errors.ts'
import { howMany } from '../../../src/std/how-many.ts'
import { quoteForShell } from '../../../src/std/quote-for-shell.ts'
import { unusableNotifications } from '../../../src/store/inbox/inbox.ts'
import { type Examination, examineDatabase } from '../../../src/store/maintenance/verify/answers.ts'
import { refuseToLeaveBehind } from '../../../src/store/merchants/other-place.ts'
import { openStore } from '../../../src/store/open.ts'
import { checkOutput, statOf, whyLocked } from './check-node.ts'

/** The checks of the database in order, and its size in bytes. */
export interface DatabaseChecks {
  readonly checks: readonly NamedCheck[]
  readonly bytes: number
}

/** Checks that the database can be opened. A missing one is no fault, since the first run makes it, unless a flag names it. */
export const checkDatabase = (settings: Settings, isFromFlag: boolean): DatabaseChecks => {
  const { db: path } = settings
  if (statOf(path) === null) {
    return { checks: [['database', isFromFlag ? missingDatabase(path) : noDatabaseYet(settings)]], bytes: 0 }
  }
  try {
    const found = examineDatabase(path)
    return { checks: [['database', checkWritable(path)], ...checkExamination(path, found)], bytes: found.bytes }
  } catch (error) {
    return { checks: [['database', checkOfError(error)]], bytes: 0 }
  }
}

const missingDatabase = (path: string): DoctorCheck =>
  failedCheck(
    2,
    { en: `there is no database ${path} (from --db)`, es: `no existe la base de datos ${path} (de --db)` },
    {
      en: `correct the path, or make it with: cuadre run --create --db ${quoteForShell(path)}`,
      es: `corrija la ruta, o créela con: cuadre run --create --db ${quoteForShell(path)}`,
    },
  )

const noDatabaseYet = (settings: Settings): DoctorCheck => {
  const { db: path } = settings
  try {
    refuseToLeaveBehind(settings)
  } catch (error) {
    return checkOfError(error)
  }
  const folder = checkOutput(dirname(path))
  return folder.state === 'ok'
    ? ok({
        en: `there is no database yet; the first run makes ${path}`,
        es: `aún no hay base de datos; la primera ejecución crea ${path}`,
      })
    : folder
}

/**
 * Checks that the file and its folder can be written. The version of the file is known to be ours, since it could be
 * opened.
 */
const checkWritable = (path: string): DoctorCheck => {
  const locked = whyLocked(path) ?? whyLocked(dirname(path))
  if (locked !== null) return locked
  return ok({
    en: `${path} is of this version and may be written`,
    es: `${path} es de esta versión y se puede escribir`,
  })
}

/** Checks the pages of the file as SQLite sees them, and the digests of the newest answers. */
export const checkExamination = (path: string, found: Examination): readonly NamedCheck[] => {
  const fix = {
    en: `put back the last good backup: mv ${quoteForShell(path)} ${quoteForShell(`${path}.damaged`)} && cuadre db restore FILE`,
    es: `restaure la última copia buena: mv ${quoteForShell(path)} ${quoteForShell(`${path}.damaged`)} && cuadre db restore ARCHIVO`,
  }
  const { faults, bodies, bodiesRead, bodiesWrong } = found
  const integrity =
    faults.length === 0
      ? ok({ en: 'integrity_check finds nothing wrong', es: 'integrity_check no encuentra nada mal' })
      : failedCheck(6, { en: `${path} is damaged: ${faults[0]}`, es: `${path} está dañada: ${faults[0]}` }, fix)
  const digests =
    bodiesWrong === 0
      ? ok({
          en: `the newest ${bodiesRead} of ${bodies} kept answers have their digest (cuadre db verify reads all)`,
          es: `las ${bodiesRead} respuestas más recientes de ${bodies} conservan su huella (cuadre db verify las lee todas)`,
        })
      : failedCheck(
          6,
          {
            en: `${bodiesWrong} of the newest ${bodiesRead} kept answers have lost their digest`,
            es: `${bodiesWrong} de las ${bodiesRead} respuestas más recientes perdieron su huella`,
          },
          fix,
        )
  return [
    ['integrity', integrity],
    ['digests', digests],
  ]
}

/** Counts notifications that name no settlement, and says when their file is damaged; null when all is well. */
export const checkNotifications = ({ inbox, merchant }: Settings): DoctorCheck | null => {
  try {
    const count = unusableNotifications(inbox, merchant)
    if (count === 0) return null
    return warning(
      {
        en: `${howMany(count, 'notification')} received, but no settlement named`,
        es: `${count === 1 ? 'se recibió 1 notificación' : `se recibieron ${count} notificaciones`} sin nombre de liquidación`,
      },
      inBoth('cuadre webhooks list'),
    )
  } catch (error) {
    // When there is no file, the check of its folder reports the problem.
    return statOf(inbox) === null ? null : damagedInbox(inbox, checkOfError(error))
  }
}

/** The notifications are copied with every backup of the database. A receiver creates a new file if there is none. */
const damagedInbox = (inbox: string, check: DoctorCheck): DoctorCheck => {
  if (check.state !== 'failed') return check
  const away = `mv ${quoteForShell(inbox)} ${quoteForShell(`${inbox}.damaged`)}`
  return failedCheck(6, check.message, {
    en: `move it away, and put back its copy from the last good backup, if there is one: ${away}`,
    es: `retírelo, y restaure su copia de la última copia de seguridad buena, si la hay: ${away}`,
  })
}

/** Faults of the request, not of the file. */
const OF_SETTINGS: readonly string[] = ['OTHER_BASE_URL', 'UNKNOWN_MERCHANT']

/** Turns an error about a foreign, newer, older or damaged file into a check; throws any other error on. */
export const checkOfError = (error: unknown): DoctorCheck => {
  if (!(error instanceof CuadreError)) throw error
  if (error.code === 'OLDER_DATABASE') return warning(error.texts.message, error.texts.next)
  if (error.code === 'NO_DATABASE')
    return ok({
      en: 'the database is empty; the first run fills it',
      es: 'la base de datos está vacía; la primera ejecución la llena',
    })
  return failedCheck(
    OF_SETTINGS.includes(error.code) ? 2 : 6,
    eachOf(error.texts.message, (message) => `${error.code}: ${message}`),
    error.texts.next,
  )
}

/**
 * Checks that the database knows the merchant and belongs to this base URL. Null when it does, when there is none, and
 * when it cannot be opened for another reason.
 */
export const checkOwner = async (
  path: string,
  { merchant, merchants: configured }: Pick<Settings, 'merchant' | 'merchants'>,
  version: string,
  baseUrl: string,
): Promise<DoctorCheck | null> => {
  if (statOf(path) === null) return null
  try {
    const store = await openStore({ path, merchant, configured, version, mode: 'read' })
    try {
      await store.merchant.checkBaseUrl(baseUrl)
      return null
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof CuadreError && OF_SETTINGS.includes(error.code)) return checkOfError(error)
    // Another check reports the problem with the file.
    return null
  }
}
