import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ListedPage } from '../../src/core/pull/pull.ts'
import { emptyFolder } from '../empty-folder.ts'
import { changesBetween, rowsOf } from './keeping.ts'
import {
  begin,
  beginNight,
  type Item,
  invoicesInPull,
  listedBy,
  openTestStore,
  pagesOf,
  pullNight,
  SLOT,
  settlementOf,
} from './night.ts'

const PAGES: readonly (readonly Item[])[] = [
  [{ id: 'b' }, { id: 'a' }],
  [{ id: 'c' }, { id: 'a' }, { id: 'x', broken: 'amount' }],
  [{ id: 'd', status: 'ready', paid: null }],
]

/** Pages that record whether they were read. */
const watched = (pages: readonly ListedPage[]) => {
  const read: number[] = []
  const watching = pages.map((page, index) => ({
    ...page,
    read: () => {
      read.push(index + 1)
      return page.read()
    },
  }))
  return { pages: watching, read }
}

test('an unchanged re-pull adds a pull and nothing else, and reads no page', async () => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  const first = await pullNight(store, { run: await beginNight(store, 'r1'), pages: pagesOf(PAGES), at: 1 })
  const run = await beginNight(store, 'r2', 2000)
  await store.keys.update()
  const before = rowsOf(path)
  const { pages, read } = watched(pagesOf(PAGES))
  const second = await pullNight(store, { run, pages, at: 2 })
  await store.keys.update()
  const changes = changesBetween(before, rowsOf(path))
  expect(changes).toEqual({ pull: 1, moment: 1, answer: 2, link: 1 })
  expect(read).toEqual([])
  expect(second).toEqual({ ...first, id: second.id, number: 3, runId: 'r2', at: 2, contentId: first.id, contentAt: 1 })
  expect(await invoicesInPull(store, second)).toEqual(await invoicesInPull(store, first))
  expect(await store.pulls.quarantine(second)).toEqual([
    {
      invoiceId: 'x',
      reference: null,
      field: 'amount',
      reason: 'not a number',
      digest: 'x'.padEnd(64, '0'),
      page: 2,
      item: 3,
    },
  ])
  expect(await store.pulls.repeats(second)).toEqual([{ invoiceId: 'a', paid: 1000n, copiesDiffer: false }])
  const third = await pullNight(store, { run, pages: pagesOf(PAGES), at: 3 })
  expect([third.contentId, third.contentAt]).toEqual([first.id, 1])
  expect(await store.pulls.quarantine(third)).toHaveLength(1)
  await store.close()
})

describe('what is known of the pages of a list', () => {
  const requests = pagesOf(PAGES).map(({ request }) => request)
  const knownOf = async (pages: readonly ListedPage[], then: readonly ListedPage[] = [], tool = '1') => {
    const path = join(emptyFolder(), 'cuadre.db')
    const store = await openTestStore(path)
    await pullNight(store, { run: await beginNight(store, 'r1'), pages, at: 1 })
    await store.close()
    const later = await openTestStore(path, { version: tool })
    const { number } = await later.policies.record('{}', 2)
    await later.runs.begin({ id: 'r2', job: 'run', at: 2, version: tool, policyNumber: number })
    const pull = await begin(later, { run: 'r2', at: 2 })
    for (const page of then) await pull.page(page)
    const known = await Promise.all(requests.map((request, index) => pull.known(index + 1, request)))
    const other = await pull.known(1, 'GET /invoices?limit=3')
    await pull.abandon()
    await later.close()
    return { places: known.flatMap((page, index) => (page === null ? [] : [index + 1])), known, other }
  }

  test('is their digest, their cursor and their counts, of all but the last', async () => {
    const pages = pagesOf(PAGES)
    const { known, other } = await knownOf(pages)
    const [first, second] = pages.map(({ body, cursor, items, count }) => ({
      digest: createHash('sha256').update(body).digest(),
      cursor,
      cursorAt: Buffer.from(body).lastIndexOf('"c-'),
      items,
      count,
    }))
    expect(known).toEqual([first, second, null].map((page) => page && { ...page, cursorAt: page.cursorAt + 1 }))
    expect(other).toBeNull()
  })

  const withField = pagesOf(PAGES).map((page, index) => (index === 0 ? { ...page, unknownFields: ['total'] } : page))
  test.each<[string, readonly ListedPage[], readonly ListedPage[], string, readonly number[]]>([
    ['after equal pages', pagesOf(PAGES), pagesOf(PAGES).slice(0, 2), '1', [1, 2]],
    ['after a page with another cursor', pagesOf(PAGES), pagesOf(PAGES, 'x').slice(0, 1), '1', []],
    ['after a page with another invoice', pagesOf(PAGES), pagesOf([[{ id: 'z' }], []]).slice(0, 1), '1', []],
    ['of a list with undocumented fields', withField, [], '1', []],
    ['of a list that another version read', pagesOf(PAGES), [], '2', []],
  ])('%s', async (_, pages, then, version, places) => {
    expect((await knownOf(pages, then, version)).places).toEqual(places)
  })
})

test('cursors that differ every night cost a row a page, and no body or version', async () => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  const run = await beginNight(store, 'r1')
  await pullNight(store, { run, pages: pagesOf(PAGES, 'monday'), at: 1 })
  const before = rowsOf(path)
  const { pages, read } = watched(pagesOf(PAGES, 'tuesday'))
  const second = await pullNight(store, { run, pages, at: 2 })
  const changes = { pull: 1, moment: 1, answer: 2, listing_page: 3, link: 1, quarantine: 1, repeat: 1 }
  expect(changesBetween(before, rowsOf(path))).toEqual(changes)
  expect(read).toEqual([1, 2, 3])
  expect(second.contentAt).toBe(1)
  expect(await store.pulls.repeats(second)).toHaveLength(1)
  const third = await pullNight(store, { run, pages: pagesOf(PAGES, 'tuesday'), at: 3 })
  expect(third.contentAt).toBe(1)
  await store.close()
})

test.each([
  ['the first page', [[{ id: 'a', amount: 5 }], ...PAGES.slice(1)], [1, 2, 3]],
  ['the last page', [...PAGES.slice(0, 2), [{ id: 'd', amount: 5 }]], [3]],
  ['a page more', [...PAGES, [{ id: 'e' }]], [3, 4]],
  ['a page less', PAGES.slice(0, 2), [2]],
  ['nothing at all', [[]], [1]],
])('a list that differs in %s is read as if nothing had been passed over', async (_, pages, reads) => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  const run = await beginNight(store, 'r1')
  await pullNight(store, { run, pages: pagesOf(PAGES), at: 1 })
  const watch = watched(pagesOf(pages))
  const second = await pullNight(store, { run, pages: watch.pages, at: 2 })
  expect(watch.read).toEqual(reads)
  const fresh = await openTestStore(join(emptyFolder(), 'fresh.db'))
  const alone = await pullNight(fresh, { run: await beginNight(fresh, 'r1'), pages: pagesOf(pages), at: 2 })
  expect(await listedBy(store, second)).toEqual(await listedBy(fresh, alone))
  expect(second.list).toEqual(alone.list)
  expect(await store.pulls.quarantine(second)).toEqual(await fresh.pulls.quarantine(alone))
  expect(await store.pulls.repeats(second)).toEqual(await fresh.pulls.repeats(alone))
  const again = await pullNight(store, { run, pages: pagesOf(pages), at: 3 })
  expect(again.contentAt).toBe(second.contentAt)
  await store.close()
  await fresh.close()
})

test.each([
  ['the same', settlementOf(), 1],
  ['only undocumented fields', settlementOf({ extra: '{"bank":"x"}' }), 1],
  ['another status', settlementOf({ status: 'paid' }), 2],
  ['gone', null, 2],
])('the content is as old as the settlement: %s', async (_, settlement, contentAt) => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  await pullNight(store, { run, pages: pagesOf(PAGES), at: 1 })
  const second = await pullNight(store, { run, pages: pagesOf(PAGES), at: 2, settlement })
  expect(second.contentAt).toBe(contentAt)
  expect(second.settlement).toEqual(settlement)
  await store.close()
})

test('the same invoices on other pages are the same content, however many pages there are', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  await pullNight(store, { run, pages: pagesOf([[{ id: 'a' }], [{ id: 'b' }]]), at: 1 })
  const turned = await pullNight(store, { run, pages: pagesOf([[{ id: 'b' }], [{ id: 'a' }]]), at: 2 })
  expect(turned.contentAt).toBe(1)
  const fewer = await pullNight(store, { run, pages: pagesOf([[{ id: 'b' }, { id: 'a' }]]), at: 3 })
  expect(fewer.contentAt).toBe(1)
  const more = await pullNight(store, { run, pages: pagesOf([[{ id: 'b' }], [], [{ id: 'a' }]]), at: 4 })
  expect(more.contentAt).toBe(1)
  await store.close()
})

test('an invoice that is no longer repeated makes another content, though the numbers are the same', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  const [a, b] = [{ id: 'a' }, { id: 'b' }]
  await pullNight(store, { run, pages: pagesOf([[a, a, b, b]]), at: 1 })
  const second = await pullNight(store, { run, pages: pagesOf([[a, a, a, b]]), at: 2 })
  expect((await store.pulls.repeats(second)).map(({ invoiceId }) => invoiceId)).toEqual(['a'])
  expect(second.contentAt).toBe(2)
  const third = await pullNight(store, {
    run,
    pages: pagesOf([
      [a, a],
      [b, a],
    ]),
    at: 3,
  })
  expect(third.contentAt).toBe(2)
  await store.close()
})

test.each([
  ['another version of the tool', { version: '2' }, '{}'],
  ['another policy', { version: '1' }, '{"chargebacks":"excluded"}'],
])('%s reads again what an earlier one had read', async (_, tool, policy) => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  await pullNight(store, { run: await beginNight(store, 'r1'), pages: pagesOf(PAGES), at: 1 })
  await store.close()
  const later = await openTestStore(path, tool)
  const { number } = await later.policies.record(policy, 2)
  await later.runs.begin({ id: 'r2', job: 'run', at: 2, version: tool.version, policyNumber: number })
  const { pages, read } = watched(pagesOf(PAGES))
  const before = rowsOf(path)
  const second = await pullNight(later, { run: 'r2', pages, at: 2 })
  expect(read).toEqual([1, 2, 3])
  expect(second.contentAt).toBe(1)
  const changes = changesBetween(before, rowsOf(path))
  expect([changes.version, changes.body]).toEqual([undefined, undefined])
  expect(await later.slots.states()).toMatchObject([{ slot: SLOT, pull: { id: second.id } }])
  await later.close()
})
