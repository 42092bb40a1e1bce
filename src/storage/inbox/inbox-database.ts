import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { CuadreError } from '../../std/errors.ts'
import { makeFolder } from '../../std/files/make-folder.ts'
import { ownerOnly } from '../../std/files/owner-only.ts'
import { busyTimeoutMs } from '../connection/busy-timeout.ts'
import { asFault } from '../connection/fault.ts'
import { openSqlite } from '../connection/open-sqlite.ts'
import { openToRead } from '../connection/open-to-read.ts'
import { INBOX_SCHEMA } from './inbox-schema.ts'
import { defineRowDigest } from './row-digests.ts'

/** "Cdin": marks the file as an inbox, at byte 68 of its header. */
const APPLICATION_ID = 0x4364696e
const VERSION = 3

/** Opens the inbox, or creates it. `waitMs` is how long another process's transaction may block this one. */
export const openInboxFile = (path: string, waitMs: number): Database.Database => {
  try {
    const isNew = sizeOf(path) === 0
    if (!isNew) refuseForeign(path)
    return ownerOnly(() => connect(path, waitMs))
  } catch (error) {
    throw asFault(error, path)
  }
}

/** Opens the inbox for reading; null when no receiver ever created one. */
export const openInboxToRead = (path: string): Database.Database | null => {
  try {
    if (sizeOf(path) === 0) return null
    const sqlite = openToRead(path)
    if (isInbox(sqlite, path)) return sqlite
    sqlite.close()
    return null
  } catch (error) {
    throw asFault(error, path)
  }
}

/** Throws, with the file closed, when it is no inbox; it may also have no tables yet. */
const isInbox = (sqlite: Database.Database, path: string): boolean => {
  try {
    defineRowDigest(sqlite)
    return hasTables(sqlite, path)
  } catch (error) {
    sqlite.close()
    throw error
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

const connect = (path: string, waitMs: number): Database.Database => {
  makeFolder(dirname(path))
  // Two processes may create the file at once: one of them waits for the other.
  const sqlite = openSqlite(path, { timeout: busyTimeoutMs })
  try {
    sqlite.pragma('journal_mode = WAL')
    // A reopened WAL file falls back to NORMAL, which may lose the last commits.
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('foreign_keys = ON')
    // Every commit writes pages of the index of ids: fewer checkpoints mean that they are copied into the file fewer
    // times.
    sqlite.pragma('wal_autocheckpoint = 8000')
    sqlite.pragma(`cache_size = ${-CACHE_KIB}`)
    sqlite.transaction(() => makeTables(sqlite, path)).immediate()
    sqlite.pragma(`busy_timeout = ${waitMs}`)
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** Enough for the index of ids of some 200,000 notifications. */
const CACHE_KIB = 16 * 1024

/** Creates the tables where there are none. Call it within a transaction. */
export const makeTables = (sqlite: Database.Database, path: string): void => {
  defineRowDigest(sqlite)
  if (hasTables(sqlite, path)) return
  sqlite.exec(INBOX_SCHEMA)
  sqlite.pragma(`application_id = ${APPLICATION_ID}`)
  sqlite.pragma(`user_version = ${VERSION}`)
}

/** Refuses a foreign file before anything is written. */
const refuseForeign = (path: string): void => {
  const sqlite = openToRead(path)
  try {
    hasTables(sqlite, path)
  } finally {
    sqlite.close()
  }
}

/** False when there are no tables yet; throws a CuadreError for a file that is neither empty nor an inbox of this version. */
const hasTables = (sqlite: Database.Database, path: string): boolean => {
  const mark = sqlite.pragma('application_id', { simple: true })
  const version = Number(sqlite.pragma('user_version', { simple: true }))
  if (mark === APPLICATION_ID && version === VERSION) return true
  if (mark === APPLICATION_ID) {
    throw new CuadreError(
      'NEWER_DATABASE',
      {
        en: `${path} was written by another, newer version of cuadre`,
        es: `${path} lo escribió otra versión más nueva de cuadre`,
      },
      { en: 'install that version', es: 'instale esa versión' },
    )
  }
  const isEmpty = mark === 0 && version === 0 && sqlite.prepare('SELECT 1 FROM sqlite_schema').get() === undefined
  if (isEmpty) return false
  throw new CuadreError(
    'FOREIGN_DATABASE',
    { en: `${path} belongs to another program`, es: `${path} es de otro programa` },
    { en: 'move it away', es: 'muévalo a otro lugar' },
  )
}
