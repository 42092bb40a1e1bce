import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { expect, test } from 'vitest'
import { putOnSchema } from '../../src/storage/maintenance/migrating.ts'
import { ROWS_OF_MERCHANT, TABLES_MADE_ANEW } from '../../src/storage/maintenance/split/rows.ts'

test('every table of the schema is split, or made anew', () => {
  const sqlite = new Database(':memory:')
  putOnSchema(drizzle(sqlite))
  const tables = sqlite
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '__drizzle%' ORDER BY name",
    )
    .pluck()
    .all()
  expect([...Object.keys(ROWS_OF_MERCHANT), ...TABLES_MADE_ANEW].sort()).toEqual(tables)
  sqlite.close()
})
