import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { beginNight, openTestStore, pagesOf, pullNight, SLOT, settlementOf } from './night.ts'

test('the pulls of a slot are told with what each of them changed', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  expect(await store.pulls.history(SLOT)).toEqual([])
  const run = await beginNight(store, 'r1')
  const list = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  const first = await pullNight(store, { run, pages: pagesOf([list]), at: 1 })
  await pullNight(store, { run, pages: pagesOf([list]), at: 2 })
  await store.pulls.recordIncomplete({
    slot: SLOT,
    at: 3,
    code: 'UNREACHABLE',
    reason: 'no answer',
    request: null,
    status: null,
    runId: run,
  })
  const last = await pullNight(store, {
    run,
    pages: pagesOf([[{ id: 'a', amount: 7 }, { id: 'd' }, { id: 'e' }, { id: 'c' }]]),
    at: 4,
    settlement: settlementOf({ status: 'paid' }),
  })
  await pullNight(store, { run, pages: pagesOf([[{ id: 'a', amount: 7 }]]), at: 5, settlement: null })
  const told = (await store.pulls.history(SLOT)).map(({ at, number, incomplete, settlement, invoices }) => [
    at,
    number === null ? incomplete : settlement?.status,
    ...Object.values(invoices),
  ])
  expect(told).toEqual([
    [1, 'credited', 3, 0, 0],
    [2, 'credited', 0, 0, 0],
    [3, { code: 'UNREACHABLE', reason: 'no answer' }, 0, 0, 0],
    [4, 'paid', 2, 1, 1],
    [5, undefined, 0, 3, 0],
  ])
  expect(
    (await store.invoices.withIds(SLOT, last, ['e', 'x', 'b', 'a'])).map(({ id, current }) => [id, current?.amount]),
  ).toEqual([
    ['e', 1000n],
    ['b', undefined],
    ['a', 7n],
  ])
  expect(
    (await store.invoices.withIds(SLOT, first, ['d', 'a'])).map(({ id, current }) => [id, current?.amount]),
  ).toEqual([['a', 1000n]])
  await store.close()
})
