import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { CuadreError } from '../../std/errors.ts'
import { leftoverFiles, temporaryName } from '../../std/files/leftover-files.ts'
import { makeFolder } from '../../std/files/make-folder.ts'
import { ownerOnly } from '../../std/files/owner-only.ts'
import { busyTimeoutMs } from '../connection/busy-timeout.ts'
import { asFault } from '../connection/fault.ts'
import { openSqlite } from '../connection/open-sqlite.ts'
import { openToRead } from '../connection/open-to-read.ts'

/** Pages of 8 KiB (16 in older files) copied at once; signals are handled in between. */
const PAGES_A_STEP = 1000

/** A copy to make. */
export interface DatabaseCopy<T> {
  /** The path of the original. */
  readonly path: string
  /** The path of the copy, which must not exist yet. Errors name this path. */
  readonly target: string
  readonly signal: AbortSignal
  /** Verifies the finished copy, and throws when it is not good: then it does not count. */
  readonly verify: (copy: string) => Promise<T>
}

/** A verified copy under a temporary name. */
export interface VerifiedCopy<T> {
  /** What `verify` returned. */
  readonly verification: T
  /** Renames it durably; from now on it counts. */
  readonly keep: () => void
  readonly drop: () => void
}

/**
 * Copies a SQLite database as of this moment, while others keep writing: one read transaction stays open over all
 * steps, since otherwise every write of another process would restart the copy. The copy is one file without a journal,
 * readable by its owner only, with the same number of rows in every table. A failed copy leaves nothing behind.
 */
export const copyDatabase = <T>({ path, target, signal, verify }: DatabaseCopy<T>): Promise<VerifiedCopy<T>> =>
  writeVerified({ target, write: (copy) => writeCopy(path, copy, signal), verify })

/** A database to write and verify. */
export interface DatabaseToWrite<T> extends Pick<DatabaseCopy<T>, 'target' | 'verify'> {
  /** Writes the file under a temporary name. */
  readonly write: (copy: string) => Promise<void>
}

/**
 * Makes a database next to others, which is written and verified before it is renamed; an unfinished one leaves nothing
 * behind.
 */
export const writeVerified = async <T>({ target, write, verify }: DatabaseToWrite<T>): Promise<VerifiedCopy<T>> => {
  const copy = join(dirname(target), temporaryName(basename(target)))
  const drop = (): void => removeDatabase(copy)
  try {
    ownerOnly(() => makeFolder(dirname(target)))
    await removeLeftoverCopies(dirname(target))
    await write(copy)
    const verification = await verify(copy)
    intoOneFile(copy)
    flush(copy)
    return { verification, keep: () => renameCopy(copy, target), drop }
  } catch (error) {
    removeDatabase(copy)
    throw asFault(error, target)
  }
}

const writeCopy = async (path: string, copy: string, signal: AbortSignal): Promise<void> => {
  const sqlite = openOriginal(path)
  try {
    sqlite.exec('BEGIN')
    const rows = rowsIn(sqlite)
    writeFileSync(copy, '', { mode: 0o600, flag: 'wx' })
    await sqlite.backup(copy, { progress: () => stepOf(signal) })
    if (rows !== intoOneFile(copy)) {
      throw new CuadreError(
        'DISK_FAILED',
        {
          en: `the copy of ${path} does not hold what it was made of`,
          es: `la copia de ${path} no contiene aquello de lo que se hizo`,
        },
        { en: 'check the disk, then run again', es: 'revise el disco y ejecute de nuevo' },
      )
    }
  } finally {
    sqlite.close()
  }
}

const openOriginal = (path: string): Database.Database => {
  try {
    return openToRead(path)
  } catch (error) {
    throw asFault(error, path)
  }
}

const stepOf = (signal: AbortSignal): number => {
  signal.throwIfAborted()
  return PAGES_A_STEP
}

/** Whatever journal mode the original has, a copy is one file, and can be read from a disk that is not writable. */
const intoOneFile = (copy: string): string => {
  const sqlite = openSqlite(copy, { fileMustExist: true, timeout: busyTimeoutMs })
  try {
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('journal_mode = DELETE')
    return rowsIn(sqlite)
  } finally {
    sqlite.close()
    chmodSync(copy, 0o600)
  }
}

/** The number of rows of every table, as text for comparison. */
const rowsIn = (sqlite: Database.Database): string =>
  sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
    .map((table) => `${table} ${sqlite.prepare(`SELECT count(*) FROM "${table}"`).pluck().get()}`)
    .join('\n')

const renameCopy = (copy: string, target: string): void => {
  try {
    renameSync(copy, target)
    flush(dirname(target))
  } catch (error) {
    removeDatabase(copy)
    throw asFault(error, target)
  }
}

const flush = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A failure to remove must not hide the reason for the removal; the next copy tries again. */
const removeDatabase = (path: string): void => {
  for (const end of ['', '-journal', '-wal', '-shm']) {
    try {
      rmSync(`${path}${end}`, { force: true })
    } catch {
      // The disk or the folder is at fault, which is already reported.
    }
  }
}

/** Removes unfinished copies of killed processes, with their journals. Those of running processes are not touched. */
const removeLeftoverCopies = async (folder: string): Promise<void> => {
  for (const entry of await leftoverFiles(folder)) removeDatabase(join(folder, entry))
}
