import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Pull } from '../../src/core/pull/pull.ts'
import type { Store } from '../../src/store/store.ts'
import { emptyFolder } from '../empty-folder.ts'
import { begin, beginNight, openTestStore, pagesOf, pullNight, SLOT } from './night.ts'

const DAMAGED = { name: 'CuadreError', code: 'DAMAGED' }

test.each<[string, string, (store: Store, pull: Pull, run: string) => Promise<unknown>]>([
  ['an answer', 'departure', (store, pull) => store.pulls.departures(SLOT, pull)],
  ['a page', 'version', async (store, pull) => store.invoices.asOf(SLOT, pull, null)[Symbol.asyncIterator]().next()],
  ['a write', 'run', (store) => beginNight(store, 'r2')],
  [
    'a pull being written',
    'version',
    async (store, _pull, run) => {
      const open = await begin(store, { run })
      for (const page of pagesOf([[{ id: 'new' }]])) await open.page(page)
      await open.endList()
    },
  ],
])('%s of a database without the table %s fails as damage that names the file', async (_, table, ask) => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  const run = await beginNight(store, 'r1')
  const pull = await pullNight(store, { run, pages: pagesOf([[{ id: 'a' }]]) })
  const sqlite = new Database(path)
  sqlite.pragma('foreign_keys = OFF')
  sqlite.exec(`DROP TABLE "${table}"`)
  sqlite.close()
  await expect(ask(store, pull, run)).rejects.toMatchObject({ ...DAMAGED, message: expect.stringContaining(path) })
  await store.close()
})
