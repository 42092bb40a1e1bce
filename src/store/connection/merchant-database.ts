import type { Instant } from '../../core/calendar/calendar.ts'
import type { OpenDatabase } from './database.ts'
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

/** A statement that is prepared once for an open database: building and preparing it costs more than running it. */
export const prepared = <T>(prepare: (database: MerchantDatabase) => T): ((database: MerchantDatabase) => T) => {
  const known = new WeakMap<MerchantDatabase, T>()
  return (database) => {
    const statement = known.get(database) ?? prepare(database)
    known.set(database, statement)
    return statement
  }
}
