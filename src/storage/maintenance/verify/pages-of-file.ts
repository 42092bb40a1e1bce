import type Database from 'better-sqlite3'
import { type Part, sqlCount } from './part.ts'

/** SQLite's own checks: every page, index and constraint, and that every referenced row exists. */
export const pagesOfFile = (sqlite: Database.Database, tell: (damage: string) => void): number => {
  const found = sqlite.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  for (const line of found) if (line !== 'ok') tell(`SQLite finds: ${line.replace(/\s+/g, ' ')}`)
  const orphans = sqlite
    .prepare<[], { table: string; rowid: number | null; parent: string }>('PRAGMA foreign_key_check')
    .all()
  for (const { table, rowid, parent } of orphans)
    tell(`row ${rowid ?? 'without number'} of ${table} names a row of ${parent} that is not there`)
  return sqlCount(sqlite, 'PRAGMA page_count')
}

export const pages: Part = { name: 'pages', look: async ({ sqlite }, tell) => pagesOfFile(sqlite, tell) }
