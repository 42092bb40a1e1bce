import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../../src/store/connection/database.ts'
import { REBUILT_TABLES, ROWS_OF_MERCHANT } from '../../src/store/maintenance/split-merchant.ts'

test('every table of the schema is split, or made anew', () => {
  const sqlite = new Database(':memory:')
  migrate(drizzle(sqlite))
  const tables = sqlite
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '__drizzle%' ORDER BY name",
    )
    .pluck()
    .all()
  expect([...Object.keys(ROWS_OF_MERCHANT), ...REBUILT_TABLES].sort()).toEqual(tables)
  sqlite.close()
})
