import { realpathSync, statSync } from 'node:fs'
import { busyTimeoutMs } from './busy-timeout.ts'
import { openSqlite } from './open-sqlite.ts'

/**
 * Rolls back a transaction that a killed process or a failing disk interrupted. SQLite keeps the old pages in a journal
 * next to the file, and only a connection that may write restores them. A journal in use is not touched.
 */
export const rollBackJournal = (path: string): void => {
  const journal = statSync(`${realpathSync(path)}-journal`, { throwIfNoEntry: false })
  if (journal === undefined || journal.size === 0) return
  const sqlite = openSqlite(path, { fileMustExist: true, timeout: busyTimeoutMs })
  try {
    sqlite.prepare('SELECT 1 FROM sqlite_schema').get()
  } finally {
    sqlite.close()
  }
}
