import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { CuadreError } from '../../std/errors.ts'
import { ownerOnly } from '../../std/files/owner-only.ts'
import { asFault } from './fault.ts'

/**
 * Opens a SQLite file. What SQLite sorts or keeps aside stays in memory: its own temporary files would hold customers'
 * data in a folder that all users of the machine share.
 */
export const openSqlite = (path: string, options: Database.Options = {}): Database.Database => {
  const sqlite = new Database(path, options)
  sqlite.pragma('temp_store = MEMORY')
  return sqlite
}

/**
 * Opens a database for reading. SQLite creates files next to it; when the disk is full or not writable, a temporary
 * copy elsewhere is read instead.
 */
export const openToRead = (path: string): Database.Database => {
  try {
    return openInPlace(path)
  } catch (error) {
    const copy = isUnwritable(error, path) ? openCopy(path) : null
    if (copy === null) throw error
    return copy
  }
}

const openInPlace = (path: string): Database.Database => {
  const sqlite = openSqlite(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
  try {
    sqlite.prepare('SELECT 1 FROM sqlite_schema').get()
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

const isUnwritable = (error: unknown, path: string): boolean => {
  const fault = asFault(error, path)
  return fault instanceof CuadreError && ['READ_ONLY', 'DISK_FULL', 'DISK_FAILED'].includes(fault.code)
}

/** Null when there is no place for a copy either. */
const openCopy = (path: string): Database.Database | null => {
  for (const place of [tmpdir(), '/dev/shm']) {
    try {
      return ownerOnly(() => openCopyIn(place, realpathSync(path)))
    } catch {
      // The next place may be on another disk; if all fail, the original error is reported.
    }
  }
  return null
}

/** The copy is unlinked before it is read, so that nothing remains however its reader ends. */
const openCopyIn = (place: string, path: string): Database.Database => {
  const folder = mkdtempSync(join(place, 'cuadre-read-'))
  try {
    const copy = join(folder, 'copy.db')
    for (const end of ['', '-wal', '-journal']) {
      if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`)
    }
    intoOneFile(copy)
    return openInPlace(copy)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const intoOneFile = (copy: string): void => {
  const sqlite = openSqlite(copy, { fileMustExist: true })
  try {
    sqlite.pragma('journal_mode = DELETE')
  } finally {
    sqlite.close()
  }
}

/**
 * How long to wait for another process's short transaction, in ms. The wait blocks this process, which must still obey
 * a signal within 5 s.
 */
export const busyTimeoutMs = 3_000

/**
 * Rolls back a transaction that a killed process or a failing disk interrupted. SQLite keeps the old pages in a journal
 * next to the file, and only a connection that may write restores them. A journal in use is not touched.
 */
export const rollBackJournal = (path: string): void => {
  const journal = statSync(`${realpathSync(path)}-journal`, { throwIfNoEntry: false })
  if (journal === undefined || journal.size === 0) return
  const sqlite = openSqlite(path, { fileMustExist: true, timeout: busyTimeoutMs })
  try {
    sqlite.prepare('SELECT 1 FROM sqlite_schema').get()
  } finally {
    sqlite.close()
  }
}
