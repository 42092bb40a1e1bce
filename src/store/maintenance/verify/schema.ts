import type Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from '../../connection/database.ts'
import { openSqlite } from '../../connection/open-sqlite.ts'
import type { ReportDamage, VerificationPart } from './verification-part.ts'

interface Thing {
  readonly name: string
  readonly text: string
}

/** Checks that all tables, indexes and triggers (which prevent overwriting) are there and unchanged. */
export const schema: VerificationPart = {
  name: 'tables, indexes and triggers',
  check: async ({ sqlite }, report) => {
    const fresh = openSqlite(':memory:')
    try {
      migrate(drizzle(fresh))
      if (appliedTo(fresh) !== appliedTo(sqlite))
        report({ en: 'the list of migrations is not what it was', es: 'la lista de migraciones no es la que era' })
      return compareSchema(sqlite, fresh, report)
    } finally {
      fresh.close()
    }
  },
}

/** Compares the schema with that of a fresh database; returns the number of its objects. */
export const compareSchema = (sqlite: Database.Database, fresh: Database.Database, report: ReportDamage): number => {
  const expected = thingsIn(fresh)
  const found = new Map(thingsIn(sqlite).map(({ name, text }) => [name, text]))
  for (const { name, text } of expected) {
    if (!found.has(name)) report({ en: `${name} of the schema is missing`, es: `falta ${name} del esquema` })
    else if (found.get(name) !== text)
      report({ en: `${name} of the schema is not what it was`, es: `${name} del esquema no es lo que era` })
  }
  const known = new Set(expected.map(({ name }) => name))
  for (const name of found.keys())
    if (!known.has(name))
      report({
        en: `${name} is in the schema, and no cuadre put it there`,
        es: `${name} está en el esquema, y no lo puso ningún cuadre`,
      })
  return expected.length
}

/** With a wrong time in that list a later migration would be skipped. */
const appliedTo = (sqlite: Database.Database): string =>
  JSON.stringify(sqlite.prepare('SELECT hash, created_at FROM __drizzle_migrations ORDER BY rowid').raw().all())

/**
 * All objects except those of an ANALYZE, the two tables of Litestream, and their places in the file.
 * "quote" also takes the BLOB that a damaged row may hold; "json_array" refuses it.
 */
const thingsIn = (sqlite: Database.Database): readonly Thing[] =>
  sqlite
    .prepare<[], Thing>(
      `SELECT name, quote(type) || quote(tbl_name) || quote(sql) AS text FROM sqlite_schema
       WHERE tbl_name NOT IN ('sqlite_stat1', 'sqlite_stat4')
         AND NOT (type = 'table' AND name IN ('_litestream_seq', '_litestream_lock')) ORDER BY name`,
    )
    .all()
