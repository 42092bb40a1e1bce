import { copyFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { verifyDatabaseFile } from '../../src/store/maintenance/verify/verify.ts'
import { sampled } from '../trials.ts'
import { begin, beginNight, pagesOf, pullNight, READER, settlementOf, slotOf } from './night.ts'
import { nightsInDatabase } from './nights-in-database.ts'

const NEVER = new AbortController().signal

/** With a pull still open. */
const someDatabase = async (): Promise<string> => {
  const { path, store } = await nightsInDatabase()
  const open = await begin(store, { run: await beginNight(store, 'r2') })
  for (const page of pagesOf([[{ id: 'd' }], [{ id: 'c', amount: 9 }]])) await open.page(page)
  await open.endList()
  return path
}

/** A closed day, with a payment that two settlements share and a note of a person. */
const databaseWithClosing = async (): Promise<string> => {
  const { path, store, run } = await nightsInDatabase()
  const slot = slotOf('2026-03-12', '13')
  const pages = pagesOf([[{ id: 'e', paymentId: 'pay-a' }]])
  await pullNight(store, { run, slot, pages, settlement: settlementOf({ cycle: slot.cycle }) })
  await store.keys.update()
  const [known] = await store.findings.all()
  await store.dispositions.record([{ kind: 'note', discrepancy: known?.id ?? '', reason: 'n' }], { by: 'Ana', at: 5 })
  await store.runs.end(run, { at: 9, exitCode: 0, outcome: 'agrees' })
  await store.close()
  return path
}

const altered = (path: string, ...statements: readonly string[]): void => {
  const sqlite = new Database(path).unsafeMode()
  sqlite.pragma('foreign_keys = OFF')
  for (const statement of statements) sqlite.exec(statement)
  sqlite.close()
}

const without = (...triggers: readonly string[]) => triggers.map((name) => `DROP TRIGGER ${name}`)

test('a whole database is whole, also while a pull is open', async () => {
  const { damage, checked, upTo } = await verifyDatabaseFile(await someDatabase(), READER, NEVER)
  expect(damage).toEqual([])
  expect(Object.fromEntries(checked.map(({ what, number }) => [what, number]))).toMatchObject({
    pulls: 3,
    discrepancies: 1,
    'decisions and states of discrepancies': 2,
    'numbers of the sequence': 5,
  })
  expect(checked.find(({ what }) => what === 'answers')?.number).toBeGreaterThan(10)
  expect(upTo).toBe(5000)
})

test('the two tables of Litestream are no damage, and a trigger on one is', async () => {
  const path = await someDatabase()
  const damageAfter = async (statement: string): Promise<readonly string[]> => {
    const sqlite = new Database(path)
    sqlite.exec(statement)
    sqlite.close()
    return (await verifyDatabaseFile(path, READER, NEVER)).damage.map(({ en }) => en)
  }
  const tables =
    'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); CREATE TABLE _litestream_lock (id INTEGER)'
  expect(await damageAfter(tables)).toEqual([])
  expect(await damageAfter('CREATE TRIGGER mine AFTER INSERT ON _litestream_seq BEGIN SELECT 1; END')).toEqual([
    'mine is in the schema, and no cuadre put it there',
  ])
})

/** One column of each table that no answer proves. */
const CHANGES: readonly (readonly [change: string, trigger: string, told: RegExp])[] = [
  ["UPDATE merchant SET base_url = 'https://two.example/v1'", 'merchant_unchanged', /^merchant 1 is not/],
  ["UPDATE run SET version = '2' WHERE ordinal = 1", 'run_unchanged', /^run 1 is not/],
  ["UPDATE run SET ended_at = 7, exit_code = 0, outcome = 'agrees' WHERE ordinal = 1", '', /^run 1 is not/],
  ['UPDATE slot SET minute = 661', 'slot_unchanged', /^slot 1 is not/],
  ["UPDATE moment SET at = at + 1 WHERE kind = 'policy'", 'moment_unchanged', /^policy 1 is not/],
  ['UPDATE policy SET json = \'{"chargebacks":"excluded"}\'', 'policy_unchanged', /^policy 1 is not/],
  ['UPDATE pull SET started_at = 1001 WHERE id = 2', 'pull_unchanged pull_closes_once', /^pull 2 is not/],
  ["UPDATE answer SET request = 'GET /x' WHERE id = 1", 'answer_unchanged', /^pull 1 is not/],
  ['UPDATE listing_page SET count = 9 WHERE pull = 1 AND position = 1', 'listing_page_unchanged', /^pull 1 is not/],
  ["UPDATE quarantine SET reason = 'was lost' WHERE pull = 1", 'quarantine_unchanged', /^pull 1 is not/],
  ["UPDATE departure SET own_cycle = '16'", 'departure_unchanged', /^pull 3 is not/],
  ['UPDATE settlement_version SET payout = 1 WHERE from_pull = 1', 'settlement_version_unchanged', /^pull 1 is not/],
  [
    'UPDATE date_listing SET started_at = 1',
    'date_listing_unchanged date_listing_closes_once',
    /^date_listing 1 is not/,
  ],
  ["UPDATE stray SET status = 'ready'", 'stray_unchanged', /^date_listing 1 is not/],
  ["UPDATE assessment SET verdict = 'discrepant'", 'assessment_unchanged', /^assessment 1 is not/],
  ['UPDATE audit_pack SET at = 1', 'audit_pack_unchanged', /^audit_pack 1 is not/],
  ["DELETE FROM link WHERE kind = 'slot'", 'link_kept', /^slot 1 is not in the chain$/],
  ['UPDATE link SET chain = zeroblob(32) WHERE id = 2', 'link_unchanged', /^link 2 of the chain does not follow/],
]

test.each(CHANGES)('%s is told', async (change, triggers, told) => {
  const path = await someDatabase()
  altered(path, ...without(...triggers.split(' ').filter((name) => name !== '')), change)
  expect((await verifyDatabaseFile(path, READER, NEVER)).damage.filter(({ en }) => told.test(en))).toHaveLength(1)
})

/** A change to the file, and the report. */
const DAMAGES: readonly (readonly [string, readonly string[], RegExp])[] = [
  [
    'a byte of an answer',
    [
      ...without('body_unchanged'),
      "UPDATE body SET gzip = substr(gzip, 1, 20) || x'00' || substr(gzip, 22) WHERE id = 1",
    ],
    /^the bytes of body 1 are not those that were kept$/,
  ],
  [
    'the digest of an answer',
    [...without('answer_unchanged'), 'UPDATE answer SET digest = zeroblob(32) WHERE id = 2'],
    /^answer 2 is not what the service answered$/,
  ],
  [
    'the cursor of a page',
    [
      ...without('listing_page_unchanged'),
      "UPDATE listing_page SET cursor = 'other' WHERE pull = 2 AND cursor IS NOT NULL",
    ],
    /^page \d of pull 2 is not what the service answered$/,
  ],
  [
    'an amount',
    [...without('version_unchanged'), "UPDATE version SET amount = amount + 1 WHERE invoice_id = 'b'"],
    /^the invoices of pull 1 do not come to what was written$/,
  ],
  [
    'an invoice less',
    [...without('version_kept'), "DELETE FROM version WHERE invoice_id = 'c' AND from_pull = 1"],
    /^the invoices of pull 1 do not come to what was written$/,
  ],
  [
    'an invoice more, of no pull',
    ["INSERT INTO version (slot, from_pull, invoice_id, status, amount) VALUES (1, 77, 'z', 'ready', 0)"],
    /^there are invoice versions of pull 77, and no such pull of their slot$/,
  ],
  [
    'the name of a customer',
    [...without('version_unchanged'), "UPDATE version SET customer_name = 'Other' WHERE invoice_id = 'b'"],
    /^version 2 of an invoice is not what page 1 of pull 1 says$/,
  ],
  [
    'the night in which an invoice left',
    [...without('version_ends_once'), "UPDATE version SET to_pull = NULL WHERE invoice_id = 'b'"],
    /^pull 3 does not keep the invoices that its pages list$|^the invoices of pull 3 do not come to what was written$/,
  ],
  [
    'a field of a settlement that nobody knows',
    [
      ...without('settlement_version_unchanged'),
      `UPDATE settlement_version SET extra = '{"note":1}' WHERE from_pull = 1`,
    ],
    /^the settlement of pull 2 is not what the service answered$/,
  ],
  [
    'a page less',
    [...without('listing_page_kept'), 'DELETE FROM listing_page WHERE pull = 1 AND position = 1'],
    /^pull 1 has not the 2 pages of 4 items it had$/,
  ],
  [
    'the cursor of a page of a whole date',
    [
      ...without('date_listing_page_unchanged'),
      "UPDATE date_listing_page SET cursor = 'other' WHERE cursor IS NOT NULL",
    ],
    /^page 1 of date listing 1 is not what the service answered$/,
  ],
  [
    'a page of a whole date less',
    [...without('date_listing_page_kept'), 'DELETE FROM date_listing_page WHERE position = 2'],
    /^date listing 1 has not the 2 pages of 2 items it had$/,
  ],
  [
    'a listing of a whole date less',
    [
      ...without('date_listing_kept', 'date_listing_page_kept', 'stray_kept'),
      'DELETE FROM stray',
      'DELETE FROM date_listing_page',
      'DELETE FROM date_listing',
    ],
    /^moment 5 is a pull that is not there$/,
  ],
  [
    'an answer less',
    [...without('answer_kept'), "DELETE FROM answer WHERE pull = 3 AND role = 'after'"],
    /^pull 3 has lost an answer about its settlement$/,
  ],
  [
    'a discrepancy of another invoice',
    [...without('discrepancy_unchanged'), "UPDATE discrepancy SET subject = 'invoice:b'"],
    /^discrepancy [0-9a-f]{16} is about something else than it was$/,
  ],
  [
    'a sighting of another pull',
    [
      ...without('sighting_unchanged'),
      "UPDATE sighting SET message = NULL, severity = NULL, event = 'gone' WHERE id = 1",
    ],
    /^sighting 1 (is not tied to the one before it|does not follow in the life of discrepancy [0-9a-f]{16})$/,
  ],
  [
    'a moment less',
    [
      ...without('moment_kept', 'policy_kept'),
      'DELETE FROM policy WHERE number = 1',
      'DELETE FROM moment WHERE number = 1',
    ],
    /^the sequence has come to 5, and holds 4 moments$/,
  ],
  [
    'a moment that is something else',
    [...without('policy_kept'), 'DELETE FROM policy WHERE number = 1'],
    /^moment 1 is a policy that is not there$/,
  ],
  ['a trigger less', without('version_kept'), /^version_kept of the schema is missing$/],
  [
    'a text of the schema that is a BLOB',
    ['PRAGMA writable_schema = ON', "UPDATE sqlite_schema SET sql = CAST(sql AS BLOB) WHERE name = 'version_kept'"],
    /^version_kept of the schema is not what it was$/,
  ],
  [
    'a view in place of a table',
    [
      'ALTER TABLE run RENAME TO run_before',
      "CREATE VIEW run AS SELECT ordinal, id, merchant, job, at, version, policy_number, ended_at, 0 AS exit_code, 'agrees' AS outcome FROM run_before",
    ],
    /^run of the schema is not what it was$/,
  ],
  [
    'a trigger that falsifies the name of a customer',
    [
      "CREATE TRIGGER falsify AFTER UPDATE OF to_pull ON version BEGIN UPDATE version SET customer_name = 'Other' WHERE id = NEW.id; END",
    ],
    /^falsify is in the schema, and no cuadre put it there$/,
  ],
  [
    'the time of a migration',
    ['UPDATE __drizzle_migrations SET created_at = created_at + 1 WHERE rowid = 1'],
    /^the list of migrations is not what it was$/,
  ],
  ['a key less', ['DELETE FROM key WHERE version = 1'], /^a key of version 1 of an invoice is not what it was$/],
  ['a key more', ['INSERT INTO key (hash, version) VALUES (5, 1)'], /^there are keys that no invoice carries$/],
  ['a key of a later version', ['UPDATE key SET version = 3 WHERE version = 1'], /^a key of version 1 of an invoice/],
  [
    'a counter that is ahead',
    ["UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'run'"],
    /^the rows of run are not/,
  ],
  ['a counter that is behind', ["UPDATE sqlite_sequence SET seq = 0 WHERE name = 'pull'"], /^the counter of pull does/],
  ['a table of somebody', ['CREATE TABLE mine (a)'], /^mine is in the schema, and no cuadre put it there$/],
  [
    'a row that names another which is gone',
    [
      ...without('merchant_kept'),
      "INSERT INTO merchant (name) VALUES ('b')",
      "DELETE FROM merchant WHERE name = 'default'",
    ],
    /^row \d+ of \w+ names a row of merchant that is not there$/,
  ],
]

test.each(DAMAGES)('%s is told', async (_what, statements, told) => {
  const path = await someDatabase()
  altered(path, ...statements)
  const { damage, damages } = await verifyDatabaseFile(path, READER, NEVER)
  expect(damages).toBeGreaterThan(0)
  expect(damage.some(({ en }) => told.test(en))).toBe(true)
  expect(damage.map(({ en, es }) => en + es).join('')).not.toContain('\n')
  for (const { en, es } of damage) expect(es).not.toBe(en)
})

test('an abort ends it', async () => {
  const stopped = AbortSignal.abort(new Error('enough'))
  await expect(verifyDatabaseFile(await someDatabase(), READER, stopped)).rejects.toThrow('enough')
})

test('a payment that two settlements share, and that is no longer noted, is told', async () => {
  const path = await databaseWithClosing()
  altered(path, "DELETE FROM shared_key WHERE invoice_id = 'e'")
  const { damage } = await verifyDatabaseFile(path, READER, NEVER)
  expect(damage.map(({ en }) => en)).toContain('a key of version 5 of an invoice is not what it was')
})

interface Column {
  readonly name: string
  readonly table: string
}

/** Every column of the tables with rows; others cannot be changed. Counters have their own cases; a writer is no fact. */
const columnsIn = (path: string): readonly Column[] => {
  const sqlite = new Database(path)
  const columns = sqlite
    .prepare<[], Column>(
      `SELECT column.name, thing.name AS "table" FROM sqlite_schema AS thing, pragma_table_info(thing.name) AS column
       WHERE thing.type = 'table' AND thing.name NOT IN ('__drizzle_migrations', 'sqlite_sequence', 'writer')`,
    )
    .all()
  const filled = columns.filter(({ table }) => sqlite.prepare(`SELECT 1 FROM "${table}"`).get() !== undefined)
  sqlite.close()
  return filled
}

/** Changes the column in one row, bypassing triggers and checks, which are restored afterwards. */
const alteredColumn = (path: string, { table, name }: Column): void => {
  const sqlite = new Database(path)
  sqlite.pragma('foreign_keys = OFF')
  sqlite.pragma('ignore_check_constraints = ON')
  const triggers = sqlite
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()
  for (const trigger of triggers) sqlite.exec(`DROP TRIGGER ${trigger.name}`)
  const other = `CASE typeof("${name}") WHEN 'integer' THEN "${name}" + 1 WHEN 'blob' THEN zeroblob(32) ELSE ifnull("${name}", '') || 'x' END`
  sqlite.exec(`UPDATE "${table}" SET "${name}" = ${other} WHERE rowid = (SELECT max(rowid) FROM "${table}")`)
  for (const { sql } of triggers) sqlite.exec(sql)
  sqlite.close()
}

test('of any column of any table it is told when it was altered', async () => {
  const path = await databaseWithClosing()
  const copy = `${path}.copy`
  const missed: string[] = []
  for (const column of sampled(columnsIn(path), 24)) {
    copyFileSync(path, copy)
    alteredColumn(copy, column)
    if ((await verifyDatabaseFile(copy, READER, NEVER)).damages === 0) missed.push(`${column.table}.${column.name}`)
  }
  expect(missed).toEqual([])
})
