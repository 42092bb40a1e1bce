import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { CuadreError } from '../../src/std/errors.ts'
import { refuseOlder } from '../../src/store/connection/database.ts'
import { backupPath, removeOldBackups } from '../../src/store/maintenance/copy-database.ts'
import { copyVerified, type VerifiedCopies } from '../steps/database/verified-copies.ts'
import type { JobContext } from '../steps/run/context.ts'

export interface BackupReport extends VerifiedCopies {
  /** Older backups that were removed. */
  readonly removed: readonly string[]
}

/**
 * Copies the database while runs continue. The copy counts only after all of it was verified. Without a file name it
 * goes to `backups` next to the database, and the newest `keep` backups stay.
 */
export const backUp = async (
  { settings: { db, inbox }, version, now, signal }: Pick<JobContext, 'settings' | 'version' | 'now' | 'signal'>,
  { file, keep }: { readonly file: string | null; readonly keep: number },
): Promise<BackupReport> => {
  requireOurs(db)
  const target = file ?? backupPath(db, now())
  requireFree(target)
  if (file !== null) requireFolder(file)
  const copies = await copyVerified(
    { db, inbox },
    { db: target, inbox: `${target}.inbox` },
    { upgraded: false, version, signal },
  )
  return { ...copies, removed: file === null ? removeOldBackups(db, keep) : [] }
}

/** Refuses a missing, foreign, newer or older file before anything is written. */
const requireOurs = (db: string): void => {
  if (existsSync(db)) refuseOlder(db)
  else
    throw new CuadreError(
      'NO_DATABASE',
      { en: `there is no database ${db}`, es: `no existe la base de datos ${db}` },
      {
        en: 'run `cuadre run` first, or name the file with --db or CUADRE_DB',
        es: 'ejecute primero `cuadre run`, o indique el archivo con --db o CUADRE_DB',
      },
    )
}

const requireFree = (target: string): void => {
  if (!existsSync(target) && !existsSync(`${target}.inbox`)) return
  throw new CuadreError(
    'TARGET_EXISTS',
    {
      en: `${target} already exists, and a backup replaces nothing`,
      es: `${target} ya existe, y una copia de seguridad no reemplaza nada`,
    },
    { en: 'name another file', es: 'indique otro archivo' },
  )
}

/** Creates only our own folder. When a folder above it is missing, a disk may not be mounted. */
export const requireFolder = (file: string): void => {
  if (existsSync(dirname(file))) return
  throw new CuadreError(
    'NO_FOLDER',
    { en: `there is no folder ${dirname(file)}`, es: `no existe la carpeta ${dirname(file)}` },
    { en: 'make it, or mount the disk, and run again', es: 'créela, o monte el disco, y ejecute de nuevo' },
  )
}
