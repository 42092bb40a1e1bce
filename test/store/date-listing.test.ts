import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { ListedPage } from '../../src/core/pull/pull.ts'
import type { Store } from '../../src/store/store.ts'
import { emptyFolder } from '../empty-folder.ts'
import { rowsOf } from './keeping.ts'
import { beginNight, type Item, openTestStore, pagesOf, pullNight, SLOT, slotOf } from './night.ts'

const CYCLE_14 = slotOf(SLOT.date, '14')
const OTHER_DAY = slotOf('2026-03-19', '13')

const listDate = async (
  store: Store,
  run: string,
  pages: readonly (readonly Item[])[],
  { night = '', isAskedFor = (_cycle: string): boolean => true } = {},
) => {
  const listing = await store.listings.begin({ date: SLOT.date, runId: run, at: 1000, isAskedFor })
  for (const page of pagesOf(pages, night)) await listing.page(page)
  return listing
}

const databaseWithRun = async (): Promise<{ store: Store; run: string; path: string }> => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  return { store, run: await beginNight(store, 'r1'), path }
}

test('an invoice that no slot holds is a stray of the listing, and so is none that any slot holds', async () => {
  const { store, run } = await databaseWithRun()
  await pullNight(store, { run, pages: pagesOf([[{ id: 'a' }, { id: 'gone' }]]) })
  await pullNight(store, { run, pages: pagesOf([[{ id: 'a' }]]) })
  await pullNight(store, { run, slot: OTHER_DAY, pages: pagesOf([[{ id: 'moved' }]]) })
  const listing = await listDate(store, run, [
    [{ id: 'a' }, { id: 'new', paid: 500 }],
    [{ id: 'moved' }, { id: 'gone', paid: null, status: 'ready' }, { id: 'x', broken: 'amount' }],
  ])
  expect([await store.listings.newest(), await store.listings.unlistedInvoices()]).toEqual([[], []])
  expect(await listing.commit()).toEqual({ date: SLOT.date, number: 5, pages: 2, items: 5, malformed: 1, unlisted: 2 })
  expect(await store.listings.newest()).toEqual([
    { date: SLOT.date, number: 5, pages: 2, items: 5, malformed: 1, unlisted: 2 },
  ])
  const own = { date: SLOT.date, ownDate: '2026-03-12', ownCycle: '11', listedIn: [] }
  expect(await store.listings.unlistedInvoices()).toEqual([
    { ...own, invoiceId: 'gone', status: 'ready', paid: null, listing: 1, position: 2 },
    { ...own, invoiceId: 'new', status: 'paid', paid: 500n, listing: 1, position: 1 },
  ])
  await store.close()
})

test('a slot of a cycle that is not asked for holds none: it was read once, and is not read tomorrow', async () => {
  const { store, run } = await databaseWithRun()
  await pullNight(store, { run, pages: pagesOf([[{ id: 'a' }]]) })
  await pullNight(store, { run, slot: CYCLE_14, pages: pagesOf([[{ id: 'new' }]]) })
  await pullNight(store, { run, slot: OTHER_DAY, pages: pagesOf([[{ id: 'moved' }]]) })
  const pages = [[{ id: 'a' }, { id: 'new' }, { id: 'moved' }]]
  const outside = async (isAskedFor: (cycle: string) => boolean) => {
    await (await listDate(store, run, pages, { isAskedFor })).commit()
    return (await store.listings.unlistedInvoices()).map(({ invoiceId, listedIn }) => [invoiceId, listedIn])
  }
  expect(await outside((cycle) => cycle !== '14')).toEqual([['new', [CYCLE_14]]])
  expect(await outside(() => true)).toEqual([])
  await store.close()
})

test('a stray is told with the slots that hold it since, as long as they do', async () => {
  const { store, run } = await databaseWithRun()
  await (await listDate(store, run, [[{ id: 'new' }]])).commit()
  const listedIn = async () => {
    await store.keys.update()
    return (await store.listings.unlistedInvoices()).flatMap((stray) => stray.listedIn)
  }
  expect(await listedIn()).toEqual([])
  await pullNight(store, { run, slot: CYCLE_14, pages: pagesOf([[{ id: 'new' }]]) })
  await pullNight(store, { run, slot: OTHER_DAY, pages: pagesOf([[{ id: 'new' }]]) })
  expect(await listedIn()).toEqual([CYCLE_14, OTHER_DAY])
  await pullNight(store, { run, slot: CYCLE_14, pages: pagesOf([[]]) })
  expect(await listedIn()).toEqual([OTHER_DAY])
  await store.close()
})

test('the newest listing of a date is the one that counts, and each merchant has its own', async () => {
  const { store, run, path } = await databaseWithRun()
  await (await listDate(store, run, [[{ id: 'one' }]])).commit()
  await (await listDate(store, run, [[{ id: 'two' }]], { night: 'later' })).commit()
  expect((await store.listings.unlistedInvoices()).map(({ invoiceId }) => invoiceId)).toEqual(['two'])
  expect(await store.listings.newest()).toHaveLength(1)
  await store.close()
  const other = await openTestStore(path, { merchant: 'other' })
  expect([await other.listings.unlistedInvoices(), await other.listings.newest()]).toEqual([[], []])
  await other.close()
})

test('of two copies of a stray the last one counts', async () => {
  const { store, run } = await databaseWithRun()
  await (await listDate(store, run, [[{ id: 'new', paid: 1 }], [{ id: 'new', paid: 2 }]])).commit()
  expect((await store.listings.unlistedInvoices()).map(({ paid }) => paid)).toEqual([2n])
  await store.close()
})

test('every page is kept as it was answered, byte for byte', async () => {
  const { store, run, path } = await databaseWithRun()
  const pages: readonly ListedPage[] = pagesOf([[{ id: 'a' }], [{ id: 'b' }], []])
  const listing = await store.listings.begin({ date: SLOT.date, runId: run, at: 1000, isAskedFor: () => true })
  for (const page of pages) await listing.page(page)
  await listing.commit()
  await store.close()
  const sqlite = new Database(path, { readonly: true })
  const rows = sqlite
    .prepare<[], { gzip: Buffer; cursor: string | null; cursor_at: number | null; request: string }>(
      `SELECT request, gzip, cursor, cursor_at FROM date_listing_page JOIN body ON body.id = body ORDER BY position`,
    )
    .all()
  sqlite.close()
  const whole = rows.map(({ gzip, cursor, cursor_at: at }) => {
    const text = gunzipSync(gzip).toString()
    return at === null ? text : `${text.slice(0, at)}${cursor}${text.slice(at)}`
  })
  expect(whole).toEqual(pages.map(({ body }) => Buffer.from(body).toString()))
  expect(rows.map(({ request }) => request)).toEqual(pages.map(({ request }) => request))
})

test.each(['abandoned', 'left open by a crash'])('a listing that is %s leaves no trace', async (how) => {
  const { store, run, path } = await databaseWithRun()
  await pullNight(store, { run, pages: pagesOf([[{ id: 'a' }]]) })
  await store.keys.update()
  const before = rowsOf(path)
  const listing = await listDate(store, run, [[{ id: 'a' }], [{ id: 'new' }]])
  expect(await store.listings.unlistedInvoices()).toEqual([])
  if (how === 'abandoned') await listing.abandon()
  else await (await openTestStore(path)).close()
  expect(rowsOf(path)).toEqual(before)
  await store.close()
})
