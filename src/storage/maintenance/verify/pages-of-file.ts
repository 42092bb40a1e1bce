import type Database from 'better-sqlite3'
import { type ReportDamage, sqlCount, type VerificationPart } from './verification-part.ts'

/** SQLite's own checks: every page, index and constraint, and that every referenced row exists. */
export const pagesOfFile = (sqlite: Database.Database, report: ReportDamage): number => {
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

export const pages: VerificationPart = {
  name: 'pages',
  check: async ({ sqlite }, report) => pagesOfFile(sqlite, report),
}
