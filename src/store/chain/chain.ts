import { createHash, hash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { REPORTED_COLUMNS } from '../invoices/versions.ts'
import { eventSequence } from '../schema.ts'
import { LINK_KINDS, type LinkKind, linkedRowsOf, TABLE_RECORDS, TABLES } from '../tables.ts'

/** The queries for the facts of a row, whose number is `?`: its cells, its number of the sequence, and rows within it. */
const queriesOf = (kind: LinkKind): readonly string[] => {
  const { row, facts } = linkedRowsOf(kind)
  const own = `SELECT ${facts} FROM ${kind} WHERE ${row} = ?`
  const number = row === 'number' ? '?' : `(SELECT number FROM ${kind} WHERE ${row} = ?)`
  const moment = `SELECT number, kind, merchant, at FROM moment WHERE number = ${number}`
  const head = row === 'number' ? [moment, own] : 'event' in TABLES[kind] ? [own, moment] : [own]
  const within = TABLE_RECORDS.flatMap(([table, { proved }]) => {
    if (proved === null || !('within' in proved) || proved.within !== kind) return []
    if ('query' in proved) return [proved.query]
    return [`SELECT ${proved.facts} FROM ${table} WHERE ${proved.by} = ? ORDER BY ${proved.order}`]
  })
  return [...head, ...within]
}

type Cells = readonly unknown[]

/** Returns a function for the SHA-256 of a row's present facts. */
export const linkDigests = (sqlite: Database.Database): ((kind: LinkKind, row: number) => Buffer) => {
  const prepare = (query: string) => sqlite.prepare<[row: number], Cells>(query).raw()
  const statements = new Map(LINK_KINDS.map((kind) => [kind, queriesOf(kind).map(prepare)]))
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

const insertInSequence = prepared(({ db, merchant }) =>
  db
    .insert(eventSequence)
    .values({ kind: sql.placeholder('kind'), merchant, at: sql.placeholder('at') })
    .prepare(),
)

/** Takes the next number of the event sequence. Call it within a write transaction. */
export const nextInSequence = (database: MerchantDatabase, kind: 'pull' | 'act' | 'policy', at: Instant): number =>
  Number(insertInSequence(database).run({ kind, at }).lastInsertRowid)

/** The last number of the event sequence. */
export const lastInSequence = (database: MerchantDatabase): number => last(database).get() ?? 0

const last = prepared(({ sqlite }) => sqlite.prepare<[], number | null>('SELECT max(number) FROM moment').pluck())
