import { chmodSync, closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type Database from 'better-sqlite3'
import type { Instant } from '../../core/calendar/calendar.ts'
import { inBoth } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { leftoverFiles, temporaryName } from '../../std/files/leftover-files.ts'
import { makeFolder } from '../../std/files/make-folder.ts'
import { ownerOnly } from '../../std/files/owner-only.ts'
import { type Migrated, openDatabase } from '../connection/database.ts'
import { asFault, damagedError } from '../connection/fault.ts'
import { busyTimeoutMs, openSqlite, openToRead } from '../connection/open-sqlite.ts'

/** Pages of 8 KiB (16 in older files) copied at once; signals are handled in between. */
const PAGES_A_STEP = 1000

/** A copy to make. */
interface DatabaseCopy<T> {
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
interface DatabaseToWrite<T> extends Pick<DatabaseCopy<T>, 'target' | 'verify'> {
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

/** The folder for backups, next to the database. */
const backupFolder = (db: string): string => join(dirname(db), 'backups')

const stemOf = (db: string): string => basename(db, extname(db))
/** `20260313T033000Z`: sorts by time. */
const stampOf = (at: Instant): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
const STAMP = /^\d{8}T\d{6}Z$/

/** `backups/cuadre-20260313T033000Z.db` */
export const backupPath = (db: string, at: Instant): string => join(backupFolder(db), `${stemOf(db)}-${stampOf(at)}.db`)

/** `backups/cuadre-schema-1-20260313T033000Z.db`: made before a migration of the schema, and never removed by us. */
const upgradePath = (db: string, schema: number, at: Instant): string =>
  join(backupFolder(db), `${stemOf(db)}-schema-${schema}-${stampOf(at)}.db`)

/** The names of this database's timed backups beyond the newest `keep`, oldest first. */
export const backupsToRemove = (db: string, names: readonly string[], keep: number): readonly string[] => {
  const prefix = `${stemOf(db)}-`
  const backups = names.filter(
    (name) => name.startsWith(prefix) && name.endsWith('.db') && STAMP.test(name.slice(prefix.length, -3)),
  )
  return backups.toSorted().slice(0, Math.max(0, backups.length - keep))
}

/** Removes backups beyond the newest `keep`, each with its inbox; returns the paths of those backups. */
export const removeOldBackups = (db: string, keep: number): readonly string[] => {
  const folder = backupFolder(db)
  const paths = backupsToRemove(db, readdirSync(folder), keep).map((name) => join(folder, name))
  for (const path of paths) for (const end of ['', '.inbox']) rmSync(`${path}${end}`, { force: true })
  return paths
}

/**
 * Copies a database of an older version before it is changed; returns the path of the copy, null when nothing will
 * change.
 */
export const copyBeforeUpgrade = async (
  path: string,
  { applied, known }: Migrated,
  now: Instant,
  signal: AbortSignal,
): Promise<string | null> => {
  if (applied === null || applied === 0 || applied === known) return null
  const target = upgradePath(path, applied, now)
  const { keep } = await copyDatabase({ path, target, signal, verify: async (copy) => requireSound(copy, path) })
  keep()
  return target
}

/** Brings a copy to the schema of this version. */
export const upgradeDatabase = (path: string): void => openDatabase(path, 'write').close()

/** Checks only what any version can verify in its file, since the schema is an older one. */
const requireSound = (copy: string, path: string): void => {
  const sqlite = openSqlite(copy, { readonly: true, fileMustExist: true })
  try {
    const [found = ''] = sqlite.prepare<[], string>('PRAGMA integrity_check(1)').pluck().all()
    if (found !== 'ok') throw damagedError(path, inBoth(found))
    if (sqlite.prepare('PRAGMA foreign_key_check').get() !== undefined)
      throw damagedError(path, { en: 'a row that another names is not there', es: 'falta una fila que otra nombra' })
  } finally {
    sqlite.close()
  }
}
