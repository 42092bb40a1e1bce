import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'

/**
 * Amounts are NUMERIC rather than INTEGER, since the sandbox can also report fractions of a peso, which a careful
 * reader must survive. `patch` holds the values reported instead of the true ones, see misstatement.ts. Public ids are
 * not unique here on purpose: an invoice that a list repeats is stored as a second row. `said` is the invoice as lists
 * report it: it is written on change, since it is read much more often.
 */
const TABLES = `
  CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE merchants (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, api_key TEXT NOT NULL UNIQUE, integrity_key TEXT NOT NULL,
    fees_postpaid INTEGER NOT NULL, gateway INTEGER NOT NULL, webhook_urls TEXT NOT NULL);
  CREATE TABLE invoices (
    number INTEGER PRIMARY KEY, merchant INTEGER NOT NULL, id TEXT NOT NULL, reference TEXT, status TEXT NOT NULL,
    amount NUMERIC NOT NULL, description TEXT NOT NULL, contract TEXT NOT NULL, document TEXT NOT NULL,
    document_type TEXT, customer_name TEXT, redirect_url TEXT, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    busy_until INTEGER, paid_at INTEGER, paid_day TEXT, method TEXT, source TEXT, paid NUMERIC, date TEXT, cycle TEXT,
    payment_id TEXT, seeded INTEGER NOT NULL, patch TEXT,
    said TEXT);
  CREATE TABLE settlements (
    merchant INTEGER NOT NULL, date TEXT NOT NULL, cycle TEXT NOT NULL, status TEXT NOT NULL, invoices NUMERIC NOT NULL,
    collected NUMERIC NOT NULL, fees NUMERIC NOT NULL, fees_postpaid INTEGER NOT NULL, adjustments NUMERIC NOT NULL,
    gateway INTEGER NOT NULL, payout NUMERIC NOT NULL, opened_at INTEGER NOT NULL,
    next_at INTEGER, fails INTEGER NOT NULL, patch TEXT,
    PRIMARY KEY (merchant, date, cycle)) WITHOUT ROWID;
  CREATE TABLE debits (
    number INTEGER PRIMARY KEY, merchant INTEGER NOT NULL, invoice TEXT NOT NULL, amount NUMERIC NOT NULL,
    from_date TEXT NOT NULL, from_cycle TEXT NOT NULL, date TEXT, cycle TEXT);
  CREATE TABLE deliveries (
    number INTEGER PRIMARY KEY, merchant INTEGER NOT NULL, webhook_id TEXT NOT NULL, type TEXT NOT NULL,
    subject TEXT NOT NULL, url TEXT NOT NULL, payload TEXT NOT NULL, created_at INTEGER NOT NULL, state TEXT NOT NULL,
    tries INTEGER NOT NULL, next_at INTEGER);
  CREATE TABLE attempts (
    delivery INTEGER NOT NULL, nth INTEGER NOT NULL, at INTEGER NOT NULL, status INTEGER, failure TEXT,
    PRIMARY KEY (delivery, nth)) WITHOUT ROWID;
  CREATE TABLE plans (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, request TEXT NOT NULL);
`

/** Indexes are created after the history: filling a table is three times as fast without them. */
const INDEXES = `
  CREATE INDEX IF NOT EXISTS invoices_id ON invoices (id);
  CREATE INDEX IF NOT EXISTS invoices_slot ON invoices (merchant, date, cycle);
  CREATE INDEX IF NOT EXISTS invoices_reference ON invoices (merchant, reference);
  CREATE INDEX IF NOT EXISTS invoices_document ON invoices (merchant, document);
  CREATE INDEX IF NOT EXISTS invoices_contract ON invoices (merchant, contract);
  CREATE INDEX IF NOT EXISTS invoices_paid_day ON invoices (merchant, paid_day);
  CREATE INDEX IF NOT EXISTS invoices_open ON invoices (expires_at) WHERE status = 'ready';
  CREATE INDEX IF NOT EXISTS invoices_own ON invoices (number) WHERE seeded = 0;
  CREATE INDEX IF NOT EXISTS settlements_next ON settlements (next_at) WHERE next_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deliveries_subject ON deliveries (subject);
  CREATE INDEX IF NOT EXISTS deliveries_next ON deliveries (next_at) WHERE next_at IS NOT NULL;
`

export type Sqlite = Database.Database

/** The application id of a sandbox's file (the letters CSBX), so that no other database is mistaken for one. */
const APPLICATION = 0x43534258

const pragma = (sqlite: Sqlite, name: string): unknown => sqlite.pragma(name, { simple: true })

/** Checks before anything is written: a foreign database, such as the user's own, is not touched. */
const isNew = (sqlite: Sqlite): boolean => {
  if (pragma(sqlite, 'application_id') === APPLICATION && pragma(sqlite, 'user_version') === 1) return false
  if (sqlite.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() === undefined) return true
  throw new Error('the database is not one of this sandbox')
}

const OWNER_ONLY = 0o600

/**
 * Creates the file before SQLite opens it, since it holds keys and customers, and SQLite gives its other files the same
 * mode.
 */
const makeFile = (file: string): void => closeSync(openSync(file, 'a+', OWNER_ONLY))

/** Closes files that an earlier sandbox left readable to others. */
const closeToOthers = (file: string): void => {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, OWNER_ONLY)
}

const prepare = (sqlite: Sqlite, file: string | undefined): Sqlite => {
  const fresh = isNew(sqlite)
  if (fresh) sqlite.pragma('page_size = 16384')
  if (file !== undefined) {
    closeToOthers(file)
    sqlite.pragma('journal_mode = WAL')
  }
  sqlite.pragma('synchronous = OFF')
  sqlite.pragma('cache_size = -32000')
  if (fresh) {
    sqlite.exec(TABLES)
    sqlite.pragma(`application_id = ${APPLICATION}`)
    sqlite.pragma('user_version = 1')
  }
  return sqlite
}

/**
 * Without a file, the empty name gives a private database in SQLite's page cache, which moves to an unnamed temporary file beyond 32 MB,
 * so that a million invoices do not fill the process's memory.
 */
export const openDatabase = (file: string | undefined): Sqlite => {
  if (file !== undefined) makeFile(file)
  const sqlite = new Database(file ?? '')
  try {
    return prepare(sqlite, file)
  } catch (error) {
    sqlite.close()
    throw error
  }
}

export const makeIndexes = (sqlite: Sqlite): void => {
  sqlite.exec(INDEXES)
}
