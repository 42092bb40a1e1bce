import { chmodSync, closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { CuadreError } from '../../std/errors.ts'
import { makeFolder } from '../../std/files/make-folder.ts'
import { ownerOnly } from '../../std/files/owner-only.ts'
import { asFault } from '../connection/fault.ts'
import { openToRead } from '../connection/open-to-read.ts'

/** Pages of 8 KiB (16 in files of before) copied at a time, between which signals have their turn. */
const PAGES_A_STEP = 1000
/** How long another process's short transaction may hold up the first look. */
const BUSY_TIMEOUT_MS = 3000

export interface Copying<T> {
  readonly path: string
  /** Where the copy is to stand; nothing may stand there yet. Faults name this place. */
  readonly target: string
  readonly signal: AbortSignal
  /** Looks at the finished copy, and throws when it is not good: then it does not count. */
  readonly prove: (copy: string) => Promise<T>
}

/** A proven copy that has no name yet. */
export interface ProvenCopy<T> {
  readonly proof: T
  /** Gives it its name, lastingly: from now on it counts. */
  readonly keep: () => void
  readonly drop: () => void
}

/**
 * Copies a SQLite database as it stands at this moment, while others go on writing: one read transaction is held open over all
 * steps, or every write of another process would begin the copy anew. The copy is one file without a journal beside it, its
 * owner's alone, with as many rows in every table as the original. One that fails in any way leaves nothing behind.
 */
export const copyDatabase = <T>({ path, target, signal, prove }: Copying<T>): Promise<ProvenCopy<T>> =>
  makeProven({ target, write: (copy) => writeCopy(path, copy, signal), prove })

export interface Making<T> extends Pick<Copying<T>, 'target' | 'prove'> {
  /** Writes the file, under a name that does not count. */
  readonly write: (copy: string) => Promise<void>
}

/** A database beside others that is written and proven before it gets its name; what was not finished leaves nothing behind. */
export const makeProven = async <T>({ target, write, prove }: Making<T>): Promise<ProvenCopy<T>> => {
  const copy = join(dirname(target), `.${basename(target)}.${process.pid}${ENDING}`)
  const drop = (): void => removeDatabase(copy)
  ofThisProcess.add(copy)
  try {
    ownerOnly(() => makeFolder(dirname(target)))
    removeLeftovers(dirname(target))
    await write(copy)
    const proof = await prove(copy)
    intoOneFile(copy)
    flush(copy)
    return { proof, keep: () => renameCopy(copy, target), drop }
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

/** Whatever journal the original had, a copy has none: it is one file, and can be read from a disk that cannot be written. */
const intoOneFile = (copy: string): string => {
  const sqlite = new Database(copy, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  try {
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('journal_mode = DELETE')
    return rowsIn(sqlite)
  } finally {
    sqlite.close()
    chmodSync(copy, 0o600)
  }
}

/** The number of rows of every table, as text to be compared. */
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

/** What cannot be removed is no reason to hide why it was to go; the next copy tries again. */
const removeDatabase = (path: string): void => {
  for (const end of ['', '-journal', '-wal', '-shm']) {
    try {
      rmSync(`${path}${end}`, { force: true })
    } catch {
      // The disk or the folder is at fault, and that is told already.
    }
  }
}

const ENDING = '.cuadre-copy'
const LEFTOVER = /^\..+\.(\d+)\.cuadre-copy$/

/** In a container a killed process may have had our own number. */
const ofThisProcess = new Set<string>()

/** What a killed process left of its copies. Those of living ones are left alone. */
const removeLeftovers = (folder: string): void => {
  for (const entry of readdirSync(folder)) {
    const [, pid] = LEFTOVER.exec(entry) ?? []
    const path = join(folder, entry)
    if (pid !== undefined && !ofThisProcess.has(path) && !isAlive(Number(pid))) removeDatabase(path)
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH'
  }
}
