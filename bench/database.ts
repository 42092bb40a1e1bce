import { copyFileSync, existsSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'

/** The size of all files of the database, in bytes. */
export const bytesOf = (database: string): number =>
  [database, `${database}-wal`].filter((file) => existsSync(file)).reduce((sum, file) => sum + statSync(file).size, 0)

/** Copies the database with its write-ahead log. */
export const copyDatabase = (database: string, to: string): void => {
  const db = new Database(database, { fileMustExist: true })
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  copyFileSync(database, to)
}

/** Rows added, changed and removed, by table; tables without any are left out. */
export type Changes = Readonly<Record<string, number>>

/** Compares two states of the database row by row, without relying on the job's own counters. */
export const changesBetween = (before: string, after: string): Changes => {
  const db = new Database(after, { fileMustExist: true })
  // SQLite's own counters are not rows of the database.
  const named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
  try {
    db.prepare('ATTACH ? AS earlier').run(before)
    const tables = db.prepare(named).pluck().all() as string[]
    const counted = tables.map((table) => [table, changedRows(db, table)] as const)
    return Object.fromEntries(counted.filter(([, changed]) => changed > 0))
  } finally {
    db.close()
  }
}

const changedRows = (db: Database.Database, table: string): number => {
  const count = (sql: string): number => db.prepare(`SELECT count(*) FROM (${sql})`).pluck().get() as number
  const written = `SELECT rowid, * FROM main."${table}" EXCEPT SELECT rowid, * FROM earlier."${table}"`
  const removed = `SELECT rowid FROM earlier."${table}" EXCEPT SELECT rowid FROM main."${table}"`
  return count(written) + count(removed)
}
