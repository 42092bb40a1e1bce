import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TABLE_RECORDS } from '../../src/store/tables.ts'
import { aFinding } from '../core/a.ts'
import { folderForAll } from '../empty-folder.ts'
import { fileToImport, invoiceToKeep, statementOf } from './bank-file.ts'
import { begin, beginNight, openTestStore, pagesOf, pullNight, SLOT, settlementOf } from './night.ts'

const path = join(folderForAll(), 'cuadre.db')

/**
 * A database with rows in every table: a merchant renamed, an invoice changed, one departed, one malformed, one
 * repeated, a finding shown and resolved, a note on it, a date listed, an open pull and an open listing.
 */
const fullDatabase = async (): Promise<Database.Database> => {
  const store = await openTestStore(path)
  await store.merchant.belongTo('https://one.example/v1')
  await store.merchant.rename('house', 4)
  const run = await beginNight(store, 'r1')
  await pullNight(store, { run, pages: pagesOf([[{ id: 'a' }, { id: 'b' }, { id: 'a' }, { id: 'x', broken: 'id' }]]) })
  const pages = pagesOf([[{ id: 'a', amount: 5 }, { id: 'c' }]])
  const pull = await pullNight(store, { run, pages, settlement: settlementOf({ status: 'paid' }) })
  await store.findings.record(SLOT, pull, [aFinding({ code: 'CHARGEBACK', severity: 'warning', subject: 'x' })])
  const [shown] = await store.findings.ofSlot(SLOT)
  await store.dispositions.record([{ kind: 'note', discrepancy: shown?.id ?? '', reason: 'n' }], { by: 'Ana', at: 5 })
  const sum = { invoices: 1, amount: settlementOf().collected, paid: settlementOf().collected }
  const totals = { kept: 1, counted: 1, collected: sum.paid, listed: sum, byStatus: new Map(), byMethod: new Map() }
  await store.assessments.record([{ slot: SLOT, pullId: pull.id, verdict: 'reconciled', totals, rulebook: '1 1' }])
  await store.evidence.recordPack({ slot: SLOT, at: 8, manifest: 'a'.repeat(64), masked: false })
  await store.bank.importFile(fileToImport([statementOf([['2026-03-12', 1000]])]))
  const [entry] = await store.bank.entries()
  await store.bank.importFile(fileToImport([statementOf([['2026-03-12', 7]], { account: '456' })]))
  for (const file of (await store.bank.files()).slice(1))
    await store.bank.voidFile(file, [], { by: 'Ana', at: 5, reason: 'r' })
  const [kept] = await store.operatorInvoices
    .keep([invoiceToKeep()], { by: 'Ana', at: 6 })
    .then(() => store.operatorInvoices.all())
  if (kept !== undefined) await store.operatorInvoices.void(kept, { by: 'Ana', at: 6, reason: 'r' })
  const payouts = [{ slot: SLOT, payout: settlementOf().payout }]
  await store.bank.tie([{ payouts, entries: [entry?.id ?? ''], reason: 'r' }], { by: 'Ana', at: 6 })
  await store.journal.clearDrafts()
  const about = { key: 'k', kind: 'payment', day: SLOT.date, slot: SLOT, text: 't', findings: [], lines: [] } as const
  await store.journal.addToDraft('fresh', [{ entry: about, basis: '' }])
  const closing = { through: SLOT.date, by: 'Ana', reason: '', at: 6, isForced: false }
  await store.periods.close(closing, { open: SLOT.date, from: SLOT.date, through: SLOT.date, asFrozen: (one) => one })
  const dues = [
    {
      key: 'A/2026-03',
      dueId: null,
      reference: null,
      contract: 'A',
      document: null,
      amount: settlementOf().payout,
      dueDate: SLOT.date,
      month: '2026-03',
      concept: null,
      owner: null,
      row: 2,
    },
  ]
  const payments = [{ id: 'bank-1', reference: '1', paid: settlementOf().payout, paidOn: SLOT.date, row: 3 }]
  for (const contents of [
    { kind: 'list', dues },
    { kind: 'bank', payments },
  ] as const) {
    const bytes = Buffer.from(contents.kind)
    await store.receivables.importFile({ name: 'a.csv', bytes, contents, by: 'Ana', at: 7 })
  }
  for (const { number } of (await store.receivables.files()).slice(1))
    await store.receivables.voidFile(number, { by: 'Ana', at: 7, reason: 'r' })
  const listing = await store.listings.begin({ date: SLOT.date, runId: run, at: 7, isAskedFor: () => true })
  for (const page of pagesOf([[{ id: 'stray' }]])) await listing.page(page)
  await listing.commit()
  await store.listings.begin({ date: SLOT.date, runId: run, at: 8, isAskedFor: () => true })
  const day = await store.listings.begin({ date: SLOT.date, runId: run, at: 7, isAskedFor: null })
  for (const page of pagesOf([[{ id: 'paid' }]])) await day.page(page)
  await day.commit()
  await store.runs.end(run, { at: 9, exitCode: 0, outcome: 'agrees' })
  const open = await begin(store, { run: await beginNight(store, 'r2') })
  for (const page of pagesOf([[{ id: 'd' }], [{ id: 'c', amount: 9 }]])) await open.page(page)
  await open.endList()
  return new Database(path)
}

let sqlite: Database.Database
beforeAll(async () => {
  sqlite = await fullDatabase()
})
afterAll(() => void sqlite.close())

test.each([
  ['DELETE FROM link', 'kept for ever'],
  ['UPDATE link SET row = 7', 'never rewritten'],
  ['DELETE FROM merchant', 'kept for ever'],
  ["UPDATE merchant SET base_url = 'https://two.example/v1'", 'written once'],
  ['DELETE FROM merchant_name', 'kept for ever'],
  ["UPDATE merchant_name SET name = 'other'", 'kept for ever'],
  ['DELETE FROM run', 'kept for ever'],
  ["UPDATE run SET version = '2' WHERE ended_at IS NULL", 'kept for ever'],
  ["UPDATE run SET outcome = 'differs'", 'ends once'],
  ['DELETE FROM moment', 'kept for ever'],
  ['UPDATE moment SET at = 0', 'kept for ever'],
  ['DELETE FROM policy', 'kept for ever'],
  ["UPDATE policy SET json = ''", 'kept for ever'],
  ['DELETE FROM slot', 'kept for ever'],
  ["UPDATE slot SET cycle = '13'", 'kept for ever'],
  ["DELETE FROM pull WHERE state = 'closed'", 'kept for ever'],
  ["UPDATE pull SET facts = '' WHERE state = 'closed'", 'kept for ever'],
  ["UPDATE pull SET started_at = 0 WHERE state = 'open'", 'kept for ever'],
  ['DELETE FROM version WHERE from_pull = 1', 'kept for ever'],
  ['UPDATE version SET amount = 1 WHERE from_pull = 1', 'never rewritten'],
  ['UPDATE version SET amount = 1 WHERE from_pull = 3', 'never rewritten'],
  ['UPDATE version SET to_pull = NULL WHERE to_pull = 2', 'ends once'],
  ['UPDATE version SET to_pull = 3 WHERE to_pull = 2', 'ends once'],
  ['UPDATE version SET to_pull = 2 WHERE to_pull IS NULL', 'ends once'],
  ['DELETE FROM settlement_version WHERE from_pull = 1', 'kept for ever'],
  ['UPDATE settlement_version SET payout = 1', 'never rewritten'],
  ['UPDATE settlement_version SET to_pull = NULL WHERE to_pull = 2', 'ends once'],
  [
    'INSERT INTO settlement_version SELECT 99, slot, 1, NULL, date, cycle, status, 1, 1, 1, 0, 1, 0, 1, NULL FROM settlement_version LIMIT 1',
    'open pull',
  ],
  ['DELETE FROM listing_page WHERE pull = 1', 'kept for ever'],
  ["UPDATE listing_page SET request = ''", 'never rewritten'],
  [
    'INSERT INTO listing_page SELECT pull, 99, request, status, digest, body, cursor, cursor_at, items, count FROM listing_page WHERE pull = 1',
    'open pull',
  ],
  ['DELETE FROM answer', 'kept for ever'],
  ['UPDATE answer SET status = 404', 'never rewritten'],
  ['DELETE FROM body', 'while an answer needs it'],
  ["UPDATE body SET gzip = ''", 'never rewritten'],
  ['DELETE FROM quarantine', 'kept for ever'],
  ["UPDATE quarantine SET reason = ''", 'never rewritten'],
  ['DELETE FROM repeat', 'kept for ever'],
  ['UPDATE repeat SET copies_differ = 1', 'kept for ever'],
  ['DELETE FROM departure', 'kept for ever'],
  ["UPDATE departure SET status = 'x'", 'never rewritten'],
  ['DELETE FROM date_listing', 'kept for ever'],
  ['UPDATE date_listing SET items = 0 WHERE id = 1', 'kept for ever'],
  ["UPDATE date_listing SET date = '2026-03-13' WHERE id = 2", 'kept for ever'],
  ['UPDATE date_listing SET number = 1 WHERE id = 2', 'date_listing_whole_when_closed'],
  ['DELETE FROM date_listing_page', 'kept for ever'],
  ["UPDATE date_listing_page SET request = ''", 'never rewritten'],
  [
    'INSERT INTO date_listing_page SELECT listing, 99, request, status, digest, body, cursor, cursor_at, items, count FROM date_listing_page',
    'not closed',
  ],
  ['DELETE FROM stray', 'kept for ever'],
  ['UPDATE stray SET paid = 0', 'kept for ever'],
  ["INSERT INTO stray (listing, invoice_id, position, status) VALUES (1, 'z', 1, 'paid')", 'not closed'],
  [
    'DELETE FROM body WHERE id IN (SELECT body FROM date_listing_page) AND id NOT IN (SELECT body FROM listing_page)',
    'while an answer needs it',
  ],
  ['DELETE FROM discrepancy', 'kept for ever'],
  ["UPDATE discrepancy SET subject = ''", 'kept for ever'],
  ['DELETE FROM sighting', 'kept for ever'],
  ["UPDATE sighting SET event = 'gone'", 'kept for ever'],
  ['DELETE FROM act', 'kept for ever'],
  ["UPDATE act SET reason = ''", 'kept for ever'],
  ["INSERT INTO act (number, kind, by, reason) VALUES (1, 'note', 'x', 'y')", 'NOT NULL constraint failed: act.chain'],
  [
    "INSERT INTO sighting (discrepancy, event, pull, after) VALUES ('x', 'gone', 1, 1)",
    'NOT NULL constraint failed: sighting.chain',
  ],
  ['DELETE FROM assessment', 'kept for ever'],
  ["UPDATE assessment SET verdict = 'empty'", 'kept for ever'],
  ['DELETE FROM audit_pack', 'kept for ever'],
  ["UPDATE audit_pack SET manifest = '0'", 'kept for ever'],
  [
    "INSERT INTO audit_pack (slot, at, after, manifest, masked, version) VALUES (1, 1, 1, 'AB', 0, '1')",
    'audit_pack_digest',
  ],
  ['DELETE FROM receivable_file', 'kept for ever'],
  ["UPDATE receivable_file SET name = ''", 'kept for ever'],
  ['DELETE FROM body WHERE id IN (SELECT body FROM receivable_file)', 'while an answer needs it'],
  ['DELETE FROM due', 'kept for ever'],
  ['UPDATE due SET amount = 1', 'kept for ever'],
  [
    "INSERT INTO due SELECT file, 9, 'x', due_id, reference, contract, document, 1, due_date, month, concept, owner FROM due",
    'comes with its file',
  ],
  ['DELETE FROM bank_payment', 'kept for ever'],
  ['UPDATE bank_payment SET paid = 1', 'kept for ever'],
  ["INSERT INTO bank_payment SELECT file, 9, 'x', reference, 1, paid_on FROM bank_payment", 'comes with its file'],
  ['DELETE FROM receivable_void', 'kept for ever'],
  ["UPDATE receivable_void SET reason = ''", 'kept for ever'],
  ['DELETE FROM day_payment', 'kept for ever'],
  ["UPDATE day_payment SET status = ''", 'never rewritten'],
  [
    "INSERT INTO day_payment SELECT listing, 'x', status, paid, reference, contract, customer_document, payment_method, payment_date FROM day_payment",
    'belongs to a listing that is not closed',
  ],
  ['DELETE FROM bank_file', 'kept for ever'],
  ["UPDATE bank_file SET name = ''", 'kept for ever'],
  ['DELETE FROM body WHERE id IN (SELECT body FROM bank_file)', 'while an answer needs it'],
  ['DELETE FROM bank_statement', 'kept for ever'],
  ['UPDATE bank_statement SET opening = 1', 'kept for ever'],
  [
    'INSERT INTO bank_statement SELECT file, 9, account, NULL, from_day, to_day, opening, closing, 0 FROM bank_statement',
    'comes with its file',
  ],
  ['DELETE FROM bank_entry', 'kept for ever'],
  ['UPDATE bank_entry SET value = 1', 'kept for ever'],
  [
    "INSERT INTO bank_entry SELECT 'x', merchant, file, 9, account, booked_on, NULL, 1 FROM bank_entry",
    'comes with its file',
  ],
  ['DELETE FROM bank_text', 'kept for ever'],
  ["UPDATE bank_text SET text = ''", 'kept for ever'],
  ["INSERT INTO bank_text SELECT 'x', file, '', NULL FROM bank_text", 'comes with its file'],
  ['DELETE FROM bank_void', 'kept for ever'],
  ["UPDATE bank_void SET reason = ''", 'kept for ever'],
  ['INSERT INTO bank_void SELECT number + 1, file, by, reason FROM bank_void', 'UNIQUE'],
  ['DELETE FROM operator_invoice', 'kept for ever'],
  ['UPDATE operator_invoice SET iva = 0', 'kept for ever'],
  ['DELETE FROM body WHERE id IN (SELECT body FROM operator_invoice)', 'while an answer needs it'],
  ['DELETE FROM operator_invoice_void', 'kept for ever'],
  ["UPDATE operator_invoice_void SET reason = ''", 'kept for ever'],
  ['INSERT INTO operator_invoice_void SELECT number + 1, invoice, by, reason FROM operator_invoice_void', 'UNIQUE'],
  ['DELETE FROM bank_tie', 'kept for ever'],
  ["UPDATE bank_tie SET reason = ''", 'kept for ever'],
  ['DELETE FROM bank_tie_payout', 'kept for ever'],
  ['UPDATE bank_tie_payout SET payout = 1', 'kept for ever'],
  ['INSERT INTO bank_tie_payout SELECT tie, 2, payout FROM bank_tie_payout', 'comes with it'],
  ['DELETE FROM bank_tie_entry', 'kept for ever'],
  ["UPDATE bank_tie_entry SET entry = ''", 'kept for ever'],
  ["INSERT INTO bank_tie_entry SELECT tie, 'x' FROM bank_tie_entry", 'comes with it'],
  ['DELETE FROM journal_closing', 'kept for ever'],
  ['UPDATE journal_closing SET number = 1', 'kept for ever'],
  ['DELETE FROM journal_entry', 'kept for ever'],
  ["UPDATE journal_entry SET entry = ''", 'kept for ever'],
  [
    "INSERT INTO journal_entry SELECT closing, 9, 9, 'x', 1, kind, date, basis, entry FROM journal_entry",
    'comes with its closing',
  ],
  ["INSERT INTO moment (number, kind, merchant, at) VALUES (99, 'pull', 'default', 1.5)", 'moment_whole'],
  [
    "INSERT INTO version (slot, from_pull, invoice_id, status, amount) VALUES (1, 3, 'z', 'paid', 1.5)",
    'version_whole',
  ],
  [
    "INSERT INTO version (slot, from_pull, invoice_id, status, amount) VALUES (1, 3, 'z', 'paid', '12a')",
    'version_whole',
  ],
  [
    "INSERT INTO version (slot, from_pull, invoice_id, status, amount) VALUES (1, 3, 'z', 'paid', 9007199254740992)",
    'version_exact',
  ],
])('the database refuses: %s', (statement, reason) => {
  expect(() => sqlite.prepare(statement).run()).toThrow(reason)
})

test('every table that keeps something is guarded against deleting', () => {
  const names = (type: string) =>
    sqlite.prepare<[string], string>('SELECT name FROM sqlite_schema WHERE type = ?').pluck().all(type)
  const derived = ['key', 'shared_key', 'key_reach', 'writer', '__drizzle_migrations', 'sqlite_sequence']
  const kept = names('table').filter((name) => !derived.includes(name))
  expect(kept.filter((name) => !names('trigger').includes(`${name}_kept`))).toEqual([])
})

/** A database that an earlier version wrote must be proved by this one. */
test('the facts of a link and their order do not change', () => {
  const last = sqlite.prepare<[], string>('SELECT lower(hex(chain)) FROM link ORDER BY id DESC LIMIT 1').pluck().get()
  expect(last).toBe('6a4d9cbd976bce5b7bbd6aa87d0ce072420b32ca477c2c8b5c483497924fa4a7')
})

test('every column of a row in the chain is a fact of its link', () => {
  const left = TABLE_RECORDS.flatMap(([table, { proved }]) => {
    if (proved === null || !('facts' in proved)) return []
    const known = [...proved.facts.split(/,\s*/), 'row' in proved ? proved.row : proved.by]
    const columns = sqlite.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
    return columns.filter((column) => !known.includes(column)).map((column) => `${table}.${column}`)
  })
  expect(left).toEqual([])
})
