import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { CuadreError } from '../../std/errors.ts'
import { makeFolder } from '../../std/files/make-folder.ts'
import { ownerOnly } from '../../std/files/owner-only.ts'
import { asFault, damagedError } from '../connection/fault.ts'
import { busyTimeoutMs, openSqlite, openToRead } from '../connection/open-sqlite.ts'

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

/** The cells of a row that its digest covers: all except the digest. */
export const CELLS = {
  receiver: 'merchant, format, first_at, seen_at',
  event: `id, merchant, webhook_id, format, type, sent_at, payload_field, date, cycle, content, headers, body, received_at, state, run,
    failures, reason, next_try_at`,
  conflict: 'id, event, content, headers, body, received_at, run',
} as const

export type InboxTable = keyof typeof CELLS
export const INBOX_TABLES: readonly InboxTable[] = ['receiver', 'event', 'conflict']

/**
 * Defines the SQL function `row_digest(...)` on the connection: the SHA-256 of its arguments, each with its type and
 * length.
 */
const defineRowDigest = (sqlite: Database.Database): void => {
  sqlite.function('row_digest', { varargs: true, deterministic: true }, (...cells) => digestOf(cells))
}

/** The SHA-256 of the cells of a row, in the order of `CELLS`, each with its type and length. Texts in a row are hashed by one call. */
const digestOf = (cells: readonly unknown[]): Buffer => {
  const hash = createHash('sha256')
  let text = ''
  for (const cell of cells) {
    if (cell instanceof Uint8Array) {
      hash.update(`${text}b${cell.length}:`).update(cell)
      text = ''
    } else if (typeof cell === 'string') text += `s${Buffer.byteLength(cell)}:${cell}`
    else text += cell === null ? 'n:' : `i${cell}:`
  }
  return hash.update(text).digest()
}

/**
 * Prepares the insertion of events, each with its digest in the same write; `cells` are all cells of a row in the order
 * of `CELLS`. A notification that is already stored changes nothing.
 */
export const eventInserter = (sqlite: Database.Database): ((cells: readonly unknown[]) => boolean) => {
  const places = CELLS.event.split(',').map(() => '?')
  const insert = sqlite.prepare(
    `INSERT INTO event (${CELLS.event}, digest) VALUES (${places.join(', ')}, ?)
     ON CONFLICT (merchant, webhook_id) DO NOTHING`,
  )
  return (cells) => insert.run(...cells, digestOf(cells)).changes === 1
}

/** Writes the digest of one row, by its rowid. */
export const rowDigester = (sqlite: Database.Database, table: InboxTable): ((rowid: number | bigint) => void) => {
  const write = sqlite.prepare<[number | bigint]>(
    `UPDATE ${table} SET digest = row_digest(${CELLS[table]}) WHERE rowid = ?`,
  )
  return (rowid) => void write.run(rowid)
}

/** The rows that differ from their digest, by rowid. */
export const damagedRows = (sqlite: Database.Database, table: InboxTable): readonly number[] =>
  sqlite
    .prepare<[], number>(`SELECT rowid FROM ${table} WHERE digest IS NOT row_digest(${CELLS[table]}) ORDER BY rowid`)
    .pluck()
    .all()

/**
 * Changes one row by its rowid, and its digest with it. A damaged row is refused, since a new digest would hide the
 * damage.
 */
export const rowChanger = (
  sqlite: Database.Database,
  table: InboxTable,
  path: string,
): ((rowid: number, change: () => void) => void) => {
  const isWhole = sqlite
    .prepare<[number], 0 | 1>(`SELECT digest IS row_digest(${CELLS[table]}) FROM ${table} WHERE rowid = ?`)
    .pluck()
  const write = rowDigester(sqlite, table)
  return (rowid, change) => {
    if (isWhole.get(rowid) === 0)
      throw damagedError(path, {
        en: `${table} ${rowid} is not what was kept`,
        es: `${table} ${rowid} no es lo que se guardó`,
      })
    change()
    write(rowid)
  }
}

/**
 * The inbox is a separate file, so that a run and the receiver never wait for each other. Its three tables are written
 * by hand: they are read by primary key or a partial index, on the one path that must answer within five seconds.
 * `event_unusable` has the few events among millions that were kept because they name no settlement, for the questions
 * of every job.
 */
const INBOX_SCHEMA = `
CREATE TABLE receiver (
  merchant TEXT NOT NULL,
  format TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  digest BLOB CHECK (digest IS NULL OR length(digest) = 32),
  PRIMARY KEY (merchant, format)
) STRICT;

CREATE TABLE event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  merchant TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  format TEXT NOT NULL,
  type TEXT NOT NULL,
  sent_at TEXT,
  payload_field TEXT,
  date TEXT,
  cycle TEXT,
  content BLOB NOT NULL CHECK (length(content) = 32),
  headers TEXT NOT NULL,
  body BLOB NOT NULL,
  received_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'kept')),
  run TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  next_try_at INTEGER NOT NULL DEFAULT 0,
  digest BLOB CHECK (digest IS NULL OR length(digest) = 32),
  CHECK ((date IS NULL) = (cycle IS NULL)),
  CHECK ((state = 'kept') = (date IS NULL)),
  CHECK (state <> 'done' OR run IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX event_named ON event (merchant, webhook_id);
CREATE INDEX event_waiting ON event (merchant, id) WHERE state = 'waiting';
CREATE INDEX event_of_slot ON event (merchant, date) WHERE date IS NOT NULL;
CREATE INDEX event_unusable ON event (merchant, id) WHERE state = 'kept' AND (reason IS NOT NULL OR run IS NOT NULL);

CREATE TABLE conflict (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event INTEGER NOT NULL REFERENCES event (id),
  content BLOB NOT NULL CHECK (length(content) = 32),
  headers TEXT NOT NULL,
  body BLOB NOT NULL,
  received_at INTEGER NOT NULL,
  run TEXT,
  digest BLOB CHECK (digest IS NULL OR length(digest) = 32)
) STRICT;
CREATE UNIQUE INDEX conflict_of_event ON conflict (event, content);
CREATE INDEX conflict_untold ON conflict (event) WHERE run IS NULL;

CREATE TRIGGER event_stays BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
CREATE TRIGGER conflict_stays BEFORE DELETE ON conflict BEGIN SELECT RAISE(ABORT, 'a conflict is never deleted'); END;
CREATE TRIGGER event_keeps BEFORE UPDATE OF merchant, webhook_id, format, type, sent_at, payload_field, date, cycle, content, headers, body, received_at
  ON event BEGIN SELECT RAISE(ABORT, 'what an event said is never changed'); END;
CREATE TRIGGER conflict_keeps BEFORE UPDATE OF event, content, headers, body, received_at
  ON conflict BEGIN SELECT RAISE(ABORT, 'what a conflict said is never changed'); END;
`
