import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_POLICY } from '../../src/core/policy.ts'
import { emptyFolder } from '../empty-folder.ts'
import { collect } from './contract/scene.ts'
import { beginNight, openTestStore, pagesOf, pullNight, SLOT } from './night.ts'

const INVOICES = 1200

test('changes of more invoices than are read at a time are found once each, in order', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  const ids = Array.from({ length: INVOICES }, (_, n) => `i${n}`)
  const items = (amount: number, of = ids) => pagesOf([of.map((id) => ({ id, amount }))])
  const first = await pullNight(store, { run, pages: items(1) })
  const second = await pullNight(store, { run, pages: items(2, ids.slice(10)) })
  const inOrder = ids.toSorted()
  const differences = await collect(store.periods.listDifferences(SLOT, first.id, second.id))
  expect(differences.map(({ id }) => id)).toEqual(inOrder)
  expect(differences.filter(({ now }) => now === null)).toHaveLength(10)
  const changes = await collect(
    store.invoices.changes({ slot: SLOT, first: first.id, last: second.id }, DEFAULT_POLICY),
  )
  expect(changes.map(({ invoiceId }) => invoiceId)).toEqual(inOrder)
  expect(changes.filter(({ kind }) => kind === 'altered')).toHaveLength(INVOICES - 10)
  await store.close()
})
