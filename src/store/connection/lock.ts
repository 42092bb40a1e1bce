import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import type { Instant } from '../../core/calendar/calendar.ts'
import { CuadreError } from '../../std/errors.ts'
import { entryAt } from '../../std/files/entry-at.ts'
import { makeFolder } from '../../std/files/make-folder.ts'
import { ownerOnly } from '../../std/files/owner-only.ts'
import { realPathOf } from '../../std/files/real-path.ts'
import { asFault } from './fault.ts'
import { openSqlite } from './open-sqlite.ts'

export interface LockHolder {
  readonly pid: number
  readonly at: Instant
  readonly job: string
}

export interface RunLock {
  /** Releases the lock. Returns an error when the note could not be removed, on which nothing depends; else null. */
  release(): CuadreError | null
}

/** Every lock of this process. Garbage collection would close an unreferenced connection, and so release its lock. */
const holding = new Set<Database.Database>()

/**
 * Takes the run lock, so that two runs never write at once. It is an exclusive transaction on a small SQLite file next
 * to the database, wherever links to it lie: the kernel frees it when its holder dies, so that there are no stale locks. A text file names the
 * holder, for messages only. Anything other than a regular file is refused, since writing would follow a link or wait
 * for a pipe.
 */
export const acquireLock = (dbPath: string, holder: LockHolder): RunLock => {
  const path = lockFileOf(dbPath)
  const note = `${path}.txt`
  const sqlite = takeLock(path, note)
  holding.add(sqlite)
  writeNote(note, holder)
  return {
    release: () => {
      holding.delete(sqlite)
      const left = removeNote(note)
      sqlite.close()
      return left
    },
  }
}

/** Whether a process holds the lock. It is only read, so that those who ask at once do not take each other for its holder. */
export const isLocked = (dbPath: string): boolean => {
  const path = lockFileOf(dbPath)
  if (!existsSync(path)) return false
  try {
    const sqlite = openSqlite(path, { readonly: true, timeout: 0 })
    try {
      sqlite.prepare('SELECT 1 FROM sqlite_schema').get()
      return false
    } finally {
      sqlite.close()
    }
  } catch (error) {
    const fault = asFault(error, path)
    if (fault instanceof CuadreError && fault.code === 'BUSY') return true
    throw fault
  }
}

const lockFileOf = (dbPath: string): string => `${realPathOf(dbPath)}.lock`

/** Whoever only asks about the lock keeps it from others for less than this, in ms. */
const ASKING_MS = 100

const takeLock = (path: string, note: string): Database.Database => {
  try {
    requireFile(note)
    return ownerOnly(() => {
      makeFolder(dirname(path))
      const sqlite = openSqlite(path, { timeout: ASKING_MS })
      try {
        // Nothing is ever written, so the lock needs no journal file.
        sqlite.pragma('journal_mode = MEMORY')
        sqlite.exec('BEGIN EXCLUSIVE')
        return sqlite
      } catch (error) {
        sqlite.close()
        throw error
      }
    })
  } catch (error) {
    const fault = asFault(error, path)
    throw fault instanceof CuadreError && fault.code === 'BUSY' ? lockedError(note, error) : fault
  }
}

const lockedError = (note: string, cause: unknown): CuadreError => {
  const holder = readNote(note)
  const message =
    holder === null
      ? { en: 'another run is using the database', es: 'otra ejecución está usando la base de datos' }
      : {
          en: `${holder.job} (process ${holder.pid}, since ${holder.since}) is using the database`,
          es: `${holder.job} (proceso ${holder.pid}, desde ${holder.since}) está usando la base de datos`,
        }
  return new CuadreError(
    'LOCKED',
    message,
    { en: 'wait until it has ended, then run again', es: 'espere a que termine y ejecute de nuevo' },
    { cause },
  )
}

const requireFile = (note: string): void => {
  const found = entryAt(note)
  if (found === null || found.isFile()) return
  const message = found.isSymbolicLink()
    ? { en: `${note} is a link`, es: `${note} es un enlace` }
    : { en: `${note} is not a file`, es: `${note} no es un archivo` }
  throw new CuadreError('NOT_A_FILE', message, { en: 'remove it, then run again', es: 'quítelo y ejecute de nuevo' })
}

/** Writes a new file and renames it, so that a file with a second hard link is not overwritten. */
const writeNote = (note: string, { pid, at, job }: LockHolder): void => {
  try {
    rmSync(note, { force: true })
    writeFileSync(note, `${pid}\n${new Date(at).toISOString()}\n${job}\n`, { mode: 0o600, flag: 'wx' })
  } catch {
    // The note only improves another run's message; the lock holds without it.
  }
}

const removeNote = (note: string): CuadreError | null => {
  try {
    rmSync(note, { force: true })
    return null
  } catch (cause) {
    const next = {
      en: 'remove it by hand: it only names the last run',
      es: 'quítelo a mano: solo nombra la última ejecución',
    }
    return new CuadreError(
      'NOTE_NOT_REMOVED',
      { en: `${note} could not be removed`, es: `no se pudo quitar ${note}` },
      next,
      { cause },
    )
  }
}

const readNote = (note: string): { readonly pid: string; readonly since: string; readonly job: string } | null => {
  try {
    const [pid, since, job] = readFileSync(note, 'utf8').split('\n')
    return pid && since && job ? { pid, since, job } : null
  } catch {
    return null
  }
}
