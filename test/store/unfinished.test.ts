import { copyFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { openInbox, openInboxReader } from '../../src/store/inbox/inbox.ts'
import { verifyDatabaseFile } from '../../src/store/maintenance/verify/verify.ts'
import { emptyFolder } from '../empty-folder.ts'
import { beginNight, openTestStore, READER } from './night.ts'

/*
 * The files of a process that is killed while it creates its first database. SQLite writes the old pages to a journal,
 * then the new ones to the file, then removes the journal: if killed before the last step, file and journal both exist.
 */
const NEVER = new AbortController().signal
const OURS = 0x43647265
const A_MEGABYTE = 'CREATE TABLE big (bytes); INSERT INTO big VALUES (randomblob(1000000))'

/** The file after a transaction, with its journal, which is written before the file since the transaction is large. */
const killedDuring = (path: string, before: string, transaction: string): void => {
  const alive = `${path}.alive`
  rmSync(alive, { force: true })
  const sqlite = new Database(alive)
  sqlite.exec(`PRAGMA page_size = 16384; ${before}; PRAGMA cache_size = 1; BEGIN; ${transaction}; ${A_MEGABYTE}`)
  copyFileSync(`${alive}-journal`, `${path}-journal`)
  sqlite.exec('COMMIT')
  copyFileSync(alive, path)
  sqlite.close()
  expect(statSync(`${path}-journal`).size).toBeGreaterThan(0)
  expect(statSync(path).size).toBeGreaterThan(0)
}

const MARK = `PRAGMA application_id = ${OURS}`

describe('a database that was not finished', () => {
  test.each([
    ['before anything was committed', (path: string) => killedDuring(path, 'SELECT 1', MARK)],
    ['once it was marked as ours', (path: string) => killedDuring(path, MARK, 'SELECT 1')],
    ['before the schema was on', (path: string) => new Database(path).exec(MARK).close()],
    ['before the first byte', (path: string) => writeFileSync(path, '')],
  ])('%s: nobody reads anything in it, and the next run makes it', async (_, leave) => {
    const path = join(emptyFolder(), 'cuadre.db')
    leave(path)
    await expect(verifyDatabaseFile(path, READER, NEVER)).rejects.toMatchObject({ code: 'NO_DATABASE' })
    leave(path)
    const store = await openTestStore(path)
    await beginNight(store, 'r1')
    await store.close()
    expect(existsSync(`${path}-journal`)).toBe(false)
    expect((await verifyDatabaseFile(path, READER, NEVER)).damage).toEqual([])
  })

  test('of another program is left as it is, with its journal', async () => {
    const path = join(emptyFolder(), 'cuadre.db')
    killedDuring(path, 'PRAGMA application_id = 1', 'SELECT 1')
    const before = statSync(`${path}-journal`).size
    await expect(openTestStore(path)).rejects.toMatchObject({ code: 'FOREIGN_DATABASE' })
    expect(statSync(`${path}-journal`).size).toBe(before)
  })
})

describe('an inbox that was not finished', () => {
  test.each([
    ['before anything was committed', (path: string) => killedDuring(path, 'SELECT 1', 'SELECT 1')],
    ['once it was a database', (path: string) => new Database(path).exec('PRAGMA journal_mode = WAL').close()],
  ])('%s: nobody reads anything in it, and the next receiver makes it', (_, leave) => {
    const path = join(emptyFolder(), 'cuadre.db.inbox')
    leave(path)
    expect(openInboxReader(path, 'default')).toBeNull()
    leave(path)
    openInbox(path, 'default').close()
    const reading = openInboxReader(path, 'default')
    expect(reading?.events('all')).toEqual([])
    reading?.close()
  })
})
