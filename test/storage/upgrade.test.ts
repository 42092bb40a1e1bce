import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Finding } from '../../src/domain/findings/discrepancy.ts'
import { linkOf } from '../../src/storage/chain/link-of.ts'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { backupFolder, backupsToRemove } from '../../src/storage/maintenance/backups.ts'
import { verifyDatabaseFile } from '../../src/storage/maintenance/verify/verify.ts'
import { rowsOf } from './keeping.ts'
import { beginNight, openTestStore, pagesOf, pullNight, READER, SLOT, tempFolder } from './night.ts'
import { asOlderDatabase, emptyDatabase } from './older-database.ts'

/** A database as left by the first version of the schema, with a merchant. */
const oldDatabase = (): string => {
  const path = emptyDatabase(1)
  const sqlite = new Database(path)
  sqlite.exec("INSERT INTO merchant (name, base_url) VALUES ('default', 'https://one.example/v1')")
  sqlite.close()
  return path
}

test('a database of an older cuadre is copied beside, then brought up to date, and it is told', async () => {
  const path = oldDatabase()
  const before = rowsOf(path)
  const told: string[] = []
  const store = await openTestStore(path, {
    clock: () => Date.UTC(2026, 2, 13, 3, 30),
    onUpgrade: (copy) => told.push(copy),
  })
  await expect(store.merchant.belongTo('https://two.example/v1')).rejects.toMatchObject({ code: 'OTHER_BASE_URL' })
  await store.close()
  const copy = join(backupFolder(path), 'cuadre-schema-1-20260313T033000Z.db')
  expect(told).toEqual([copy])
  expect(readdirSync(backupFolder(path))).toEqual(['cuadre-schema-1-20260313T033000Z.db'])
  expect(rowsOf(copy)).toEqual(before)
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  expect((await verifyDatabaseFile(path, READER, new AbortController().signal)).damage).toEqual([])
  await (await openTestStore(path, { onUpgrade: () => told.push('again') })).close()
  expect(told).toHaveLength(1)
})

/** The number of migrations before links. */
const BEFORE_LINKS = 5
const BEFORE_DATA = 8

test('an older database gets its chain when it is brought up to date, invoices included', async () => {
  const path = join(tempFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  await pullNight(store, { run: await beginNight(store, 'r1'), pages: pagesOf([[{ id: 'a' }, { id: 'b' }]]) })
  await store.close()
  const older = asOlderDatabase(path, BEFORE_LINKS)
  await (await openTestStore(older)).close()
  const damageIn = async () =>
    (await verifyDatabaseFile(older, READER, new AbortController().signal)).damage.map(({ en }) => en)
  expect(await damageIn()).toEqual([])
  const sqlite = new Database(older)
  const { sql } = sqlite
    .prepare<[], { sql: string }>("SELECT sql FROM sqlite_schema WHERE name = 'version_unchanged'")
    .get() ?? { sql: '' }
  sqlite.exec(
    `DROP TRIGGER version_unchanged; UPDATE version SET customer_document = '124' WHERE invoice_id = 'b'; ${sql}`,
  )
  sqlite.close()
  expect(await damageIn()).toEqual(['the invoices of pull 1 are not those that were kept'])
})

test.each([BEFORE_LINKS, BEFORE_DATA])(
  'a process that ends right after it changed the schema, %i before, leaves a database that verifies',
  async (schema) => {
    const path = join(tempFolder(), 'cuadre.db')
    const store = await openTestStore(path)
    await pullNight(store, { run: await beginNight(store, 'r1'), pages: pagesOf([[{ id: 'a' }]]) })
    await store.close()
    const older = asOlderDatabase(path, schema)
    openDatabase(older, 'write').close()
    expect((await verifyDatabaseFile(older, READER, new AbortController().signal)).damage).toEqual([])
  },
)

/** How a first sighting was linked before there was data: its chain must not change. */
const chainBeforeData = (sqlite: Database.Database): string => {
  const facts = 'discrepancy, event, pull, after, severity, unit, stated, recomputed, message, causes'
  const row = sqlite.prepare<[], (string | number | null)[]>(`SELECT ${facts} FROM sighting`).raw().get() ?? []
  return linkOf(null, row)
}

test('what an older cuadre found keeps its sentence, and is not found anew for what it is made of', async () => {
  const path = join(tempFolder(), 'cuadre.db')
  const found = (data: object | null): Finding => ({
    code: 'UNDERPAID',
    severity: 'warning',
    subject: 'invoice:a',
    figures: { unit: null, reported: null, expected: null },
    message: 'an older sentence',
    data,
    amount: null,
    causes: [],
  })
  const store = await openTestStore(path)
  const pull = await pullNight(store, { run: await beginNight(store, 'r1'), pages: pagesOf([[{ id: 'a' }]]) })
  await store.findings.record(SLOT, pull, [found(null)])
  await store.close()
  const older = asOlderDatabase(path, BEFORE_DATA)
  const sqlite = new Database(older)
  expect(sqlite.prepare('SELECT chain FROM sighting').pluck().all()).toEqual([chainBeforeData(sqlite)])
  sqlite.close()
  const later = await openTestStore(older)
  await later.findings.record(SLOT, pull, [found({})])
  expect(await later.findings.ofSlot(SLOT)).toMatchObject([found(null)])
  await later.close()
  expect((await verifyDatabaseFile(older, READER, new AbortController().signal)).damage).toEqual([])
})

test('when the copy cannot be made the database stays as it is', async () => {
  const path = oldDatabase()
  writeFileSync(backupFolder(path), 'a file where the folder should be')
  const before = readFileSync(path)
  await expect(openTestStore(path)).rejects.toMatchObject({ code: 'READ_ONLY' })
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('only backups by the clock are counted, and the newest stay', () => {
  const names = [
    'cuadre-20260311T033000Z.db',
    'cuadre-20260313T033000Z.db',
    'cuadre-20260312T033000Z.db',
    'cuadre-20260312T033000Z.db.inbox',
    'cuadre-schema-1-20260101T000000Z.db',
    'cuadre-mine.db',
    'other-20260101T000000Z.db',
  ]
  expect(backupsToRemove('/books/cuadre.db', names, 1)).toEqual([
    'cuadre-20260311T033000Z.db',
    'cuadre-20260312T033000Z.db',
  ])
  expect(backupsToRemove('/books/cuadre.db', names, 3)).toEqual([])
  expect(backupsToRemove('/books/other.db', names, 1)).toEqual([])
})
