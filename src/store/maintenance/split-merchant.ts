import type Database from 'better-sqlite3'
import { asc } from 'drizzle-orm'
import { chainOf, linkDigests, linkOf } from '../chain/chain.ts'
import { type OpenDatabase, openDatabase } from '../connection/database.ts'
import { factsOf } from '../dispositions/acts.ts'
import { SIGHTING_COLUMNS } from '../findings/shown.ts'
import { sightingFacts } from '../findings/write-findings.ts'
import { act, sighting } from '../schema.ts'
import {
  isLinkKind,
  LINK_KINDS,
  type LinkKind,
  newNumberOf,
  TABLE_RECORDS,
  TABLES,
  type TableRecord,
} from '../tables.ts'

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
    for (const [table, record] of TABLE_RECORDS) copyRows(sqlite, table, record, merchant)
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

const copyRows = (
  sqlite: Database.Database,
  table: string,
  { ofMerchant, counter }: TableRecord,
  merchant: string,
): void => {
  if (ofMerchant === null) return
  const { where, numbers = [], instead = {} } = ofMerchant
  // Numbers without gaps start at 1 again. Those of pulls, settlements, invoices and bodies do not change.
  const counted = counter?.hasGaps === false ? counter.column : null
  const columns = sqlite
    .prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'main')")
    .pluck()
    .all(table)
    .filter((column) => column !== counted)
  const cells = columns.map((column) => {
    if (numbers.includes(column)) return newNumberOf(column)
    return column === 'after' ? NEW_END_OF_SEQUENCE : (instead[column] ?? `"${column}"`)
  })
  const insert = `INSERT INTO main."${table}" (${columns.map((column) => `"${column}"`).join(', ')})
    SELECT ${cells.join(', ')} FROM shared."${table}" WHERE ${where} ORDER BY ${counted ?? 'rowid'}`
  sqlite.prepare(insert).run(...(where.includes(':merchant') ? [{ merchant }] : []))
}

/** The end of the sequence when a row was written: the merchant's own last number by then. */
const NEW_END_OF_SEQUENCE =
  'coalesce((SELECT new FROM temp.own_moment WHERE old <= after ORDER BY old DESC LIMIT 1), 0)'

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
  for (const row of db.select(SIGHTING_COLUMNS).from(sighting).orderBy(asc(sighting.id)).all()) {
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
    const digest = isLinkKind(link.kind) ? digestOf(link.kind, link.row) : link.digest
    previous = chainOf(previous, link.kind, link.row, digest)
    insert.run(link.kind, link.row, digest, previous)
  }
}

/** For a kind of link: a row's former number, and its present one. */
const numbersOf = (kind: LinkKind): string => {
  const { ofMerchant, ...record } = TABLES[kind]
  const { row } = record.proved
  const isCounted = row === 'rowid' || ('counter' in record && !record.counter.hasGaps)
  const present = isCounted ? `row_number() OVER (ORDER BY ${row})` : row === 'number' ? newNumberOf(row) : row
  return `SELECT '${kind}', ${row}, ${present} FROM shared.${kind} WHERE ${ofMerchant.where}`
}
const NUMBERS_BY_KIND: readonly string[] = [
  ...LINK_KINDS.map(numbersOf),
  `SELECT 'reading', id, id FROM shared.pull WHERE ${TABLES.pull.ofMerchant.where}`,
]
