import type { Instant } from '../../domain/calendar/calendar.ts'
import { inBoth } from '../../std/both.ts'
import { openDatabase, schemaOf } from '../connection/database.ts'
import { damagedError } from '../connection/fault.ts'
import { openSqlite } from '../connection/open-sqlite.ts'
import { upgradePath } from './backups.ts'
import { copyDatabase } from './copy-database.ts'

/**
 * Copies a database of an older version before it is changed; returns the path of the copy, null when nothing will
 * change.
 */
export const copyBeforeUpgrade = async (path: string, now: Instant, signal: AbortSignal): Promise<string | null> => {
  const { applied, known } = schemaOf(path)
  if (applied === 0 || applied === known) return null
  const target = upgradePath(path, applied, now)
  const { keep } = await copyDatabase({ path, target, signal, verify: async (copy) => requireSound(copy, path) })
  keep()
  return target
}

/** Brings a copy to the schema of this version. */
export const upgradeDatabase = (path: string): void => openDatabase(path, 'write').close()

/** Checks only what any version can verify in its file, since the schema is an older one. */
const requireSound = (copy: string, path: string): void => {
  const sqlite = openSqlite(copy, { readonly: true, fileMustExist: true })
  try {
    const [found = ''] = sqlite.prepare<[], string>('PRAGMA integrity_check(1)').pluck().all()
    if (found !== 'ok') throw damagedError(path, inBoth(found))
    if (sqlite.prepare('PRAGMA foreign_key_check').get() !== undefined)
      throw damagedError(path, { en: 'a row that another names is not there', es: 'falta una fila que otra nombra' })
  } finally {
    sqlite.close()
  }
}
