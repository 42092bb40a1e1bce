import { existsSync, statSync } from 'node:fs'
import { copyVerified, type DatabaseFiles, type VerifiedCopies } from '../../src/pipeline/database/verified-copies.ts'
import type { JobContext } from '../../src/pipeline/run/context.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { schemaOf } from '../../src/storage/connection/database.ts'
import { existingDatabaseFile } from '../../src/storage/connection/existing-database-file.ts'
import { acquireLock } from '../../src/storage/connection/lock.ts'

/**
 * Restores a backup to a path without a database. The backup is verified first, and migrated when an older version of
 * cuadre wrote it.
 */
export const restoreDatabase = async (
  { settings: { db, inbox }, version, now, signal }: Pick<JobContext, 'settings' | 'version' | 'now' | 'signal'>,
  file: string,
): Promise<VerifiedCopies> => {
  if (!existsSync(file))
    throw new CuadreError(
      'NO_BACKUP',
      { en: `there is no file ${file}`, es: `no existe el archivo ${file}` },
      { en: 'name a backup of the database', es: 'indique una copia de seguridad de la base de datos' },
    )
  if (!statSync(file).isFile())
    throw new CuadreError(
      'NO_BACKUP',
      { en: `${file} is not a file`, es: `${file} no es un archivo` },
      { en: 'name a backup of the database', es: 'indique una copia de seguridad de la base de datos' },
    )
  requireEmpty({ db, inbox })
  requireDatabase(file)
  const lock = acquireLock(db, { pid: process.pid, at: now(), job: 'db restore' })
  try {
    requireEmpty({ db, inbox })
    return await copyVerified({ db: file, inbox: `${file}.inbox` }, { db, inbox }, { upgraded: true, version, signal })
  } finally {
    lock.release()
  }
}

/** Reports other faults as for any database, but the next step names the given file. */
const requireDatabase = (file: string): void => {
  try {
    schemaOf(file)
  } catch (error) {
    const isOther = error instanceof CuadreError && ['NOT_A_DATABASE', 'FOREIGN_DATABASE'].includes(error.code)
    throw isOther
      ? new CuadreError(
          error.code,
          error.texts.message,
          { en: 'name a backup of the database', es: 'indique una copia de seguridad de la base de datos' },
          { cause: error },
        )
      : error
  }
}

const requireEmpty = ({ db, inbox }: DatabaseFiles): void => {
  const found = existingDatabaseFile(db) ?? existingDatabaseFile(inbox)
  if (found === null) return
  const next = {
    en: 'move it away, or name an empty place with --db or CUADRE_DB',
    es: 'muévala a otro lugar, o indique un lugar vacío con --db o CUADRE_DB',
  }
  throw new CuadreError(
    'TARGET_EXISTS',
    {
      en: `${found} already exists, and a restore replaces nothing`,
      es: `${found} ya existe, y una restauración no reemplaza nada`,
    },
    next,
  )
}
