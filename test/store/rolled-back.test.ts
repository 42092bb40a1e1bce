import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { verifyDatabaseFile } from '../../src/store/maintenance/verify/verify.ts'
import type { OpenPull } from '../../src/store/pulls/open-pull.ts'
import { emptyFolder } from '../empty-folder.ts'
import {
  answerOf,
  begin,
  beginNight,
  listedBy,
  openTestStore,
  pagesOf,
  pullNight,
  READER,
  settlementOf,
  settlementText,
  slotOf,
} from './night.ts'

const FAILING = slotOf('2026-03-12', '11')
const OTHER = slotOf('2026-03-12', '13')

const executed = (path: string, statement: string): void => {
  const sqlite = new Database(path)
  sqlite.exec(statement)
  sqlite.close()
}

/** The first write of a pull fails, as on a full disk; nothing else does. */
const failToWrite = async (pull: OpenPull): Promise<void> => {
  for (const page of pagesOf([[{ id: 'refused' }]])) await pull.page(page)
  await expect(pull.endList()).rejects.toThrow('no room')
}

const write = async (pull: OpenPull): Promise<void> => {
  for (const page of pagesOf([[{ id: 'a' }, { id: 'b' }]])) await pull.page(page)
  await pull.endList()
  const settlement = settlementOf({ cycle: OTHER.cycle })
  const answer = answerOf(settlementText(settlement))
  await pull.settlement(settlement, answer, answer)
}

test.each([
  ['open', async (abandon: () => Promise<void>, close: () => Promise<unknown>) => [await abandon(), await close()]],
  ['closed', async (abandon: () => Promise<void>, close: () => Promise<unknown>) => [await close(), await abandon()]],
])('a pull whose first write failed takes nothing back of one of another slot that is %s', async (_, inTurn) => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  const run = await beginNight(store, 'r1')
  executed(
    path,
    `CREATE TRIGGER full BEFORE INSERT ON version WHEN NEW.invoice_id = 'refused'
     BEGIN SELECT RAISE(ABORT, 'no room'); END`,
  )
  const failing = await begin(store, { run, slot: FAILING })
  const other = await begin(store, { run, slot: OTHER })
  await failToWrite(failing)
  await write(other)
  await inTurn(
    () => failing.abandon(),
    () => other.commit(),
  )
  const pulls = (await store.slots.states()).flatMap(({ slot, pull }) => (pull === null ? [] : [{ slot, pull }]))
  expect(pulls.map(({ slot }) => slot)).toEqual([OTHER])
  for (const { pull } of pulls) expect(await listedBy(store, pull)).toEqual(['a 1000', 'b 1000'])
  await store.close()
  executed(path, 'DROP TRIGGER full')
  expect((await verifyDatabaseFile(path, READER, new AbortController().signal)).damage).toEqual([])
})

test('a writer that was taken over commits nothing more, and its transaction leaves nothing', async () => {
  const path = join(emptyFolder(), 'cuadre.db')
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
