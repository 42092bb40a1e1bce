import { type DoctorCheck, failedCheck, ok, warning } from '../../../reports/documents/diagnosis.ts'
import { HOUR_MS } from '../../domain/calendar/calendar.ts'
import { inBoth } from '../../std/both.ts'
import { commandToBuild } from '../../storage/connection/binding.ts'

/** `engines` of package.json: 20.19 is the first that loads all of our libraries. */
const OLDEST_VERSION = [20, 19] as const

/** Checks the version of Node, as in `process.versions.node`. */
export const checkNode = (version: string): DoctorCheck => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isEnough = major > OLDEST_VERSION[0] || (major === OLDEST_VERSION[0] && minor >= OLDEST_VERSION[1])
  return isEnough
    ? ok(inBoth(`Node ${version}`))
    : failedCheck(
        1,
        { en: `Node ${version} is too old`, es: `Node ${version} es demasiado viejo` },
        {
          en: `install Node ${OLDEST_VERSION.join('.')} or newer: https://nodejs.org`,
          es: `instale Node ${OLDEST_VERSION.join('.')} o más nuevo: https://nodejs.org`,
        },
      )
}

/** The native part of SQLite is built for one version of Node. `load` returns the version of SQLite, or throws. */
export const checkBinding = async (load: () => Promise<string>): Promise<DoctorCheck> => {
  try {
    const version = await load()
    return ok({ en: `SQLite ${version}, by its native binding`, es: `SQLite ${version}, por su binario nativo` })
  } catch (error) {
    const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
    return failedCheck(
      2,
      {
        en: `the native binding of SQLite cannot be loaded: ${line}`,
        es: `no se puede cargar el binario nativo de SQLite: ${line}`,
      },
      { en: `get it: ${commandToBuild()}`, es: `instálelo: ${commandToBuild()}` },
    )
  }
}

/** Imported only when asked for: with a broken binding the doctor must still be able to report it. */
export const sqliteVersion = async (): Promise<string> => {
  const { default: Database } = await import('better-sqlite3')
  const sqlite = new Database(':memory:')
  try {
    return String(sqlite.prepare('SELECT sqlite_version()').pluck().get())
  } finally {
    sqlite.close()
  }
}

/** Two moments with a known local time in Bogota: five hours behind UTC now, four in 1992. */
const IN_BOGOTA: readonly (readonly [string, number])[] = [
  ['2026-03-12T12:00:00Z', -5],
  ['1992-07-01T12:00:00Z', -4],
]

/** Checks the time zone data of this Node. Without it every cycle would be due at another hour. */
export const checkTimeZone = (zone: string, offsetAt: (zone: string, instant: number) => number): DoctorCheck => {
  const fix = {
    en: 'install a Node with full ICU data (the official builds have them), or set NODE_ICU_DATA',
    es: 'instale un Node con todos los datos de ICU (los oficiales los tienen), o defina NODE_ICU_DATA',
  }
  try {
    const isRight = IN_BOGOTA.every(([at, hours]) => offsetAt('America/Bogota', Date.parse(at)) === hours * HOUR_MS)
    if (!isRight)
      return failedCheck(
        1,
        {
          en: 'the time zone data of America/Bogota are wrong',
          es: 'los datos de la zona horaria America/Bogota están mal',
        },
        fix,
      )
    offsetAt(zone, 0)
  } catch {
    return failedCheck(
      1,
      { en: `this Node has no time zone data of ${zone}`, es: `este Node no tiene datos de la zona horaria ${zone}` },
      fix,
    )
  }
  if (zone === 'America/Bogota')
    return ok({
      en: 'time zone data of America/Bogota are there and right',
      es: 'los datos de la zona horaria America/Bogota están y son correctos',
    })
  const fitting = {
    en: 'set "timeZone" to America/Bogota unless the operator settles by another clock',
    es: 'ponga "timeZone" en America/Bogota, salvo que el operador liquide con otro reloj',
  }
  return warning(
    {
      en: `cycles are read as hours in ${zone}, not in America/Bogota`,
      es: `los ciclos se leen como horas de ${zone}, no de America/Bogota`,
    },
    fitting,
  )
}
