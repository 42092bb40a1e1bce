import { createHash, hash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { REPORTED_COLUMNS } from '../invoices/versions.ts'

/*
 * The facts of a link: the cells of the row and of rows that belong to it, in this order. The order must not change. A
 * later column is appended to its list: absent cells at the end of a row do not count, so that the links of earlier
 * rows still hold.
 */
const MOMENT = (number: string): string => `SELECT number, kind, merchant, at FROM moment WHERE number = ${number}`
const PULL_COLUMNS = `id, slot, run, state, number, started_at, closed_at, reason_code, reason, facts, kept, sum_amount, sum_paid,
  list_of, reading_of, content_of, departures_owed, versions_before, bodies_before, exchange`
const PAGE_COLUMNS = 'position, request, status, digest, body, cursor, cursor_at, items, count'
const SETTLEMENT_COLUMNS = `id, from_pull, date, cycle, status, invoice_count, collected, fees, fees_postpaid, adjustments, gateway,
  payout, extra`

export const LINK_KINDS = [
  'merchant',
  'merchant_name',
  'run',
  'slot',
  'policy',
  'act',
  'pull',
  'date_listing',
  'assessment',
  'audit_pack',
  'bank_file',
  'bank_tie',
  'bank_void',
] as const

/** The kind of a row in the chain. */
export type LinkKind = (typeof LINK_KINDS)[number]

/** The queries for the facts of a row; `?` is its number. */
const QUERIES: Readonly<Record<LinkKind, readonly string[]>> = {
  merchant: ['SELECT name, base_url FROM merchant WHERE rowid = ?'],
  merchant_name: ['SELECT id, merchant, name, at FROM merchant_name WHERE id = ?'],
  run: [
    `SELECT ordinal, id, merchant, job, at, version, policy_number, ended_at, exit_code, outcome, scope
     FROM run WHERE ordinal = ?`,
  ],
  slot: [`SELECT id, merchant, date, cycle, minute FROM slot WHERE id = ?`],
  policy: [MOMENT('?'), 'SELECT json FROM policy WHERE number = ?'],
  act: [MOMENT('?'), 'SELECT kind, by, reason, until, discrepancy, detail, chain FROM act WHERE number = ?'],
  pull: [
    `SELECT ${PULL_COLUMNS} FROM pull WHERE id = ?`,
    MOMENT('(SELECT number FROM pull WHERE id = ?)'),
    'SELECT id, role, request, status, digest, body FROM answer WHERE pull = ? ORDER BY id',
    `SELECT ${PAGE_COLUMNS} FROM listing_page WHERE pull = ? ORDER BY position`,
    'SELECT page, item, field, reason, digest, invoice_id, reference FROM quarantine WHERE pull = ? ORDER BY page, item',
    'SELECT invoice_id, copies_differ FROM repeat WHERE pull = ? ORDER BY invoice_id',
    'SELECT slot, invoice_id, status, own_date, own_cycle, answer FROM departure WHERE pull = ? ORDER BY invoice_id',
    `SELECT ${SETTLEMENT_COLUMNS} FROM settlement_version AS held, (SELECT id AS asked, slot AS of FROM pull WHERE id = ?)
     WHERE held.slot = of AND from_pull <= asked AND (to_pull IS NULL OR to_pull > asked)`,
  ],
  date_listing: [
    `SELECT id, merchant, run, date, number, started_at, closed_at, pages, items, malformed, bodies_before
     FROM date_listing WHERE id = ?`,
    MOMENT('(SELECT number FROM date_listing WHERE id = ?)'),
    `SELECT ${PAGE_COLUMNS} FROM date_listing_page WHERE listing = ? ORDER BY position`,
    'SELECT invoice_id, position, status, paid, own_date, own_cycle FROM stray WHERE listing = ? ORDER BY invoice_id',
  ],
  assessment: ['SELECT id, slot, pull, after, verdict, totals, rulebook FROM assessment WHERE id = ?'],
  audit_pack: ['SELECT id, slot, at, after, manifest, masked, version FROM audit_pack WHERE id = ?'],
  bank_file: [
    MOMENT('?'),
    'SELECT name, format, by, digest, is_original, body FROM bank_file WHERE number = ?',
    `SELECT position, account, statement_number, from_day, to_day, opening, closing, entries
     FROM bank_statement WHERE file = ? ORDER BY position`,
    'SELECT id, merchant, position, account, booked_on, value_on, value FROM bank_entry WHERE file = ? ORDER BY id',
    'SELECT entry, text, reference FROM bank_text WHERE file = ? ORDER BY entry',
  ],
  bank_tie: [
    MOMENT('?'),
    'SELECT kind, by, reason, tie FROM bank_tie WHERE number = ?',
    'SELECT slot, payout FROM bank_tie_payout WHERE tie = ? ORDER BY slot',
    'SELECT entry FROM bank_tie_entry WHERE tie = ? ORDER BY entry',
  ],
  bank_void: [MOMENT('?'), 'SELECT file, by, reason FROM bank_void WHERE number = ?'],
}

/** The rows of each kind, all of which are in the chain. */
export const LINKED_ROWS: Readonly<Record<LinkKind, string>> = {
  merchant: 'SELECT rowid FROM merchant',
  merchant_name: 'SELECT id FROM merchant_name',
  run: 'SELECT ordinal FROM run',
  slot: 'SELECT id FROM slot',
  policy: 'SELECT number FROM policy',
  act: 'SELECT number FROM act',
  pull: "SELECT id FROM pull WHERE state <> 'open'",
  date_listing: 'SELECT id FROM date_listing WHERE number IS NOT NULL',
  assessment: 'SELECT id FROM assessment',
  audit_pack: 'SELECT id FROM audit_pack',
  bank_file: 'SELECT number FROM bank_file',
  bank_tie: 'SELECT number FROM bank_tie',
  bank_void: 'SELECT number FROM bank_void',
}

type Cells = readonly unknown[]

/** Returns a function for the SHA-256 of a row's present facts. */
export const linkDigests = (sqlite: Database.Database): ((kind: LinkKind, row: number) => Buffer) => {
  const prepare = (query: string) => sqlite.prepare<[row: number], Cells>(query).raw()
  const statements = new Map(LINK_KINDS.map((kind) => [kind, QUERIES[kind].map(prepare)]))
  return (kind, row) => {
    const hash = createHash('sha256').update(kind)
    for (const statement of statements.get(kind) ?? []) {
      hash.update('\n')
      for (const cells of statement.iterate(row)) hash.update(textOf(cells))
    }
    return hash.digest()
  }
}

/** Bytes and text of the same letters differ, and absent cells at the end are left out. */
const textOf = (cells: Cells): string => {
  let length = cells.length
  while (length > 0 && cells[length - 1] === null) length -= 1
  return JSON.stringify(cells.slice(0, length).map((cell) => (Buffer.isBuffer(cell) ? [cell.toString('hex')] : cell)))
}

/** `reading`: the invoice versions that start with a pull, once they can no longer be compared with its answers. */
type LinkedKind = LinkKind | 'reading'

/** The digest of a link, which includes the previous one. */
export const chainOf = (previous: Buffer | null, kind: string, row: number, digest: Buffer): Buffer =>
  createHash('sha256')
    .update(previous ?? '')
    .update(`${kind} ${row} `)
    .update(digest)
    .digest()

/** Appends links to the chain of a connection. */
const linkWriter = (sqlite: Database.Database) => {
  const last = sqlite.prepare<[], Buffer>('SELECT chain FROM link ORDER BY id DESC LIMIT 1').pluck()
  const insert = sqlite.prepare<[string, number, Buffer, Buffer]>(
    'INSERT INTO link (kind, row, digest, chain) VALUES (?, ?, ?, ?)',
  )
  const append = (kind: LinkedKind, row: number, digest: Buffer): void => {
    insert.run(kind, row, digest, chainOf(last.get() ?? null, kind, row, digest))
  }
  return { digestOf: linkDigests(sqlite), append }
}

/** Appends the link of a row's present facts. Call it within the write transaction that wrote the row. */
export const addLink = (database: MerchantDatabase, kind: LinkKind, row: number): void => {
  const { digestOf, append } = writer(database)
  append(kind, row, digestOf(kind, row))
}
const writer = prepared(({ sqlite }) => linkWriter(sqlite))

/**
 * Links a row to the previous one: the SHA-256, in hex, of the JSON array of the previous row's link (null for the
 * first) and of the row's facts. Altering, removing or inserting a row requires altering every later one.
 */
export const linkOf = (previous: string | null, facts: readonly (string | number | null)[]): string =>
  hash('sha256', JSON.stringify([previous, ...facts]), 'hex')

const DIGEST_BYTES = 32

/**
 * The columns of the first databases. Their order is part of every stored digest: a later column is appended, and left
 * out when it is absent.
 */
const FIRST_COLUMNS =
  'status amount paid reference contract customer_document customer_name description payment_method payment_source payment_id payment_date created_at expiration_date own_date own_cycle flaws extra'.split(
    ' ',
  )
const COLUMNS = [...new Set([...FIRST_COLUMNS, ...REPORTED_COLUMNS])]

/**
 * For each of these pulls the SHA-256 digests of the invoice versions that start with it, combined by exclusive or: the
 * versions of many pulls are interleaved, and are read once in any order. The end of a version is left out, since a
 * later pull writes it.
 */
export const versionDigests = (
  sqlite: Database.Database,
  pulls: readonly number[],
  slot: number | null = null,
): ReadonlyMap<number, Buffer> => {
  const digests = new Map(pulls.map((pull) => [pull, Buffer.alloc(DIGEST_BYTES)]))
  if (digests.size === 0) return digests
  const rows = sqlite
    .prepare<{ slot: number | null }, [slot: number, id: number, from: number, ...reported: unknown[]]>(
      `SELECT slot, id, from_pull, invoice_id, ${COLUMNS.join(', ')} FROM version ${slot === null ? '' : 'WHERE slot = :slot'}`,
    )
    .raw()
  for (const [of, id, from, ...reported] of rows.iterate({ slot })) {
    const digest = digests.get(from)
    if (digest !== undefined) combine(digest, [of, id, ...reported])
  }
  return digests
}

const combine = (digest: Buffer, cells: readonly unknown[]): void => {
  const row = createHash('sha256').update(textOf(cells)).digest()
  for (let byte = 0; byte < DIGEST_BYTES; byte += 1) digest[byte] = (digest[byte] ?? 0) ^ (row[byte] ?? 0)
}

/**
 * Links the invoices that another version of cuadre has read, as stored, since this version may read the same bytes
 * differently.
 */
export const linkReadings = (sqlite: Database.Database, version: string): void => {
  const pulls = pullsReadOtherwise(sqlite, version)
  if (pulls.length === 0) return
  const { append } = linkWriter(sqlite)
  sqlite
    .transaction(() => {
      for (const [pull, digest] of versionDigests(sqlite, pulls)) append('reading', pull, digest)
    })
    .immediate()
}

const pullsReadOtherwise = (sqlite: Database.Database, version: string): readonly number[] =>
  sqlite
    .prepare<[string], number>(
      `SELECT pull.id FROM pull JOIN run ON run.id = pull.run
       WHERE pull.state = 'closed' AND run.version <> ?
         AND NOT EXISTS (SELECT 1 FROM link WHERE kind = 'reading' AND row = pull.id) ORDER BY pull.id`,
    )
    .pluck()
    .all(version)
