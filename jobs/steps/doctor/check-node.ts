import { accessSync, constants, type Stats, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type DoctorCheck, failedCheck, ok, warning } from '../../../reports/documents/diagnosis.ts'
import { HOUR_MS } from '../../../src/core/calendar/calendar.ts'
import { inBoth } from '../../../src/std/both.ts'
import { quoteForShell } from '../../../src/std/quote-for-shell.ts'
import { commandToBuild } from '../../../src/store/connection/binding.ts'

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

/**
 * Types of statfs(2) for network file systems. Other machines do not see their locks and shared memory, which SQLite's
 * journal needs.
 */
const OVER_A_NETWORK: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4266872130: 'SMB',
  4283649346: 'CIFS',
  16914839: '9P',
  1397113167: 'AFS',
  1799439955: 'AFS',
  12805120: 'Ceph',
  198183888: 'Lustre',
  18225520: 'GFS2',
  1952539503: 'OCFS2',
  1937076805: 'Coda',
  1196443219: 'GPFS',
}
/** A file system in user space: it may be a network (sshfs, s3fs) or a local disk. */
const FUSE = 0x65735546

/** Checks that SQLite's journal (WAL) is safe on the file system of the database. `type` is that of statfs. */
export const checkLocalDisk = (folder: string, type: number): DoctorCheck => {
  const network = OVER_A_NETWORK[type >>> 0]
  const fix = {
    en: 'put the database on a local disk: export CUADRE_DB=/var/lib/cuadre/cuadre.db',
    es: 'ponga la base de datos en un disco local: export CUADRE_DB=/var/lib/cuadre/cuadre.db',
  }
  if (network !== undefined)
    return warning(
      {
        en: `${folder} is on a network file system (${network}), where SQLite can lose data`,
        es: `${folder} está en un sistema de archivos de red (${network}), donde SQLite puede perder datos`,
      },
      fix,
    )
  if (type >>> 0 === FUSE)
    return warning(
      {
        en: `${folder} is on FUSE, which may be a network, where SQLite can lose data`,
        es: `${folder} está en FUSE, que puede ser una red, donde SQLite puede perder datos`,
      },
      fix,
    )
  return ok({ en: `${folder} is on a local disk`, es: `${folder} está en un disco local` })
}

const MIB = 1024 * 1024
const GIB = 1024 * MIB

/** Below this a check fails. A night writes some megabytes; a backup needs the size of the database again. */
const FREE_MIN_BYTES = 64 * MIB

/** `free` and `size` of the database in bytes. */
export const checkFreeSpace = (folder: string, free: number, size: number): DoctorCheck => {
  const space = { en: `${inWords(free)} free for ${folder}`, es: `${inSpanish(free)} libres para ${folder}` }
  const fix = {
    en: `free some space there: du -sh ${quoteForShell(folder)}`,
    es: `libere espacio allí: du -sh ${quoteForShell(folder)}`,
  }
  if (free < FREE_MIN_BYTES) return failedCheck(6, { en: `only ${space.en}`, es: `solo ${space.es}` }, fix)
  const wanted = Math.max(GIB, 2 * size)
  return free < wanted
    ? warning(
        {
          en: `only ${space.en}, and a backup should find ${inWords(wanted)}`,
          es: `solo ${space.es}, y una copia de seguridad debería encontrar ${inSpanish(wanted)}`,
        },
        fix,
      )
    : ok(space)
}

const inWords = (bytes: number): string =>
  bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GiB` : `${Math.floor(bytes / MIB)} MiB`

const inSpanish = (bytes: number): string => inWords(bytes).replace('.', ',')

/** The folder, or its nearest parent that exists. */
const nearestThere = (path: string): string => {
  const found = statOf(path)
  return found !== null || dirname(path) === path ? path : nearestThere(dirname(path))
}

/** Null when nothing exists there, also when a parent is a file. */
export const statOf = (path: string): Stats | null => {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

/** Checks that files can be written to a folder, or that it can be made. Writes nothing. */
export const checkOutput = (path: string): DoctorCheck => {
  const there = nearestThere(path)
  if (!statOf(there)?.isDirectory()) {
    return failedCheck(
      6,
      {
        en: `${there} is a file, and ${path} has to be a folder`,
        es: `${there} es un archivo, y ${path} tiene que ser una carpeta`,
      },
      inBoth(`mv ${quoteForShell(there)} ${quoteForShell(`${there}.away`)}`),
    )
  }
  const locked = whyLocked(there)
  if (locked !== null) return locked
  return ok(
    there === path
      ? { en: `${path} may be written`, es: `se puede escribir en ${path}` }
      : { en: `${path} will be made by the first run`, es: `la primera ejecución crea ${path}` },
  )
}

/** What is wrong with a place that cannot be written; null where it can. */
export const whyLocked = (path: string): DoctorCheck | null => {
  try {
    accessSync(path, constants.W_OK)
    return null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS')
      return failedCheck(
        6,
        {
          en: `${path} is on a disk mounted for reading only`,
          es: `${path} está en un disco montado solo para lectura`,
        },
        inBoth(`mount -o remount,rw "$(df --output=target ${quoteForShell(path)} | tail -1)"`),
      )
    return failedCheck(
      6,
      { en: `${path} may not be written by this user`, es: `este usuario no puede escribir en ${path}` },
      inBoth(`chown "$(id -u)" ${quoteForShell(path)}`),
    )
  }
}

/** The file system of a path that need not exist yet. */
export const fileSystemOf = (
  path: string,
): { readonly folder: string; readonly type: number; readonly free: number } => {
  const folder = nearestThere(path)
  const { type, bavail, bsize } = statfsSync(folder)
  return { folder, type, free: bavail * bsize }
}
