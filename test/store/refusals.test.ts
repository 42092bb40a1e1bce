import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { CuadreError } from '../../src/std/errors.ts'
import { asFault } from '../../src/store/connection/fault.ts'
import { copyMerchantDatabase } from '../../src/store/open.ts'
import { emptyFolder } from '../empty-folder.ts'
import { beginNight, invoicesInPull, listedBy, openTestStore, pagesOf, pullNight } from './night.ts'

/** A closed database with a pull in it. */
const someDatabase = async (): Promise<string> => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  await pullNight(store, { run: await beginNight(store, 'r1'), pages: pagesOf([[{ id: 'a' }, { id: 'b' }]]) })
  await store.close()
  return path
}

const altered = (path: string, ...statements: readonly string[]): void => {
  const sqlite = new Database(path)
  for (const statement of statements) sqlite.exec(statement)
  sqlite.close()
}

test.each([
  ['text', 'NOT_A_DATABASE', async (path: string) => writeFileSync(path, 'date;cycle\n2026-03-12;11\n')],
  ['a few bytes', 'NOT_A_DATABASE', async (path: string) => writeFileSync(path, 'S')],
  ['a folder', 'NOT_A_DATABASE', async (path: string) => mkdirSync(path)],
  [
    "another program's database",
    'FOREIGN_DATABASE',
    async (path: string) =>
      altered(path, 'PRAGMA journal_mode = WAL', 'CREATE TABLE run (a)', 'INSERT INTO run VALUES (1)'),
  ],
  [
    'a database with a migration we do not know',
    'NEWER_DATABASE',
    async (path: string) => {
      copyFileSync(await someDatabase(), path)
      altered(path, "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)")
    },
  ],
  [
    'a database that lost its end',
    'DAMAGED',
    async (path: string) => {
      copyFileSync(await someDatabase(), path)
      truncateSync(path, 3 * 16384 + 100)
    },
  ],
  [
    'a database that lost almost all',
    'DAMAGED',
    async (path: string) => {
      copyFileSync(await someDatabase(), path)
      truncateSync(path, 50)
    },
  ],
  [
    'a database whose schema is unreadable',
    'DAMAGED',
    async (path: string) => {
      const bytes = readFileSync(await someDatabase())
      bytes.fill(0xff, 100, 400)
      writeFileSync(path, bytes)
    },
  ],
])('%s is refused with %s and left as it is', async (_, code, make) => {
  const path = join(emptyFolder(), 'cuadre.db')
  await make(path)
  const bytes = () => (statSync(path).isFile() ? readFileSync(path).toString('base64') : 'a folder')
  const before = bytes()
  const fault = await openTestStore(path).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(CuadreError)
  expect(fault).toMatchObject({ code })
  if (fault instanceof CuadreError) expect(`${fault.message} ${fault.next}`).not.toMatch(/\n|undefined/)
  expect(bytes()).toBe(before)
  if (code !== 'NEWER_DATABASE' && code !== 'DAMAGED') expect(readdirSync(join(path, '..'))).toEqual(['cuadre.db'])
})

test('an empty file is where a new database begins, and everything is for its owner only', async () => {
  const folder = join(emptyFolder(), 'new')
  const path = join(folder, 'cuadre.db')
  const earlier = process.umask(0o022)
  try {
    const store = await openTestStore(path)
    expect(readdirSync(folder).sort()).toEqual(['cuadre.db', 'cuadre.db-shm', 'cuadre.db-wal'])
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    await store.close()
    expect(readdirSync(folder)).toEqual(['cuadre.db'])
    expect(process.umask()).toBe(0o022)
  } finally {
    process.umask(earlier)
  }
  const empty = join(folder, 'empty.db')
  writeFileSync(empty, '')
  await (await openTestStore(empty)).close()
  expect(statSync(empty).size).toBeGreaterThan(0)
})

test('a database is never made by looking for it', async () => {
  const path = join(emptyFolder(), 'cuadre.db')
  await expect(openTestStore(path, { mode: 'read' })).rejects.toMatchObject({ code: 'NO_DATABASE' })
  expect(existsSync(path)).toBe(false)
  writeFileSync(path, '')
  await expect(openTestStore(path, { mode: 'read' })).rejects.toMatchObject({ code: 'NO_DATABASE' })
})

test('whoever only reads cannot write, and sees what was written', async () => {
  const path = await someDatabase()
  const reader = await openTestStore(path, { mode: 'read' })
  const [state] = await reader.slots.states()
  expect(state?.pull?.list.kept).toBe(2)
  await expect(reader.policies.record('{"x":1}', 1)).rejects.toMatchObject({ code: 'READ_ONLY' })
  await reader.close()
})

test('the path leads through a file', async () => {
  const file = join(emptyFolder(), 'file')
  writeFileSync(file, 'x')
  await expect(openTestStore(join(file, 'cuadre.db'))).rejects.toMatchObject({ code: 'READ_ONLY' })
})

test('a database belongs to one base URL for each merchant', async () => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  await store.merchant.belongTo('https://one.example/v1')
  await store.merchant.belongTo('https://one.example/v1')
  await expect(store.merchant.belongTo('https://two.example/v1')).rejects.toMatchObject({ code: 'OTHER_BASE_URL' })
  await store.close()
  const other = await openTestStore(path, { merchant: 'other' })
  await other.merchant.belongTo('https://two.example/v1')
  await other.close()
})

test.each([
  ["UPDATE version SET amount = amount + 1 WHERE invoice_id = 'b'", 'a sum'],
  ["UPDATE version SET paid = paid + 1 WHERE invoice_id = 'b'", 'another sum'],
  ["DELETE FROM version WHERE invoice_id = 'b'", 'a row less'],
  ["INSERT INTO version (slot, from_pull, invoice_id, status, amount) VALUES (1, 1, 'z', 'ready', 0)", 'a row more'],
])('what does not come to what was written is not reported: %s', async (statement) => {
  const path = await someDatabase()
  altered(path, 'DROP TRIGGER version_unchanged', 'DROP TRIGGER version_kept', statement)
  const store = await openTestStore(path)
  const pull = (await store.slots.states())[0]?.pull
  if (!pull) throw new Error('no pull')
  await expect(invoicesInPull(store, pull)).rejects.toMatchObject({ code: 'DAMAGED' })
  await store.close()
})

test.each([
  ['SQLITE_FULL', 'DISK_FULL'],
  ['SQLITE_IOERR_WRITE', 'DISK_FAILED'],
  ['SQLITE_READONLY_DIRECTORY', 'READ_ONLY'],
  ['SQLITE_CANTOPEN', 'READ_ONLY'],
  ['SQLITE_CORRUPT_INDEX', 'DAMAGED'],
  ['SQLITE_NOTADB', 'NOT_A_DATABASE'],
  ['SQLITE_BUSY_SNAPSHOT', 'BUSY'],
])('%s is told as %s', (sqliteCode, code) => {
  const error = new Database.SqliteError('as SQLite says', sqliteCode)
  expect(asFault(error, 'cuadre.db')).toMatchObject({ code, cause: error })
  expect(asFault(new Error('Failed query', { cause: error }), 'cuadre.db')).toMatchObject({ code })
})

test('our own mistakes stay what they are', () => {
  const mistake = new Database.SqliteError('CHECK constraint failed', 'SQLITE_CONSTRAINT_CHECK')
  expect(asFault(mistake, 'cuadre.db')).toBe(mistake)
  const bug = new TypeError('x is not a function')
  expect(asFault(bug, 'cuadre.db')).toBe(bug)
})

test('a copy of the database is the database', async () => {
  const path = await someDatabase()
  const copy = join(emptyFolder(), 'copy.db')
  await copyMerchantDatabase(path, copy)
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  const store = await openTestStore(copy)
  const pull = (await store.slots.states())[0]?.pull
  expect(pull && (await listedBy(store, pull))).toEqual(['a 1000', 'b 1000'])
  await store.close()
  const nowhere = join(emptyFolder(), 'nowhere.db')
  await copyMerchantDatabase(join(emptyFolder(), 'none.db'), nowhere)
  expect(existsSync(nowhere)).toBe(false)
})
