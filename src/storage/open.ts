import { existsSync, writeFileSync } from 'node:fs'
import type { AsOf, Moment } from '../domain/as-of.ts'
import type { Instant } from '../domain/calendar/calendar.ts'
import { linkEarlier } from './chain/link-earlier.ts'
import { type Mode, openDatabase } from './connection/database.ts'
import { asFault } from './connection/fault.ts'
import type { MerchantDatabase } from './connection/merchant-database.ts'
import { paceOf } from './connection/pace.ts'
import { undoOpenDateListings } from './listings/date-listing.ts'
import { copyBeforeUpgrade } from './maintenance/upgrade-database.ts'
import { writeMerchant } from './merchants/base-url.ts'
import { findMerchant, merchantsIn, newMerchant } from './merchants/merchants.ts'
import { undoOpenPulls } from './pulls/undo.ts'
import { goBack } from './snapshot/go-back.ts'
import { createStore, type Store } from './store.ts'

export interface StoreOptions {
  readonly path: string
  readonly merchant: string
  /** See `MerchantAsked`. */
  readonly configured?: readonly string[] | undefined
  /** The version of cuadre that reads and writes: another one reads again what an earlier one had read. */
  readonly version: string
  /** Writing is for the holder of the run lock (acquireLock): opening takes back what a crash left open. Otherwise read. */
  readonly mode?: Mode
  readonly clock?: () => Instant
  /** Told when a database of an older cuadre was brought up to date, with the path of the copy taken before. */
  readonly onUpgrade?: (backup: string) => void
  /** Ends that copying. */
  readonly signal?: AbortSignal
}

/** Opens the database of one merchant. Every method throws a CuadreError when the file or the disk fails. */
export const openStore = async ({
  path,
  merchant,
  configured,
  version,
  mode = 'write',
  clock = Date.now,
  onUpgrade,
  signal = NEVER,
}: StoreOptions): Promise<Store> => {
  const backup = mode === 'write' ? await copyBeforeUpgrade(path, clock(), signal) : null
  const connection = openDatabase(path, mode)
  try {
    if (backup !== null) onUpgrade?.(backup)
    const found = findMerchant(connection, { path, merchant, configured })
    const database: MerchantDatabase = {
      ...connection,
      merchant: found?.key ?? merchant,
      version,
      clock,
      pace: paceOf(connection.sqlite),
    }
    if (mode === 'write') await prepareForWriting(database, found === null)
    return createStore(database, found ?? newMerchant(merchant), connection.close)
  } catch (error) {
    closeAfterFailure(connection.close)
    throw asFault(error, path)
  }
}

/**
 * The database of one merchant as it stood then, to read. Checks may run over them all the same: what they write is thrown away when the
 * store is closed, and the file is not touched. A CuadreError `AS_OF_TOO_EARLY` or `AS_OF_TOO_LATE` when there is no such past.
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
    const pace = paceOf(connection.sqlite)
    const database: MerchantDatabase = { ...connection, merchant: key, version, clock: () => moment.at, pace }
    const { name } = merchantsIn(connection, moment.at).find((known) => known.key === key) ?? found
    return { store: createStore(database, { name, names }, connection.close), moment }
  } catch (error) {
    closeAfterFailure(connection.close)
    throw asFault(error, path)
  }
}
const NEVER = new AbortController().signal

/** Closing may fail for the same reason; the first failure is the one to tell. */
const closeAfterFailure = (close: () => void): void => {
  try {
    close()
  } catch {
    // SQLite's own handle is closed all the same, and what was committed is in the journal.
  }
}

const prepareForWriting = async (database: MerchantDatabase, isNewMerchant: boolean): Promise<void> => {
  await undoOpenPulls(database)
  await undoOpenDateListings(database)
  linkEarlier(database.sqlite, database.version)
  if (isNewMerchant) await writeMerchant(database)
}

/** A copy of the database as it stands at this moment, if there is one; nobody is kept waiting meanwhile. */
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
