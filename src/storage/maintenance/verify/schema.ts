import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { putOnSchema } from '../migrating.ts'
import type { Part } from './part.ts'

interface Thing {
  readonly name: string
  readonly text: string
}

/** Tables, indexes and the triggers that see to it that nothing is overwritten: all there, and as they were put on. */
export const schema: Part = {
  name: 'tables, indexes and triggers',
  look: async ({ sqlite }, tell) => {
    const fresh = new Database(':memory:')
    try {
      putOnSchema(drizzle(fresh))
      if (appliedTo(fresh) !== appliedTo(sqlite)) tell('the list of migrations is not what it was')
      return compareSchema(sqlite, fresh, tell)
    } finally {
      fresh.close()
    }
  },
}

/** Compares the schema with that of a fresh database; gives how many things that one has. */
export const compareSchema = (
  sqlite: Database.Database,
  fresh: Database.Database,
  tell: (damage: string) => void,
): number => {
  const expected = thingsIn(fresh)
  const found = new Map(thingsIn(sqlite).map(({ name, text }) => [name, text]))
  for (const { name, text } of expected) {
    if (!found.has(name)) tell(`${name} of the schema is missing`)
    else if (found.get(name) !== text) tell(`${name} of the schema is not what it was`)
  }
  const known = new Set(expected.map(({ name }) => name))
  for (const name of found.keys()) if (!known.has(name)) tell(`${name} is in the schema, and no cuadre put it there`)
  return expected.length
}

/** A wrong time in that list would make a later migration be passed over. */
const appliedTo = (sqlite: Database.Database): string =>
  JSON.stringify(sqlite.prepare('SELECT hash, created_at FROM __drizzle_migrations ORDER BY rowid').raw().all())

/** All but what an ANALYZE of somebody leaves there, the two tables of Litestream, and the places of things in the file. */
const thingsIn = (sqlite: Database.Database): readonly Thing[] =>
  sqlite
    .prepare<[], Thing>(
      `SELECT name, json_array(type, tbl_name, sql) AS text FROM sqlite_schema
       WHERE tbl_name NOT IN ('sqlite_stat1', 'sqlite_stat4')
         AND NOT (type = 'table' AND name IN ('_litestream_seq', '_litestream_lock')) ORDER BY name`,
    )
    .all()
