import type Database from 'better-sqlite3'
import type { Both } from '../../../std/both.ts'
import { migrate } from '../../connection/database.ts'
import { asFault } from '../../connection/fault.ts'
import { openSqlite } from '../../connection/open-sqlite.ts'
import { damagedRows, INBOX_TABLES, makeTables, openInboxToRead } from '../../inbox/inbox-database.ts'
import { type DatabaseVerification, type ReportDamage, sqlCount, type VerificationPart } from './verification-part.ts'

/** SQLite's own checks: every page, index and constraint, and that every referenced row exists. */
const pagesOfFile = (sqlite: Database.Database, report: ReportDamage): number => {
  const found = sqlite.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  for (const line of found)
    if (line !== 'ok')
      report({ en: `SQLite finds: ${line.replace(/\s+/g, ' ')}`, es: `SQLite encuentra: ${line.replace(/\s+/g, ' ')}` })
  const orphans = sqlite
    .prepare<[], { table: string; rowid: number | null; parent: string }>('PRAGMA foreign_key_check')
    .all()
  for (const { table, rowid, parent } of orphans)
    report({
      en: `row ${rowid ?? 'without number'} of ${table} names a row of ${parent} that is not there`,
      es: `la fila ${rowid ?? 'sin número'} de ${table} nombra una fila de ${parent} que no está`,
    })
  return sqlCount(sqlite, 'PRAGMA page_count')
}

export const pages: VerificationPart = async ({ sqlite }, report) => pagesOfFile(sqlite, report)

interface Thing {
  readonly name: string
  readonly text: string
}

/** Checks that all tables, indexes and triggers (which prevent overwriting) are there and unchanged. */
export const schema: VerificationPart = async ({ sqlite }, report) => {
  const fresh = openSqlite(':memory:')
  try {
    migrate(fresh)
    if (appliedTo(fresh) !== appliedTo(sqlite))
      report({ en: 'the list of migrations is not what it was', es: 'la lista de migraciones no es la que era' })
    return compareSchema(sqlite, fresh, report)
  } finally {
    fresh.close()
  }
}

/** Compares the schema with that of a fresh database; returns the number of its objects. */
const compareSchema = (sqlite: Database.Database, fresh: Database.Database, report: ReportDamage): number => {
  const expected = thingsIn(fresh)
  const found = new Map(thingsIn(sqlite).map(({ name, text }) => [name, text]))
  for (const { name, text } of expected) {
    if (!found.has(name)) report({ en: `${name} of the schema is missing`, es: `falta ${name} del esquema` })
    else if (found.get(name) !== text)
      report({ en: `${name} of the schema is not what it was`, es: `${name} del esquema no es lo que era` })
  }
  const known = new Set(expected.map(({ name }) => name))
  for (const name of found.keys())
    if (!known.has(name))
      report({
        en: `${name} is in the schema, and no cuadre put it there`,
        es: `${name} está en el esquema, y no lo puso ningún cuadre`,
      })
  return expected.length
}

/** With a wrong time in that list a later migration would be skipped. */
const appliedTo = (sqlite: Database.Database): string =>
  JSON.stringify(sqlite.prepare('SELECT hash, created_at FROM __drizzle_migrations ORDER BY rowid').raw().all())

/**
 * All objects except those of an ANALYZE, the two tables of Litestream, and their places in the file.
 * "quote" also takes the BLOB that a damaged row may hold; "json_array" refuses it.
 */
const thingsIn = (sqlite: Database.Database): readonly Thing[] =>
  sqlite
    .prepare<[], Thing>(
      `SELECT name, quote(type) || quote(tbl_name) || quote(sql) AS text FROM sqlite_schema
       WHERE tbl_name NOT IN ('sqlite_stat1', 'sqlite_stat4')
         AND NOT (type = 'table' AND name IN ('_litestream_seq', '_litestream_lock')) ORDER BY name`,
    )
    .all()

/** Checks the inbox: every page, and every row by its digest. Null when nothing was ever stored. */
export const verifyInbox = (path: string): DatabaseVerification | null => {
  const sqlite = openInboxToRead(path)
  if (sqlite === null) return null
  try {
    const damage: Both<string>[] = []
    const report = (line: Both<string>): void => void damage.push(line)
    const pages = pagesOfFile(sqlite, report)
    compareWithKept(sqlite, report)
    const checked = [
      { what: 'pages of the inbox', number: pages },
      { what: 'notifications', number: sqlCount(sqlite, 'SELECT count(*) FROM event') },
    ]
    return { checked, damage, damages: damage.length, upTo: null }
  } catch (error) {
    throw asFault(error, path)
  } finally {
    sqlite.close()
  }
}

const compareWithKept = (sqlite: Database.Database, report: ReportDamage): void => {
  const fresh = openSqlite(':memory:')
  try {
    makeTables(fresh, ':memory:')
    compareSchema(sqlite, fresh, report)
  } finally {
    fresh.close()
  }
  for (const table of INBOX_TABLES)
    for (const row of damagedRows(sqlite, table))
      report({ en: `${table} ${row} is not what was kept`, es: `la fila ${row} de ${table} no es la que se guardó` })
  for (const table of ['event', 'conflict'])
    if (counterGap(sqlite, table) < 0 || counterGap(sqlite, table) > GAP_MAX)
      report({
        en: `the counter of ${table} does not follow its rows`,
        es: `el contador de ${table} no sigue a sus filas`,
      })
}

/** A notification that arrived twice leaves a gap in the numbers. */
const GAP_MAX = 1_000_000

const counterGap = (sqlite: Database.Database, table: string): number =>
  sqlCount(
    sqlite,
    `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0) - (SELECT coalesce(max(id), 0) FROM ${table})`,
  )
