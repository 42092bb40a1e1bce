import { join } from 'node:path'
import { expect, test } from 'vitest'
import { beginNight, heldBy, listedBy, openBooks, pagesOf, pullNight, SLOT, settlementOf, tempFolder } from './night.ts'

test('a pull is read back as it was written, and so is every earlier one', async () => {
  const store = await openBooks(join(tempFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  const first = await pullNight(store, { run, pages: pagesOf([[{ id: 'b' }, { id: 'a' }], [{ id: 'c' }]]), at: 1 })
  const second = await pullNight(store, {
    run,
    pages: pagesOf([[{ id: 'b', amount: 7 }, { id: 'd' }], [{ id: 'c' }]]),
    at: 2,
    settlement: settlementOf({ status: 'paid' }),
  })
  expect(await listedBy(store, first)).toEqual(['a 1000', 'b 1000', 'c 1000'])
  expect(await listedBy(store, second)).toEqual(['b 7', 'c 1000', 'd 1000'])
  expect((await heldBy(store, second)).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  expect(await store.departures(SLOT, second)).toEqual([
    { invoiceId: 'a', status: 'paid', ownDate: '2026-03-13', ownCycle: '13' },
  ])
  expect((await store.settlements(SLOT, second)).map(({ settlement, from }) => [settlement.status, from])).toEqual([
    ['credited', first.id],
    ['paid', second.id],
  ])
  expect(await store.slots()).toEqual([{ slot: SLOT, pull: second, incomplete: null, assessment: null }])
  await store.close()
})
