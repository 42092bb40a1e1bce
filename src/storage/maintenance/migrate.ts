import { fileURLToPath } from 'node:url'
import type Database from 'better-sqlite3'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

/** The migrations of this version, oldest first. */
export const readMigrations = (): readonly MigrationMeta[] => {
  migrations ??= readMigrationFiles({ migrationsFolder: MIGRATIONS })
  return migrations
}
let migrations: readonly MigrationMeta[] | null = null

/** The hashes of a database's migrations, oldest first. */
export const appliedTo = (sqlite: Database.Database): readonly string[] => {
  const isThere = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'").get() !== undefined
  if (!isThere) return []
  return sqlite.prepare<[], string>('SELECT hash FROM __drizzle_migrations ORDER BY created_at').pluck().all()
}

/**
 * Brings a database to this version's schema, entirely or not at all, so that an interrupted migration leaves a
 * database that still verifies. drizzle's own migrator hides a full disk: it rolls back what SQLite has already rolled
 * back, and reports that failure instead.
 */
export const migrate = ({ $client: sqlite }: { readonly $client: Database.Database }): void => {
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
