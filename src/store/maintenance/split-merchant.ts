import type Database from 'better-sqlite3'
import { asc } from 'drizzle-orm'
import { chainOf, LINK_KINDS, linkDigests, linkOf } from '../chain/chain.ts'
import { type OpenDatabase, openDatabase } from '../connection/database.ts'
import { factsOf } from '../dispositions/acts.ts'
import { sightingFacts } from '../findings/write-findings.ts'
import { act, sighting } from '../schema.ts'

/**
 * Writes everything that a shared database holds of a merchant, by its first name, into a new file. The shared one is
 * only read.
 */
export const splitMerchant = async (path: string, merchant: string, copy: string): Promise<void> => {
  const database = openDatabase(copy, 'write')
  const { sqlite } = database
  try {
    sqlite.pragma('foreign_keys = OFF')
    sqlite.prepare('ATTACH ? AS shared').run(path)
    sqlite.exec('CREATE TEMP TABLE own_moment (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)')
    sqlite.exec('CREATE TEMP TABLE own_row (kind TEXT, old INTEGER, new INTEGER, PRIMARY KEY (kind, old))')
    sqlite.transaction(() => writeRows(database, merchant)).immediate()
    sqlite.exec('DETACH shared')
  } finally {
    database.close()
  }
}

const writeRows = (database: OpenDatabase, merchant: string): void => {
  const { sqlite } = database
  sqlite
    .prepare(
      `INSERT INTO temp.own_moment SELECT number, row_number() OVER (ORDER BY number) FROM shared.moment WHERE merchant = :merchant`,
    )
    .run({ merchant })
  withoutTriggers(sqlite, () => {
    for (const table of Object.keys(ROWS_OF_MERCHANT)) copyRows(sqlite, table, merchant)
    relinkActsAndSightings(database)
    rebuildChain(sqlite, merchant)
  })
}

/** Runs work without the triggers, which guard new rows; these rows are old. */
const withoutTriggers = (sqlite: Database.Database, work: () => void): void => {
  const triggers = sqlite
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'")
    .all()
  for (const { name } of triggers) sqlite.exec(`DROP TRIGGER main."${name}"`)
  work()
  for (const { sql } of triggers) sqlite.exec(sql)
}

const copyRows = (sqlite: Database.Database, table: string, merchant: string): void => {
  const { where = '', instead = {}, countedBy } = ROWS_OF_MERCHANT[table] ?? {}
  const columns = sqlite
    .prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'main')")
    .pluck()
    .all(table)
    .filter((column) => column !== countedBy)
  const cells = columns.map((column) => instead[column] ?? `"${column}"`)
  const order = countedBy === undefined ? 'rowid' : `"${countedBy}"`
  const insert = `INSERT INTO main."${table}" (${columns.map((column) => `"${column}"`).join(', ')})
    SELECT ${cells.join(', ')} FROM shared."${table}" WHERE ${where} ORDER BY ${order}`
  sqlite.prepare(insert).run(...(where.includes(':merchant') ? [{ merchant }] : []))
}

/**
 * Each act and each sighting is linked to the previous one, which may have been another merchant's, so they are linked
 * again.
 */
const relinkActsAndSightings = ({ sqlite, db }: OpenDatabase): void => {
  const linkAct = sqlite.prepare<[chain: string, number: number]>('UPDATE act SET chain = ? WHERE number = ?')
  let previous: string | null = null
  for (const row of db.select().from(act).orderBy(asc(act.number)).all()) {
    previous = linkOf(previous, factsOf(row))
    linkAct.run(previous, row.number)
  }
  const linkSighting = sqlite.prepare<[chain: string, id: number]>('UPDATE sighting SET chain = ? WHERE id = ?')
  previous = null
  for (const row of db.select().from(sighting).orderBy(asc(sighting.id)).all()) {
    previous = linkOf(previous, sightingFacts(row))
    linkSighting.run(previous, row.id)
  }
}

interface SharedLink {
  readonly kind: string
  readonly row: number
  readonly digest: Buffer
}

/**
 * A link for each row, in the order in which they were last written. Digests of readings stay, since their facts do not
 * change.
 */
const rebuildChain = (sqlite: Database.Database, merchant: string): void => {
  for (const numbers of NUMBERS_BY_KIND)
    sqlite.prepare(`INSERT INTO temp.own_row ${numbers}`).run(...(numbers.includes(':merchant') ? [{ merchant }] : []))
  const links = sqlite
    .prepare<[], SharedLink>(
      `SELECT l.kind, o.new AS row, l.digest FROM temp.own_row o CROSS JOIN shared.link l ON l.kind = o.kind AND l.row = o.old
       WHERE NOT EXISTS (SELECT 1 FROM shared.link later WHERE later.kind = l.kind AND later.row = l.row AND later.id > l.id)
       ORDER BY l.id`,
    )
    .all()
  const digestOf = linkDigests(sqlite)
  const insert = sqlite.prepare<[string, number, Buffer, Buffer]>(
    'INSERT INTO link (kind, row, digest, chain) VALUES (?, ?, ?, ?)',
  )
  let previous: Buffer | null = null
  for (const link of links) {
    const kind = LINK_KINDS.find((known) => known === link.kind)
    const digest = kind === undefined ? link.digest : digestOf(kind, link.row)
    previous = chainOf(previous, link.kind, link.row, digest)
    insert.run(link.kind, link.row, digest, previous)
  }
}

/*
 * The rows of a shared database that belong to one merchant, and their changes in a database of its own: numbers of
 * tables without gaps start at 1 again. `:merchant` is its first name; `shared` is the source database. Numbers of
 * pulls, settlements, invoices and bodies do not change.
 */

const SLOTS = 'SELECT id FROM shared.slot WHERE merchant = :merchant'
const PULLS = `SELECT id FROM shared.pull WHERE slot IN (${SLOTS})`
const LISTINGS = 'SELECT id FROM shared.date_listing WHERE merchant = :merchant'
const DISCREPANCIES = `SELECT id FROM shared.discrepancy WHERE slot IN (${SLOTS})`
const MOMENTS = 'SELECT old FROM temp.own_moment'
const BODIES = `SELECT body FROM shared.listing_page WHERE pull IN (${PULLS})
  UNION SELECT body FROM shared.answer WHERE pull IN (${PULLS})
  UNION SELECT body FROM shared.date_listing_page WHERE listing IN (${LISTINGS})
  UNION SELECT body FROM shared.bank_file WHERE number IN (${MOMENTS})`

/** The new number in the event sequence, for a row that has one. */
const newNumberOf = (column: string): string => `(SELECT new FROM temp.own_moment WHERE old = ${column})`
/** The end of the sequence at that time: the merchant's own last number by then. */
const newNumberAtOrBefore = (column: string): string =>
  `coalesce((SELECT new FROM temp.own_moment WHERE old <= ${column} ORDER BY old DESC LIMIT 1), 0)`

interface OwnRows {
  readonly where: string
  /** Replacements of columns. */
  readonly instead?: Readonly<Record<string, string>>
  /** The column is left out: its rows are numbered again, in their order. */
  readonly countedBy?: string
}

/** Ordered so that each row follows those that it refers to. */
export const ROWS_OF_MERCHANT: Readonly<Record<string, OwnRows>> = {
  merchant: { where: 'name = :merchant' },
  merchant_name: { where: 'merchant = :merchant', countedBy: 'id' },
  moment: { where: 'merchant = :merchant', countedBy: 'number' },
  policy: { where: `number IN (${MOMENTS})`, instead: { number: newNumberOf('number') } },
  run: {
    where: 'merchant = :merchant',
    countedBy: 'ordinal',
    instead: { policy_number: newNumberOf('policy_number') },
  },
  slot: { where: 'merchant = :merchant' },
  body: { where: `id IN (${BODIES})` },
  pull: { where: `slot IN (${SLOTS})`, instead: { number: newNumberOf('number') } },
  answer: { where: `pull IN (${PULLS})` },
  listing_page: { where: `pull IN (${PULLS})` },
  version: { where: `slot IN (${SLOTS})` },
  settlement_version: { where: `slot IN (${SLOTS})` },
  quarantine: { where: `pull IN (${PULLS})` },
  repeat: { where: `pull IN (${PULLS})` },
  departure: { where: `slot IN (${SLOTS})` },
  date_listing: { where: 'merchant = :merchant', instead: { number: newNumberOf('number') } },
  date_listing_page: { where: `listing IN (${LISTINGS})` },
  stray: { where: `listing IN (${LISTINGS})` },
  discrepancy: { where: `slot IN (${SLOTS})` },
  sighting: {
    where: `discrepancy IN (${DISCREPANCIES})`,
    countedBy: 'id',
    instead: { after: newNumberAtOrBefore('after') },
  },
  act: {
    where: `number IN (${MOMENTS})`,
    instead: {
      number: newNumberOf('number'),
      detail: `CASE WHEN json_extract(detail, '$.closing') IS NULL THEN detail
        ELSE json_set(detail, '$.closing', ${newNumberOf("json_extract(detail, '$.closing')")}) END`,
    },
  },
  assessment: {
    where: `slot IN (${SLOTS})`,
    countedBy: 'id',
    instead: {
      after: newNumberAtOrBefore('after'),
      rulebook: `${newNumberOf('CAST(rulebook AS INTEGER)')} || substr(rulebook, instr(rulebook, ' '))`,
    },
  },
  audit_pack: { where: `slot IN (${SLOTS})`, countedBy: 'id', instead: { after: newNumberAtOrBefore('after') } },
  bank_file: { where: `number IN (${MOMENTS})`, instead: { number: newNumberOf('number') } },
  bank_statement: { where: `file IN (${MOMENTS})`, instead: { file: newNumberOf('file') } },
  bank_entry: { where: 'merchant = :merchant', instead: { file: newNumberOf('file') } },
  bank_text: { where: `file IN (${MOMENTS})`, instead: { file: newNumberOf('file') } },
  bank_tie: { where: `number IN (${MOMENTS})`, instead: { number: newNumberOf('number'), tie: newNumberOf('tie') } },
  bank_tie_payout: { where: `tie IN (${MOMENTS})`, instead: { tie: newNumberOf('tie') } },
  bank_tie_entry: { where: `tie IN (${MOMENTS})`, instead: { tie: newNumberOf('tie') } },
  bank_void: { where: `number IN (${MOMENTS})`, instead: { number: newNumberOf('number'), file: newNumberOf('file') } },
}

/** Made from the rows above: the chain now, the keys of invoices by the next job; a writer is whoever opens it. */
export const REBUILT_TABLES: readonly string[] = ['link', 'key', 'shared_key', 'key_reach', 'writer']

/** For a kind of link: a row's former number, and its present one. */
const renumbered = (kind: string, table: string, id: string): string =>
  `SELECT '${kind}', ${id}, row_number() OVER (ORDER BY ${id}) FROM shared.${table} WHERE ${ROWS_OF_MERCHANT[table]?.where}`
const sameNumbers = (kind: string, ids: string): string => `SELECT '${kind}', id, id FROM (${ids})`
const inSequence = (table: string): string =>
  `SELECT '${table}', number, ${newNumberOf('number')} FROM shared.${table} WHERE number IN (${MOMENTS})`

const NUMBERS_BY_KIND: readonly string[] = [
  "SELECT 'merchant', rowid, 1 FROM shared.merchant WHERE name = :merchant",
  renumbered('merchant_name', 'merchant_name', 'id'),
  renumbered('run', 'run', 'ordinal'),
  renumbered('assessment', 'assessment', 'id'),
  renumbered('audit_pack', 'audit_pack', 'id'),
  sameNumbers('slot', SLOTS),
  sameNumbers('pull', PULLS),
  sameNumbers('reading', PULLS),
  sameNumbers('date_listing', LISTINGS),
  ...['policy', 'act', 'bank_file', 'bank_tie', 'bank_void'].map(inSequence),
]
