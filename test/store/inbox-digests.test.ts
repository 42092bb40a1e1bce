import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { fillInbox } from '../../bench/bits/scene.ts'
import { openInbox } from '../../src/store/inbox/inbox.ts'
import { openInboxToRead } from '../../src/store/inbox/inbox-database.ts'
import { renameInInbox, splitInbox } from '../../src/store/inbox/split-inbox.ts'
import { verifyInbox } from '../../src/store/maintenance/verify/file.ts'
import { emptyFolder } from '../empty-folder.ts'

const someInbox = (): string => {
  const path = join(emptyFolder(), 'cuadre.db.inbox')
  fillInbox(path)
  return path
}

/** Bypasses triggers and checks, which are restored afterwards. */
const altered = (path: string, ...statements: readonly string[]): void => {
  const sqlite = new Database(path)
  sqlite.pragma('foreign_keys = OFF')
  sqlite.pragma('ignore_check_constraints = ON')
  const triggers = sqlite
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()
  for (const { name } of triggers) sqlite.exec(`DROP TRIGGER ${name}`)
  for (const statement of statements) sqlite.exec(statement)
  for (const { sql } of triggers) sqlite.exec(sql)
  sqlite.close()
}

test('an inbox is whole after every kind of work on it', () => {
  const path = someInbox()
  expect(verifyInbox(path)?.damage).toEqual([])
  renameInInbox(path, 'default', 'other')
  expect(verifyInbox(path)?.damage).toEqual([])
})

const COLUMNS: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['receiver', ['merchant', 'format', 'first_at', 'seen_at', 'digest']],
  [
    'event',
    'webhook_id format type sent_at payload_field date cycle content headers body received_at state run failures reason next_try_at digest'.split(
      ' ',
    ),
  ],
  ['conflict', ['event', 'content', 'headers', 'body', 'received_at', 'run', 'digest']],
]

test.each(COLUMNS.flatMap(([table, columns]) => columns.map((column) => [table, column] as const)))(
  'a changed %s.%s is told',
  (table, column) => {
    const path = someInbox()
    const other = `CASE typeof(${column}) WHEN 'integer' THEN ${column} + 1 WHEN 'blob' THEN zeroblob(32) ELSE ifnull(${column}, '') || 'x' END`
    altered(path, `UPDATE ${table} SET ${column} = ${other} WHERE rowid = 1`)
    expect(verifyInbox(path)?.damage.map(({ en }) => en)).toContain(`${table} 1 is not what was kept`)
  },
)

/** Another change to the file, and the report. */
const DAMAGES: readonly (readonly [statement: string, told: string])[] = [
  ['DROP INDEX event_waiting', 'event_waiting of the schema is missing'],
  ['CREATE TABLE mine (a)', 'mine is in the schema, and no cuadre put it there'],
  [
    "UPDATE sqlite_sequence SET seq = seq + 2000000 WHERE name = 'event'",
    'the counter of event does not follow its rows',
  ],
  ["UPDATE sqlite_sequence SET seq = 0 WHERE name = 'conflict'", 'the counter of conflict does not follow its rows'],
]

test.each(DAMAGES)('%s is told', (statement, told) => {
  const path = someInbox()
  altered(path, statement)
  expect(verifyInbox(path)?.damage.map(({ en }) => en)).toEqual([told])
})

test('a damaged notification is as damaged in the inbox of a split', () => {
  const [path, copy] = [someInbox(), join(emptyFolder(), 'own.inbox')]
  altered(path, "UPDATE event SET body = x'7b7d' WHERE id = 1")
  splitInbox(path, 'default', copy)
  expect(verifyInbox(copy)?.damage.map(({ en }) => en)).toEqual(['event 1 is not what was kept'])
})

test('a notification that has no digest was written by no receiver', () => {
  const path = someInbox()
  altered(path, 'UPDATE event SET digest = NULL WHERE id = 1')
  expect(verifyInbox(path)?.damage.map(({ en }) => en)).toEqual(['event 1 is not what was kept'])
})

test('work on a damaged notification is refused: a new digest would vouch for the damage', () => {
  const path = someInbox()
  const inbox = openInbox(path, 'default')
  const [event] = inbox.events('waiting')
  altered(path, `UPDATE event SET body = x'7b7d' WHERE id = ${event?.id}`)
  expect(() => inbox.done([event?.id ?? 0], 'run-2')).toThrow(`event ${event?.id} is not what was kept`)
  inbox.close()
  expect(verifyInbox(path)?.damage.map(({ en }) => en)).toEqual([`event ${event?.id} is not what was kept`])
})

test.skipIf(!existsSync('/proc/self/fd'))('a file that is no inbox is not left open', () => {
  const path = join(emptyFolder(), 'other.db')
  const sqlite = new Database(path)
  sqlite.exec('CREATE TABLE mine (a)')
  sqlite.close()
  expect(() => openInboxToRead(path)).toThrow('belongs to another program')
  const open = readdirSync('/proc/self/fd').flatMap((fd) => pathOf(fd) ?? [])
  expect(open).not.toContain(path)
})

/** Null of a handle that was closed meanwhile, such as that of the listing. */
const pathOf = (fd: string): string | null => {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return null
  }
}
