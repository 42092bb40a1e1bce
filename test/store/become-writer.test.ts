import { join } from 'node:path'
import { expect, test } from 'vitest'
import { beginNight, openTestStore, pagesOf, pullNight, tempFolder } from './night.ts'

test('a writer that was taken over commits nothing more, and its transaction leaves nothing', async () => {
  const path = join(tempFolder(), 'cuadre.db')
  const first = await openTestStore(path)
  const run = await beginNight(first, 'r1')
  const second = await openTestStore(path)
  const takenOver = expect.objectContaining({ code: 'TAKEN_OVER' })
  await expect(pullNight(first, { run, pages: pagesOf([[{ id: 'a' }]]) })).rejects.toThrow(takenOver)
  await expect(first.merchant.rename('house', 4)).rejects.toThrow(takenOver)
  expect(await second.slots.states()).toEqual([])
  await pullNight(second, { run: await beginNight(second, 'r2'), pages: pagesOf([[{ id: 'a' }]]) })
  expect(await second.slots.states()).toHaveLength(1)
  await first.close()
  await second.close()
})
