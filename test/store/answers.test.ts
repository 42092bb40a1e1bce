import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { KeptAnswer } from '../../src/store/evidence/evidence-repository.ts'
import type { Store } from '../../src/store/store.ts'
import { emptyFolder } from '../empty-folder.ts'
import { beginNight, type Item, openTestStore, pagesOf, pullNight, SLOT, slotOf } from './night.ts'

const all = async (store: Store): Promise<readonly KeptAnswer[]> => {
  const answers: KeptAnswer[] = []
  for await (const answer of store.evidence.answers(SLOT)) answers.push(answer)
  return answers
}
const shown = ({ pull, part, place }: KeptAnswer): string => `${pull} ${part} ${place}`

/** A database after one night for each of these lists; `cursors` names the cursors of each. */
const database = async (lists: readonly (readonly (readonly Item[])[])[], cursors: readonly string[] = []) => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  const pages = lists.map((list, at) => pagesOf(list, cursors[at]))
  for (const [at, ofNight] of pages.entries()) {
    await pullNight(store, { run: await beginNight(store, `r${at}`), pages: ofNight })
  }
  return { path, store, pages }
}

const LIST = [[{ id: 'a' }, { id: 'b' }], [{ id: 'c' }]]

describe('every answer of every pull', () => {
  test('is told in the order of reading, byte for byte, with its digest', async () => {
    const { store, pages } = await database([LIST])
    const answers = await all(store)
    expect(answers.map(shown)).toEqual(['2 settlement-before 1', '2 page 1', '2 page 2', '2 settlement-after 1'])
    expect(answers.slice(1, 3).map(({ bytes }) => Buffer.from(bytes()))).toEqual(pages[0]?.map(({ body }) => body))
    expect(answers.map(({ request }) => request)[2]).toBe('GET /invoices?limit=2&cursor=c-1')
    for (const { bytes, digest } of answers) expect(createHash('sha256').update(bytes()).digest('hex')).toBe(digest)
  })

  test('an unchanged list is told again for the pull that found it unchanged', async () => {
    const { store } = await database([LIST, LIST])
    const answers = await all(store)
    expect(answers.map(shown).slice(4)).toEqual([
      '3 settlement-before 1',
      '3 page 1',
      '3 page 2',
      '3 settlement-after 1',
    ])
    expect(answers.slice(4).map(({ digest }) => digest)).toEqual(answers.slice(0, 4).map(({ digest }) => digest))
  })

  test('other cursors every night are put back where they were', async () => {
    const { store, pages } = await database([LIST, LIST], ['x', 'y'])
    const ofSecond = (await all(store)).filter(({ pull, part }) => pull === 3 && part === 'page')
    expect(ofSecond.map(({ bytes }) => Buffer.from(bytes()))).toEqual(pages[1]?.map(({ body }) => body))
  })

  test('an invoice that left was read by its id', async () => {
    const { store } = await database([LIST, [[{ id: 'a' }]]])
    expect((await all(store)).map(shown).slice(-2)).toEqual(['3 invoice 1', '3 invoice 2'])
  })

  test('a list longer than one look at the database is told whole', async () => {
    const long = Array.from({ length: 1203 }, (_, at) => [{ id: `i${at}` }])
    const { store } = await database([long])
    expect((await all(store)).filter(({ part }) => part === 'page').map(({ place }) => place)).toEqual(
      long.map((_, at) => at + 1),
    )
  })

  test('of a slot nobody ever pulled there are none', async () => {
    const { store } = await database([LIST])
    for await (const answer of store.evidence.answers(slotOf('2026-03-13', '11'))) expect(answer).toBeUndefined()
  })
})

describe('an answer that is not the one that came', () => {
  const meddle = (path: string, statement: string, ...values: unknown[]) => {
    const sqlite = new Database(path)
    for (const name of ['body_unchanged', 'body_kept']) sqlite.exec(`DROP TRIGGER ${name}`)
    sqlite.prepare(statement).run(...values)
    sqlite.close()
  }
  test.each([
    ['other bytes', 'UPDATE body SET gzip = ?', [gzipSync('{}')]],
    ['bytes that do not unpack', 'UPDATE body SET gzip = ?', [Buffer.from('no')]],
    ['bytes that are cut', 'UPDATE body SET gzip = substr(gzip, 1, length(gzip) - 9)', []],
  ])('%s: is told as damage, by its request', async (_, statement, values) => {
    const { path, store } = await database([LIST])
    meddle(path, statement, ...values)
    const [answer] = await all(store)
    expect(() => answer?.bytes()).toThrow(
      'the answer to GET /settlements/2026-03-12/11 kept by pull 1 is not the one that came',
    )
  })
})

test('packs that were made are known by their slot and digest', async () => {
  const { store } = await database([LIST])
  expect(await store.evidence.packs(SLOT)).toEqual([])
  const one = { slot: SLOT, at: 7, manifest: 'a'.repeat(64), masked: false }
  const other = { slot: SLOT, at: 8, manifest: 'b'.repeat(64), masked: true }
  await store.evidence.recordPack(one)
  await store.evidence.recordPack(other)
  expect(await store.evidence.packs(SLOT)).toEqual([one, other])
})
