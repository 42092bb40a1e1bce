import type { Instant } from '../../core/calendar/calendar.ts'
import type { OpenDatabase } from './database.ts'
import { type Answered, withErrors } from './fault.ts'
import type { WriteQueue } from './write-queue.ts'

/** The context of every part of the store: the open database, its merchant, and the queue of its writes. */
export interface MerchantDatabase extends Pick<OpenDatabase, 'path' | 'sqlite' | 'db'> {
  readonly merchant: string
  /** The database of which this is a copy: what a message says of its contents, it says of that one. */
  readonly copyOf?: string | undefined
  /** The running version of cuadre. */
  readonly version: string
  readonly writeQueue: WriteQueue
  readonly clock: () => Instant
}

type Query = (database: MerchantDatabase, ...asked: never[]) => unknown

/** The queries of a subject, bound to a database. One that does not yield pages promises its answer. */
type Repository<Q> = {
  readonly [K in keyof Q]: Q[K] extends (database: MerchantDatabase, ...asked: infer A) => infer T
    ? (...asked: A) => Answered<T>
    : never
}

/**
 * Makes a repository of the queries of a subject: functions that take the open database, then what is asked. Errors of
 * SQLite and of the file system leave it as a CuadreError.
 */
export const repository =
  <Q extends Readonly<Record<string, Query>>>(queries: Q) =>
  (database: MerchantDatabase): Repository<Q> =>
    Object.fromEntries(
      Object.entries(queries).map(([name, query]) => [
        name,
        withErrors(database.path, (...asked: never[]) => query(database, ...asked)),
      ]),
    ) as Repository<Q>

/** A statement that is prepared once for an open database: building and preparing it costs more than running it. */
export const prepared = <T>(prepare: (database: MerchantDatabase) => T): ((database: MerchantDatabase) => T) => {
  const known = new WeakMap<MerchantDatabase, T>()
  return (database) => {
    const statement = known.get(database) ?? prepare(database)
    known.set(database, statement)
    return statement
  }
}
