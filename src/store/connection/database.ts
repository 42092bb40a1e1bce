import { closeSync, existsSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type Database from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { entryAt, targetAt } from '../../std/files/entry-at.ts'
import { makeFolder } from '../../std/files/make-folder.ts'
import { ownerOnly } from '../../std/files/owner-only.ts'
import { realPathOf } from '../../std/files/real-path.ts'
import { writeWhole } from '../../std/files/whole-file.ts'
import { once } from '../../std/once.ts'
import { asFault, damagedError } from './fault.ts'
import { busyTimeoutMs, openSqlite, openToRead, rollBackJournal } from './open-sqlite.ts'

export type Mode = 'write' | 'read'

export interface OpenDatabase {
  readonly path: string
  readonly sqlite: Database.Database
  readonly db: BetterSQLite3Database
  close(): void
}

/** "Cdre": marks the file as ours, at byte 68 of its header. */
const APPLICATION_ID = 0x43647265
/**
 * Must be set before WAL, since a file keeps its page size. The compressed answer of a page of 100 invoices takes about
 * 11 KB: two thirds of a 16 KB page, but with 8 KB pages one page and most of a third of the next, which is shared.
 */
const PAGE_SIZE = 8192

/**
 * Files open in this process. Their headers must not be read outside SQLite: closing another descriptor of the same
 * file would drop SQLite's locks (POSIX).
 */
const openHere = new Map<string, number>()

/**
 * Opens the database, or creates it in write mode. A foreign, newer or damaged file is not changed. Opening a file parses the text of all
 * its tables and triggers, which takes longer than most of what is asked of it: so who has just examined it says what it found.
 */
export const openDatabase = (path: string, mode: Mode, examined?: Pick<Migrated, 'applied'>): OpenDatabase => {
  try {
    if (mode === 'read') {
      if (!hasContent(path)) throw nothingIn(path)
      return ownerOnly(() => connect(path, mode, false))
    }
    const { applied } = examined ?? examineFile(path)
    refuseOtherName(path)
    return ownerOnly(() => connect(path, mode, applied === null))
  } catch (error) {
    throw asFault(error, path)
  }
}

/**
 * Writes an empty database where nothing is yet, whole or not at all. It is made once a process, in memory: 160 statements on a disk take
 * twenty times as long as a copy.
 */
export const createDatabase = async (path: string, signal: AbortSignal): Promise<Migrated> => {
  if (existingDatabaseFile(path) !== null) return examineFile(path)
  refuseOtherName(path)
  await writeWhole(dirname(path), basename(path), [{ text: emptyDatabase(), rows: 0 }], signal)
  return { applied: readMigrations().length, known: readMigrations().length }
}

const emptyDatabase = once((): Buffer => {
  const sqlite = openSqlite(':memory:')
  try {
    markAsOurs(sqlite)
    migrate(sqlite)
    return sqlite.serialize()
  } finally {
    sqlite.close()
  }
})

/** The application id is written to the file before WAL begins, so that a new file killed at any moment is empty or ours. */
const markAsOurs = (sqlite: Database.Database): void => {
  sqlite.pragma(`page_size = ${PAGE_SIZE}`)
  sqlite.pragma(`application_id = ${APPLICATION_ID}`)
}

const nothingIn = (path: string): CuadreError =>
  new CuadreError(
    'NO_DATABASE',
    existsSync(path)
      ? { en: `${path} is empty`, es: `${path} está vacía` }
      : { en: `there is no database ${path}`, es: `no existe la base de datos ${path}` },
    {
      en: 'run `cuadre run` first, or name the file with CUADRE_DB',
      es: 'ejecute primero `cuadre run`, o indique el archivo con CUADRE_DB',
    },
  )

/** A new database is not made through a link either: the disk of its target may not be mounted. */
const refuseOtherName = (path: string): void => {
  if (existsSync(path)) refuseSeveralNames(path)
  else if (entryAt(path)?.isSymbolicLink())
    throw new CuadreError(
      'NO_DATABASE',
      { en: `${path} is a link that leads nowhere`, es: `${path} es un enlace que no lleva a ningún archivo` },
      {
        en: 'mount the disk of its target, or make the target an empty file, then run again',
        es: 'monte el disco de su destino, o cree el destino como archivo vacío, y ejecute de nuevo',
      },
    )
}

/** The number of migrations applied to a file (null where nothing is in it), and of those known. */
export interface Migrated {
  readonly applied: number | null
  readonly known: number
}

/** A database that lacks some migrations is migrated when it is opened for writing. */
export const schemaOf = (path: string): Migrated => {
  try {
    return examineFile(path)
  } catch (error) {
    throw asFault(error, path)
  }
}

const connect = (path: string, mode: Mode, isNew: boolean): OpenDatabase => {
  if (mode === 'write') makeFolder(dirname(path))
  const sqlite =
    mode === 'read' ? openToRead(path) : openSqlite(path, { timeout: busyTimeoutMs, fileMustExist: !isNew })
  try {
    if (mode === 'read') refuseUnreadable(sqlite, path)
    if (isNew) markAsOurs(sqlite)
    if (mode === 'write') sqlite.pragma('journal_mode = WAL')
    sqlite.pragma('foreign_keys = ON')
    // A reopened WAL file falls back to NORMAL, which may lose the last commits.
    sqlite.pragma('synchronous = FULL')
    // Index pages are rewritten by many transactions: fewer checkpoints mean fewer rewrites.
    sqlite.pragma('wal_autocheckpoint = 32000')
    sqlite.pragma(`cache_size = ${-CACHE_KIB}`)
    if (mode === 'write') migrate(sqlite)
    const name = realpathSync(path)
    openHere.set(name, (openHere.get(name) ?? 0) + 1)
    return { path, sqlite, db: drizzle(sqlite), close: () => close(sqlite, mode, name) }
  } catch (error) {
    sqlite.close()
    throw error
  }
}
const CACHE_KIB = 16 * 1024

/**
 * SQLite ignores a failed sync on close. So the journal is checkpointed first, which reports failures: once without the
 * write lock, so that little is left for the second checkpoint, which holds it.
 */
const close = (sqlite: Database.Database, mode: Mode, name: string): void => {
  try {
    if (mode === 'write') for (const kind of ['PASSIVE', 'TRUNCATE']) sqlite.pragma(`wal_checkpoint(${kind})`)
  } finally {
    sqlite.close()
    const left = (openHere.get(name) ?? 1) - 1
    if (left > 0) openHere.set(name, left)
    else openHere.delete(name)
  }
}

/**
 * What is there before it is written; refuses a foreign, newer or damaged file. Reads by a connection that cannot write, which leaves the
 * journal of a newer version as it is.
 */
const examineFile = (path: string): Migrated => {
  const known = readMigrations().length
  if (!hasContent(path)) return { applied: null, known }
  const sqlite = openToRead(path)
  try {
    return { applied: examineMigrations(sqlite, path), known }
  } finally {
    sqlite.close()
  }
}

/**
 * Whether there is a file of ours that is not empty; refuses a foreign or damaged one. Writes nothing except the rollback of an interrupted
 * transaction, and creates no file next to a foreign one. An unfinished file counts as nothing.
 */
const hasContent = (path: string): boolean => {
  const found = targetAt(path)
  if (found === null) return false
  if (!found.isFile())
    throw new CuadreError(
      'NOT_A_DATABASE',
      { en: `${path} is not a file`, es: `${path} no es un archivo` },
      { en: 'name a file with CUADRE_DB', es: 'indique un archivo con CUADRE_DB' },
    )
  if (found.size === 0) return false
  if (openHere.has(realpathSync(path))) return true
  refuseForeign(path)
  rollBackJournal(path)
  const { size } = statSync(path)
  if (size === 0) return false
  refuseCutShort(path, size)
  return true
}

const refuseForeign = (path: string): void => {
  const header = headerOf(path)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new CuadreError(
      'NOT_A_DATABASE',
      { en: `${path} is not a database`, es: `${path} no es una base de datos` },
      { en: 'name another file with --db or CUADRE_DB', es: 'indique otro archivo con --db o CUADRE_DB' },
    )
  }
  if (header.length < HEADER_SIZE)
    throw damagedError(path, { en: 'it ends within its first page', es: 'termina dentro de su primera página' })
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new CuadreError(
      'FOREIGN_DATABASE',
      { en: `${path} belongs to another program`, es: `${path} es de otro programa` },
      { en: 'name another file with --db or CUADRE_DB', es: 'indique otro archivo con --db o CUADRE_DB' },
    )
  }
}
const MAGIC = 'SQLite format 3\0'
const HEADER_SIZE = 100

const headerOf = (path: string): Buffer => {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(HEADER_SIZE)
    return header.subarray(0, readSync(file, header, 0, HEADER_SIZE, 0))
  } finally {
    closeSync(file)
  }
}

/** A file shorter than its header says has lost its end, unless the journal still has it. */
const refuseCutShort = (path: string, size: number): void => {
  const journal = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if (journal !== undefined && journal.size > 0) return
  const header = headerOf(path)
  const pageSize = header.readUInt16BE(16)
  if (size < header.readUInt32BE(28) * pageSize)
    throw damagedError(path, { en: 'its end is missing', es: 'le falta el final' })
}

/**
 * The number of migrations applied. They must be the first of those we know; a newer version applied an unknown one.
 */
const examineMigrations = (sqlite: Database.Database, path: string): number => {
  const known = readMigrations().map(({ hash }) => hash)
  const applied = appliedTo(sqlite)
  if (applied.some((hash, index) => hash !== known[index])) {
    throw new CuadreError(
      'NEWER_DATABASE',
      {
        en: `${path} was written by another, newer version of cuadre`,
        es: `${path} la escribió otra versión más nueva de cuadre`,
      },
      {
        en: 'install that version, or name another file with --db or CUADRE_DB',
        es: 'instale esa versión, o indique otro archivo con --db o CUADRE_DB',
      },
    )
  }
  if (applied.length === 0 && hasTables(sqlite))
    throw damagedError(path, { en: 'the list of its migrations is gone', es: 'falta la lista de sus migraciones' })
  return applied.length
}

const refuseUnreadable = (sqlite: Database.Database, path: string): void => {
  const applied = examineMigrations(sqlite, path)
  if (applied === 0) throw nothingIn(path)
  if (applied < readMigrations().length) throw olderError(path)
}

const olderError = (path: string): CuadreError =>
  new CuadreError(
    'OLDER_DATABASE',
    { en: `${path} was written by an older cuadre`, es: `${path} la escribió un cuadre anterior` },
    {
      en: 'run `cuadre check` once: it copies the file to the folder backups, and brings it up to date',
      es: 'ejecute una vez `cuadre check`: copia el archivo a la carpeta backups y lo pone al día',
    },
  )

/** Throws OLDER_DATABASE when migrations are missing in the file; a file without any is left to whoever opens it. */
export const refuseOlder = (path: string): void => {
  const { applied, known } = schemaOf(path)
  if (applied !== null && applied > 0 && applied < known) throw olderError(path)
}

/** The list of migrations is created by the first of them: without it there is no other table. */
const hasTables = (sqlite: Database.Database): boolean =>
  sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'pull'").get() !== undefined

/**
 * Refuses to write a file that has a second name no link leads to: a hard link, or a file mounted alone. SQLite names its
 * journal after the name it is given, so that two writers under two names do not see what the other has committed.
 */
const refuseSeveralNames = (path: string): void => {
  const { nlink } = statSync(path)
  if (nlink > 1)
    throw severalNames(
      { en: `${path} has ${nlink} names (hard links)`, es: `${path} tiene ${nlink} nombres (enlaces duros)` },
      {
        en: `give it one name again: cp it to a new file, and remove its names or move them away`,
        es: `déjele un solo nombre: cópiela a un archivo nuevo, y quite sus nombres o muévalos a otro lugar`,
      },
    )
  if (mountPoints().includes(realPathOf(path)))
    throw severalNames(
      { en: `${path} is mounted alone, without its folder`, es: `${path} está montada sola, sin su carpeta` },
      {
        en: 'mount the folder of the database: its journal and its lock lie beside it',
        es: 'monte la carpeta de la base de datos: su diario y su bloqueo están junto a ella',
      },
    )
}

const severalNames = (message: Both<string>, next: Both<string>): CuadreError =>
  new CuadreError('SEVERAL_NAMES', message, next)

/** Where file systems are mounted; only Linux tells it in a file. */
const mountPoints = (): readonly string[] => {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .map((line) => (line.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, octal) => charOf(octal)))
  } catch {
    return []
  }
}

const charOf = (octal: string): string => String.fromCharCode(Number.parseInt(octal, 8))

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

/** The migrations of this version, oldest first. */
const readMigrations = (): readonly MigrationMeta[] => {
  migrations ??= readMigrationFiles({ migrationsFolder: MIGRATIONS })
  return migrations
}
let migrations: readonly MigrationMeta[] | null = null

/** The hashes of a database's migrations, oldest first. */
const appliedTo = (sqlite: Database.Database): readonly string[] => {
  const isThere = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'").get() !== undefined
  if (!isThere) return []
  return sqlite.prepare<[], string>('SELECT hash FROM __drizzle_migrations ORDER BY created_at').pluck().all()
}

/**
 * Brings a database to this version's schema, entirely or not at all, so that an interrupted migration leaves a
 * database that still verifies. drizzle's own migrator hides a full disk: it rolls back what SQLite has already rolled
 * back, and reports that failure instead.
 */
export const migrate = (sqlite: Database.Database): void => {
  const known = readMigrations()
  if (appliedTo(sqlite).length === known.length) return
  sqlite
    .transaction(() => {
      sqlite.exec(JOURNAL)
      const note = sqlite.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)')
      for (const migration of known.slice(appliedTo(sqlite).length)) {
        for (const statement of migration.sql) sqlite.exec(statement)
        note.run(migration.hash, migration.folderMillis)
      }
    })
    .immediate()
}
/** Exactly as drizzle creates it, since the schemas of all versions are compared as text. */
const JOURNAL =
  'CREATE TABLE IF NOT EXISTS "__drizzle_migrations" (\n' +
  '\t\t\t\tid SERIAL PRIMARY KEY,\n\t\t\t\thash text NOT NULL,\n\t\t\t\tcreated_at numeric\n\t\t\t)'

/**
 * The first file of a database that is already at the path; null when there is none. A leftover journal counts as well:
 * SQLite would mix it into a new database.
 */
export const existingDatabaseFile = (path: string): string | null =>
  ['', '-wal', '-shm', '-journal'].map((end) => `${path}${end}`).find((file) => existsSync(file)) ?? null
