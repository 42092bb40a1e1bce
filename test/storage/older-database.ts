import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { tempFolder } from './night.ts'

const MIGRATIONS = join(import.meta.dirname, '../../src/storage/migrations')
const journal: { entries: readonly { tag: string }[] } = JSON.parse(
  readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'),
)

/** The number of migrations, which is that of the newest schema. */
export const NEWEST_SCHEMA = journal.entries.length

/** An empty database of an earlier version: with that many migrations. */
export const emptyDatabase = (schema: number): string => {
  const folder = tempFolder()
  const migrations = join(folder, 'migrations')
  mkdirSync(join(migrations, 'meta'), { recursive: true })
  const entries = journal.entries.slice(0, schema)
  writeFileSync(join(migrations, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  for (const { tag } of entries) cpSync(join(MIGRATIONS, `${tag}.sql`), join(migrations, `${tag}.sql`))
  mkdirSync(join(folder, 'books'))
  const path = join(folder, 'books/cuadre.db')
  const sqlite = new Database(path)
  sqlite.pragma('page_size = 16384')
  sqlite.pragma('application_id = 0x43647265')
  sqlite.pragma('journal_mode = WAL')
  migrate(drizzle(sqlite), { migrationsFolder: migrations })
  sqlite.close()
  return path
}

/** Column names of earlier schemas. */
const EARLIER_NAMES: Readonly<Record<string, string>> = { stated: 'reported', recomputed: 'expected' }

/**
 * A copy of a database of this version as an earlier one would have stored it: columns and tables that it did not have
 * are left out.
 */
export const asOlderDatabase = (path: string, schema: number): string => {
  const older = emptyDatabase(schema)
  const sqlite = new Database(older)
  sqlite.pragma('foreign_keys = OFF')
  sqlite.prepare('ATTACH ? AS newer').run(path)
  withoutTriggers(sqlite, () => {
    for (const table of tablesOf(sqlite)) copyRows(sqlite, table)
  })
  sqlite.close()
  return older
}

const tablesOf = (sqlite: Database.Database): readonly string[] =>
  sqlite
    .prepare<[], string>(
      `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '__drizzle%'`,
    )
    .pluck()
    .all()

/** Triggers guard new rows; copied rows must bypass them. */
const withoutTriggers = (sqlite: Database.Database, work: () => void): void => {
  const triggers = sqlite
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'")
    .all()
  for (const { name } of triggers) sqlite.exec(`DROP TRIGGER main."${name}"`)
  work()
  for (const { sql } of triggers) sqlite.exec(sql)
}

const columnsOf = (sqlite: Database.Database, database: string, table: string): readonly string[] =>
  sqlite.prepare<[string, string], string>('SELECT name FROM pragma_table_info(?, ?)').pluck().all(table, database)

const copyRows = (sqlite: Database.Database, table: string): void => {
  const newer = new Set(columnsOf(sqlite, 'newer', table))
  const pairs = columnsOf(sqlite, 'main', table)
    .map((column) => [column, EARLIER_NAMES[column] ?? column] as const)
    .filter(([, name]) => newer.has(name))
  const [into, from] = [pairs.map(([column]) => `"${column}"`), pairs.map(([, name]) => `"${name}"`)]
  sqlite.exec(`INSERT INTO main."${table}" (${into}) SELECT ${from} FROM newer."${table}" ORDER BY rowid`)
}
