import type Database from 'better-sqlite3'
import type { Both } from '../../../std/both.ts'
import { asFault } from '../../connection/fault.ts'
import { openSqlite } from '../../connection/open-sqlite.ts'
import { damagedRows, INBOX_TABLES, makeTables, openInboxToRead } from '../../inbox/inbox-database.ts'
import { compareSchema } from './schema.ts'
import { pagesOfFile, type ReportDamage, sqlCount } from './verification-part.ts'
import type { DatabaseVerification } from './verify.ts'

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
