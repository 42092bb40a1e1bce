import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/store/connection/database.ts'
import { openSqlite, openToRead } from '../../src/store/connection/open-sqlite.ts'
import { openInboxFile } from '../../src/store/inbox/inbox-database.ts'
import { emptyFolder } from '../empty-folder.ts'

const IN_MEMORY = 2

test('what SQLite sorts stays in memory, never in a temporary file that others share', () => {
  const path = join(emptyFolder(), 'cuadre.db')
  const { sqlite } = openDatabase(path, 'write')
  const all = [sqlite, openToRead(path), openSqlite(':memory:'), openInboxFile(`${path}.inbox`, 0)]
  expect(all.map((one) => one.pragma('temp_store', { simple: true }))).toEqual(all.map(() => IN_MEMORY))
  for (const one of all) one.close()
})
