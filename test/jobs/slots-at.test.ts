import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slotsAt } from '../../jobs/steps/query/payments-in-transit.ts'
import type { QueryContext } from '../../jobs/steps/query/read-database.ts'
import { DEFAULT_POLICY } from '../../src/core/policy.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { BOGOTA } from '../core/a.ts'
import { beginNight, openTestStore, pagesOf, pullNight, slotOf, tempFolder } from '../store/night.ts'

test('a slot is read once, however many invoices are asked about', async () => {
  const store = await openTestStore(join(tempFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  const pulls = []
  for (const cycle of ['11', '13'])
    pulls.push(await pullNight(store, { run, slot: slotOf('2026-03-12', cycle), pages: pagesOf([[{ id: cycle }]]) }))
  const asked: string[] = []
  const counting = {
    ...store,
    pulls: {
      ...store.pulls,
      times: (slot: Parameters<typeof store.pulls.times>[0]) => {
        asked.push(slot.cycle)
        return store.pulls.times(slot)
      },
    },
  }
  const context = { settings: { policy: DEFAULT_POLICY }, zone: BOGOTA } as unknown as QueryContext
  const slotAt = await slotsAt(counting, context, '2026-03-31' as SlotDate)
  const found = await Promise.all([...pulls, ...pulls].map(slotAt))
  expect(found.map(({ slot }) => slot.cycle)).toEqual(['11', '13', '11', '13'])
  expect(asked).toEqual(['11', '13'])
  await store.close()
})
