import { existsSync } from 'node:fs'

/**
 * The first file of a database that is already at the path; null when there is none. A leftover journal counts as well:
 * SQLite would mix it into a new database.
 */
export const existingDatabaseFile = (path: string): string | null =>
  ['', '-wal', '-shm', '-journal'].map((end) => `${path}${end}`).find((file) => existsSync(file)) ?? null
