import type Database from 'better-sqlite3'
import { asc } from 'drizzle-orm'
import { LINK_KINDS, linkDigests } from '../../chain/link-facts.ts'
import { linkOf } from '../../chain/link-of.ts'
import { chainOf } from '../../chain/link-writer.ts'
import { type OpenDatabase, openDatabase } from '../../connection/database.ts'
import { factsOf } from '../../dispositions/act-row.ts'
import { sightingFacts } from '../../findings/write-findings.ts'
import { act, sighting } from '../../schema.ts'
import { NUMBERS_BY_KIND, ROWS_OF_MERCHANT } from './rows.ts'

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
