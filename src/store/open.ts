import { existsSync, writeFileSync } from 'node:fs'
import type { Instant } from '../core/calendar/calendar.ts'
import type { AsOf, Moment } from '../core/past-run.ts'
import { linkReadings } from './chain/chain.ts'
import { createDatabase, type Mode, openDatabase, schemaOf } from './connection/database.ts'
import { asFault } from './connection/fault.ts'
import type { MerchantDatabase } from './connection/merchant-database.ts'
import { becomeWriter, writeQueueOf } from './connection/write-queue.ts'
import { undoOpenDateListings } from './listings/listings.ts'
import { copyBeforeUpgrade } from './maintenance/copy-database.ts'
import { findMerchant, merchantsIn, newMerchant, writeMerchant } from './merchants/merchants.ts'
import { undoOpenPulls } from './pulls/pull-stamp.ts'
import { goBack } from './snapshot/go-back.ts'
import { createStore, type Store } from './store.ts'

export interface StoreOptions {
  readonly path: string
  readonly copyOf?: string | undefined
  readonly merchant: string
  /** See `MerchantAsked`. */
  readonly configured?: readonly string[] | undefined
  /** The version of cuadre that reads and writes. Answers read by another version are read again. */
  readonly version: string
  /** `write` is for the holder of the run lock (acquireLock): opening then undoes unfinished work of a crash. */
  readonly mode?: Mode
  readonly clock?: () => Instant
  /** Called with the path of the backup after a database of an older version was migrated. */
  readonly onUpgrade?: (backup: string) => void
  /** Aborts the backup. */
  readonly signal?: AbortSignal
}

/** Opens the database of one merchant. Every method throws a CuadreError when the file or the disk fails. */
export const openStore = async ({
  path,
  copyOf,
  merchant,
  configured,
  version,
  mode = 'write',
  clock = Date.now,
  onUpgrade,
  signal = NEVER,
}: StoreOptions): Promise<Store> => {
  const found = mode === 'write' ? schemaOf(path) : null
  const backup = found === null ? null : await copyBeforeUpgrade(path, found, clock(), signal)
  const examined = found?.applied === null ? await createDatabase(path, signal) : (found ?? undefined)
  const connection = openDatabase(path, mode, examined)
  try {
    if (backup !== null) onUpgrade?.(backup)
    const found = findMerchant(connection, { path, merchant, configured })
    const database: MerchantDatabase = {
      ...connection,
      copyOf,
      merchant: found?.key ?? merchant,
      version,
      clock,
      writeQueue: writeQueueOf(connection.sqlite, mode === 'write' ? becomeWriter(connection.sqlite) : ANYBODY),
    }
    if (mode === 'write') await prepareForWriting(database, found === null)
    return createStore(database, found ?? newMerchant(merchant), connection.close)
  } catch (error) {
    closeAfterFailure(connection.close)
    throw asFault(error, path)
  }
}

/**
 * Opens the database of one merchant as of a past moment, for reading. Checks may run on it: their writes are discarded
 * on close, and the file is not changed. Throws a CuadreError `AS_OF_TOO_EARLY` or `AS_OF_TOO_LATE` for a moment
 * outside the history.
 */
export const openStoreAsOf = async (
  { path, merchant, version }: Pick<StoreOptions, 'path' | 'merchant' | 'version'>,
  asOf: AsOf,
): Promise<{ readonly store: Store; readonly moment: Moment }> => {
  const connection = openDatabase(path, 'read')
  try {
    const found = findMerchant(connection, { path, merchant, configured: [] }) ?? newMerchant(merchant)
    const { key, names } = found
    const moment = goBack(connection.sqlite, key, asOf)
    const writeQueue = writeQueueOf(connection.sqlite, ANYBODY)
    const database: MerchantDatabase = { ...connection, merchant: key, version, clock: () => moment.at, writeQueue }
    const { name } = merchantsIn(connection, moment.at).find((known) => known.key === key) ?? found
    return { store: createStore(database, { name, names }, connection.close), moment }
  } catch (error) {
    closeAfterFailure(connection.close)
    throw asFault(error, path)
  }
}
const NEVER = new AbortController().signal
/** A connection for reading writes nothing that stays. */
const ANYBODY = (): void => undefined

/** Closing may fail for the same reason. Only the first failure is reported. */
const closeAfterFailure = (close: () => void): void => {
  try {
    close()
  } catch {
    // SQLite's own handle is closed in any case, and all commits are in the journal.
  }
}

const prepareForWriting = async (database: MerchantDatabase, isNewMerchant: boolean): Promise<void> => {
  await undoOpenPulls(database)
  await undoOpenDateListings(database)
  linkReadings(database.sqlite, database.version)
  if (isNewMerchant) await writeMerchant(database)
}

/** Copies the database as of now, if there is one, without blocking other processes. */
export const copyMerchantDatabase = async (path: string, copy: string): Promise<void> => {
  if (!existsSync(path)) return
  const { sqlite, close } = openDatabase(path, 'read')
  try {
    writeFileSync(copy, '', { mode: 0o600 })
    await sqlite.backup(copy)
  } catch (error) {
    throw asFault(error, copy)
  } finally {
    close()
  }
}
