import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'

export const damagedError = (path: string, what: Both<string>, cause?: unknown): CuadreError =>
  new CuadreError(
    'DAMAGED',
    { en: `${path} is damaged: ${what.en}`, es: `${path} está dañada: ${what.es}` },
    { en: 'put back the last good backup of the database', es: 'restaure la última copia buena de la base de datos' },
    { cause },
  )

/** Converts errors of SQLite and the file system into ours. Any other error is a bug and returned unchanged. */
export const asFault = (error: unknown, path: string): unknown => {
  if (error instanceof CuadreError) return error
  const code = codeOf(error)
  if (code.startsWith('SQLITE_IOERR') && hasNoRoom(path)) return full(path, error)
  if (code === 'SQLITE_ERROR' && SCHEMA_ERROR.test(messageOf(error))) return otherSchema(path, error)
  const [, make] = FAULTS.find(([pattern]) => pattern.test(code)) ?? []
  return make === undefined ? error : make(path, error)
}

/**
 * SQLite reports an I/O error when a full disk has no room for the index of its journal, without the system's error.
 */
const hasNoRoom = (path: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize < ROOM_MIN_BYTES
  } catch {
    return false
  }
}
/** The index grows by 32 KiB; by the time of this check some room may be free again. */
const ROOM_MIN_BYTES = 128 * 1024

/** The code of SQLite or of the operating system, which drizzle wraps in its own errors; empty for our own bugs. */
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

/**
 * SQLite's message when a table, column or index is not as expected. All our statements are tested against the right
 * schema.
 */
const SCHEMA_ERROR =
  /^(unsupported file format|no such (table|column|index|trigger)|foreign key mismatch|cannot modify|table .+ already exists|error in )/

const otherSchema: MakeFault = (path, cause) =>
  new CuadreError(
    'DAMAGED',
    {
      en: `${path} is damaged: its tables are not those that cuadre made`,
      es: `${path} está dañada: sus tablas no son las que hizo cuadre`,
    },
    {
      en: 'see what is wrong with "cuadre db verify", and put back the last good backup with "cuadre db restore"',
      es: 'vea qué tiene con "cuadre db verify", y restaure la última copia buena con "cuadre db restore"',
    },
    { cause },
  )

type MakeFault = (path: string, cause: unknown) => CuadreError

const readOnly: MakeFault = (path, cause) =>
  new CuadreError(
    'READ_ONLY',
    { en: `${path} cannot be written`, es: `no se puede escribir en ${path}` },
    {
      en: 'give this user the right to write the file and its folder',
      es: 'dé a este usuario permiso de escribir el archivo y su carpeta',
    },
    {
      cause,
    },
  )

const full: MakeFault = (path, cause) =>
  new CuadreError(
    'DISK_FULL',
    { en: `the disk is full: ${path} could not grow`, es: `el disco está lleno: ${path} no pudo crecer` },
    {
      en: 'free some space and run again; nothing that was kept is lost',
      es: 'libere espacio y ejecute de nuevo; nada de lo guardado se pierde',
    },
    {
      cause,
    },
  )

const failed: MakeFault = (path, cause) =>
  new CuadreError(
    'DISK_FAILED',
    { en: `the disk failed while ${path} was read or written`, es: `falló el disco al leer o escribir ${path}` },
    {
      en: 'check the disk, its quota and the limit on the size of files (ulimit -f), then run again',
      es: 'revise el disco, su cuota y el límite de tamaño de los archivos (ulimit -f), y ejecute de nuevo',
    },
    { cause },
  )

const FAULTS: readonly (readonly [RegExp, MakeFault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)$/, full],
  [/^(SQLITE_READONLY|SQLITE_PERM|SQLITE_AUTH|EACCES|EPERM|EROFS)/, readOnly],
  [
    /^(SQLITE_CANTOPEN|ENOENT|ENOTDIR|EEXIST|EISDIR|ELOOP|ENXIO)/,
    (path, cause) =>
      new CuadreError(
        'READ_ONLY',
        { en: `${path} cannot be opened`, es: `no se puede abrir ${path}` },
        {
          en: 'check that its folder exists and may be written',
          es: 'revise que su carpeta exista y se pueda escribir en ella',
        },
        {
          cause,
        },
      ),
  ],
  [
    /^SQLITE_CORRUPT/,
    (path, cause) => damagedError(path, { en: 'SQLite cannot read it', es: 'SQLite no puede leerla' }, cause),
  ],
  [
    /^SQLITE_NOTADB/,
    (path, cause) =>
      new CuadreError(
        'NOT_A_DATABASE',
        { en: `${path} is not a database`, es: `${path} no es una base de datos` },
        { en: 'name another file with CUADRE_DB', es: 'indique otro archivo con CUADRE_DB' },
        { cause },
      ),
  ],
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED)/,
    (path, cause) =>
      new CuadreError(
        'BUSY',
        { en: `another program keeps ${path} locked`, es: `otro programa tiene bloqueada ${path}` },
        { en: 'close that program and run again', es: 'cierre ese programa y ejecute de nuevo' },
        { cause },
      ),
  ],
  // Any other error of the operating system about a file.
  [/^(SQLITE_IOERR|SQLITE_PROTOCOL|E[A-Z0-9]+$)/, failed],
]

type Method = (...asked: never[]) => unknown

/** A method that does not yield pages promises its answer. */
export type Answered<T> = T extends AsyncIterable<unknown> ? T : Promise<Awaited<T>>

type WithErrors<R> = {
  readonly [K in keyof R]: R[K] extends (...asked: infer A) => infer T ? (...asked: A) => Answered<T> : R[K]
}

/**
 * An object whose methods report errors of SQLite and of the file system as a CuadreError. A method that yields
 * pages must be lazy, like a generator: it fails when it is read, not when it is called.
 */
export const withStoreErrors = <R extends object>(path: string, work: R): WithErrors<R> =>
  Object.fromEntries(
    Object.entries(work).map(([name, member]) => [name, isMethod(member) ? withErrors(path, member) : member]),
  ) as WithErrors<R>

export const withErrors =
  (path: string, work: Method): Method =>
  (...asked) => {
    try {
      const answer = work(...asked)
      return isPages(answer) ? pagesWithErrors(path, answer) : answerWithErrors(path, answer)
    } catch (error) {
      return Promise.reject(asFault(error, path))
    }
  }

const answerWithErrors = async (path: string, answer: unknown): Promise<unknown> => {
  try {
    return await answer
  } catch (error) {
    throw asFault(error, path)
  }
}

async function* pagesWithErrors(path: string, pages: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* pages
  } catch (error) {
    throw asFault(error, path)
  }
}

const isMethod = (member: unknown): member is Method => typeof member === 'function'

const isPages = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer
