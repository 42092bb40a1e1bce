import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { type Both, eachOf } from '../../std/both.ts'
import type { ErrorCode } from '../../std/error-codes.ts'
import { CuadreError } from '../../std/errors.ts'

const PUT_BACK = {
  en: 'put back the last good backup of the database',
  es: 'restaure la última copia buena de la base de datos',
}

export const damagedError = (path: string, what: Both<string>): CuadreError =>
  new CuadreError('DAMAGED', { en: `${path} is damaged: ${what.en}`, es: `${path} está dañada: ${what.es}` }, PUT_BACK)

/** Converts errors of SQLite and the file system into ours. Any other error is a bug and returned unchanged. */
export const asFault = (error: unknown, path: string): unknown => {
  if (error instanceof CuadreError) return error
  const code = codeOf(error)
  const fault = faultOf(code, error, path)
  if (fault === undefined) return error
  const what = eachOf(fault.what, (text) => text.replace('{}', () => path))
  return new CuadreError(fault.code, what, fault.next, { cause: error })
}

const faultOf = (code: string, error: unknown, path: string): Fault | undefined => {
  if (code.startsWith('SQLITE_IOERR') && hasNoRoom(path)) return FULL
  if (code === 'SQLITE_ERROR' && SCHEMA_ERROR.test(messageOf(error))) return OTHER_SCHEMA
  return FAULTS.find(([pattern]) => pattern.test(code))?.[1]
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

const OTHER_SCHEMA: Fault = {
  code: 'DAMAGED',
  what: {
    en: '{} is damaged: its tables are not those that cuadre made',
    es: '{} está dañada: sus tablas no son las que hizo cuadre',
  },
  next: {
    en: 'see what is wrong with "cuadre db verify"; move it away, and put back the last good backup: cuadre db restore FILE',
    es: 'vea qué tiene con "cuadre db verify"; quítela de su lugar y restaure la última copia buena: cuadre db restore ARCHIVO',
  },
}

const FULL: Fault = {
  code: 'DISK_FULL',
  what: { en: 'the disk is full: {} could not grow', es: 'el disco está lleno: {} no pudo crecer' },
  next: {
    en: 'free some space and run again; nothing that was kept is lost',
    es: 'libere espacio y ejecute de nuevo; nada de lo guardado se pierde',
  },
}

/** What is wrong with the file `{}`, by the code of SQLite or of the operating system. */
interface Fault {
  readonly code: ErrorCode
  readonly what: Both<string>
  readonly next: Both<string>
}

const FAULTS: readonly (readonly [RegExp, Fault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)$/, FULL],
  [
    /^(SQLITE_READONLY|SQLITE_PERM|SQLITE_AUTH|EACCES|EPERM|EROFS)/,
    {
      code: 'READ_ONLY',
      what: { en: '{} cannot be written', es: 'no se puede escribir en {}' },
      next: {
        en: 'give this user the right to write the file and its folder',
        es: 'dé a este usuario permiso de escribir el archivo y su carpeta',
      },
    },
  ],
  [
    /^(SQLITE_CANTOPEN|ENOENT|ENOTDIR|EEXIST|EISDIR|ELOOP|ENXIO)/,
    {
      code: 'READ_ONLY',
      what: { en: '{} cannot be opened', es: 'no se puede abrir {}' },
      next: {
        en: 'check that its folder exists and may be written',
        es: 'revise que su carpeta exista y se pueda escribir en ella',
      },
    },
  ],
  [
    /^SQLITE_CORRUPT/,
    {
      code: 'DAMAGED',
      what: { en: '{} is damaged: SQLite cannot read it', es: '{} está dañada: SQLite no puede leerla' },
      next: PUT_BACK,
    },
  ],
  [
    /^SQLITE_NOTADB/,
    {
      code: 'NOT_A_DATABASE',
      what: { en: '{} is not a database', es: '{} no es una base de datos' },
      next: { en: 'name another file with --db or CUADRE_DB', es: 'indique otro archivo con --db o CUADRE_DB' },
    },
  ],
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED)/,
    {
      code: 'BUSY',
      what: { en: 'another program keeps {} locked', es: 'otro programa tiene bloqueada {}' },
      next: { en: 'close that program and run again', es: 'cierre ese programa y ejecute de nuevo' },
    },
  ],
  // Any other error of the operating system about a file.
  [
    /^(SQLITE_IOERR|SQLITE_PROTOCOL|E[A-Z0-9]+$)/,
    {
      code: 'DISK_FAILED',
      what: { en: 'the disk failed while {} was read or written', es: 'falló el disco al leer o escribir {}' },
      next: {
        en: 'check the disk, its quota and the limit on the size of files (ulimit -f), then run again',
        es: 'revise el disco, su cuota y el límite de tamaño de los archivos (ulimit -f), y ejecute de nuevo',
      },
    },
  ],
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

/** Converts errors of SQLite and the file system into ours, for work that is done at once. */
export const faultsOf =
  (path: string) =>
  <A extends readonly unknown[], T>(work: (...asked: A) => T) =>
  (...asked: A): T => {
    try {
      return work(...asked)
    } catch (error) {
      throw asFault(error, path)
    }
  }
