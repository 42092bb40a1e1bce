import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3'
import { CuadreError } from '../../std/errors.ts'

/**
 * Makes this connection the only one that writes, for the holder of the run lock. Returns what each of its transactions
 * asks first: it throws when another run has become the writer since, as may happen where locks of files do not hold.
 */
export const becomeWriter = (sqlite: Database.Database): (() => void) => {
  const token = randomUUID()
  sqlite
    .prepare('INSERT INTO writer (id, token) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET token = excluded.token')
    .run(token)
  const current = sqlite.prepare<[], string>('SELECT token FROM writer').pluck()
  return () => {
    if (current.get() !== token) throw takenOver(sqlite.name)
  }
}

const takenOver = (path: string): CuadreError =>
  new CuadreError(
    'TAKEN_OVER',
    {
      en: `another run took over ${path}, although this one held the lock`,
      es: `otra ejecución tomó ${path}, aunque esta tenía el bloqueo`,
    },
    {
      en: 'keep the database on a local disk, where locks of files hold, and run again when the other run has ended; nothing half-done was kept',
      es: 'tenga la base de datos en un disco local, donde los bloqueos de archivos funcionan, y ejecute de nuevo cuando termine la otra ejecución; nada quedó a medias',
    },
  )
