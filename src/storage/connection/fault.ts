import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { CuadreError } from '../../std/errors.ts'

export const damaged = (path: string, what: string, cause?: unknown): CuadreError =>
  new CuadreError('DAMAGED', `${path} is damaged: ${what}`, 'put back the last good backup of the database', { cause })

/** What SQLite and the file system say, in our words. Anything else was our own mistake and is thrown on as it is. */
export const asFault = (error: unknown, path: string): unknown => {
  if (error instanceof CuadreError) return error
  const code = codeOf(error)
  if (code.startsWith('SQLITE_IOERR') && hasNoRoom(path)) return full(path, error)
  if (code === 'SQLITE_ERROR' && SCHEMA_ERROR.test(messageOf(error))) return otherSchema(path, error)
  const [, make] = FAULTS.find(([pattern]) => pattern.test(code)) ?? []
  return make === undefined ? error : make(path, error)
}

/** SQLite calls it an I/O error when a full disk has no room for the index of its journal, and does not tell the error of the system. */
const hasNoRoom = (path: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize < ROOM_MIN_BYTES
  } catch {
    return false
  }
}
/** That index grows by 32 KiB; what failed to grow may be gone by the time of asking. */
const ROOM_MIN_BYTES = 128 * 1024

/** The code of SQLite or of the operating system, which drizzle wraps in errors of its own; empty for our own mistakes. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  if (error instanceof Database.SqliteError) return error.code
  if ('errno' in error && 'code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  return error instanceof Database.SqliteError ? error.message : messageOf(error.cause)
}

/** What SQLite says where a table, a column or an index is not what it was: our statements are all tried against the schema as it is. */
const SCHEMA_ERROR =
  /^(no such (table|column|index|trigger)|foreign key mismatch|cannot modify|table .+ already exists|error in )/

const otherSchema: MakeFault = (path, cause) =>
  new CuadreError(
    'DAMAGED',
    `${path} is damaged: its tables are not those that cuadre made`,
    'see what is wrong with "cuadre db verify", and put back the last good backup with "cuadre db restore"',
    { cause },
  )

type MakeFault = (path: string, cause: unknown) => CuadreError

const readOnly: MakeFault = (path, cause) =>
  new CuadreError(
    'READ_ONLY',
    `${path} cannot be written`,
    'give this user the right to write the file and its folder',
    {
      cause,
    },
  )

const full: MakeFault = (path, cause) =>
  new CuadreError(
    'DISK_FULL',
    `the disk is full: ${path} could not grow`,
    'free some space and run again; nothing that was kept is lost',
    {
      cause,
    },
  )

const failed: MakeFault = (path, cause) =>
  new CuadreError(
    'DISK_FAILED',
    `the disk failed while ${path} was read or written`,
    'check the disk, its quota and the limit on the size of files (ulimit -f), then run again',
    { cause },
  )

const FAULTS: readonly (readonly [RegExp, MakeFault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)$/, full],
  [/^(SQLITE_READONLY|SQLITE_PERM|SQLITE_AUTH|EACCES|EPERM|EROFS)/, readOnly],
  [
    /^(SQLITE_CANTOPEN|ENOENT|ENOTDIR|EEXIST|EISDIR|ELOOP|ENXIO)/,
    (path, cause) =>
      new CuadreError('READ_ONLY', `${path} cannot be opened`, 'check that its folder exists and may be written', {
        cause,
      }),
  ],
  [/^SQLITE_CORRUPT/, (path, cause) => damaged(path, 'SQLite cannot read it', cause)],
  [
    /^SQLITE_NOTADB/,
    (path, cause) =>
      new CuadreError('NOT_A_DATABASE', `${path} is not a database`, 'name another file with CUADRE_DB', { cause }),
  ],
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED)/,
    (path, cause) =>
      new CuadreError('BUSY', `another program keeps ${path} locked`, 'close that program and run again', { cause }),
  ],
  // Whatever else the operating system says against a file.
  [/^(SQLITE_IOERR|SQLITE_PROTOCOL|E[A-Z0-9]+$)/, failed],
]
