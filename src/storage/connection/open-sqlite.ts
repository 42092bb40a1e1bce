import Database from 'better-sqlite3'

/**
 * Opens a SQLite file. What SQLite sorts or keeps aside stays in memory: its own temporary files would hold customers'
 * data in a folder that all users of the machine share.
 */
export const openSqlite = (path: string, options: Database.Options = {}): Database.Database => {
  const sqlite = new Database(path, options)
  sqlite.pragma('temp_store = MEMORY')
  return sqlite
}
