import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { CuadreError } from '../../std/errors.ts'
import { ownerOnly } from '../../std/files/owner-only.ts'
import { busyTimeoutMs } from './busy-timeout.ts'
import { asFault } from './fault.ts'
import { openSqlite } from './open-sqlite.ts'

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
