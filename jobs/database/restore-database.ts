import { existsSync, lstatSync, statSync } from 'node:fs'
import type { Both } from '../../src/std/both.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { realPathOf } from '../../src/std/files/real-path.ts'
import { existingDatabaseFile, schemaOf } from '../../src/store/connection/database.ts'
import { acquireLock } from '../../src/store/connection/lock.ts'
import { readableMerchants } from '../../src/store/merchants/merchants.ts'
import { copyVerified, type DatabaseFiles, type VerifiedCopies } from '../steps/database/verified-copies.ts'
import type { JobContext } from '../steps/run/context.ts'

/**
 * Restores a backup to a path without a database. The backup is verified first, and migrated when an older version of
 * cuadre wrote it. With `owner`, the merchant to whom the database belongs, a backup of others is refused.
 */
export const restoreDatabase = async (
  { settings: { db, inbox }, version, now, signal }: Pick<JobContext, 'settings' | 'version' | 'now' | 'signal'>,
  file: string,
  owner: string | null,
): Promise<VerifiedCopies> => {
  if (!existsSync(file)) throw noBackup({ en: `there is no file ${file}`, es: `no existe el archivo ${file}` })
  if (!statSync(file).isFile()) throw noBackup({ en: `${file} is not a file`, es: `${file} no es un archivo` })
  if (statSync(file).size === 0) throw noBackup({ en: `${file} is empty`, es: `${file} está vacío` })
  requireEmpty({ db, inbox })
  requireDatabase(file)
  if (owner !== null) requireMerchant(file, owner)
  const lock = acquireLock(db, { pid: process.pid, at: now(), job: 'db restore' })
  try {
    requireEmpty({ db, inbox })
    const backup = { db: file, inbox: `${realPathOf(file)}.inbox` }
    return await copyVerified(backup, { db, inbox }, { upgraded: true, version, signal })
  } finally {
    lock.release()
  }
}

const NAME_A_BACKUP: Both<string> = {
  en: 'name a backup of the database',
  es: 'indique una copia de seguridad de la base de datos',
}

const noBackup = (message: Both<string>): CuadreError => new CuadreError('NO_BACKUP', message, NAME_A_BACKUP)

/** Reports other faults as for any database, but the next step names the given file. */
const requireDatabase = (file: string): void => {
  try {
    schemaOf(file)
  } catch (error) {
    const isOther = error instanceof CuadreError && ['NOT_A_DATABASE', 'FOREIGN_DATABASE'].includes(error.code)
    throw isOther ? new CuadreError(error.code, error.texts.message, NAME_A_BACKUP, { cause: error }) : error
  }
}

/** A backup of an older version, whose merchants cannot be read, is not refused. */
const requireMerchant = (file: string, owner: string): void => {
  const known = readableMerchants(file) ?? []
  const others = known.map(({ name }) => name)
  const [other] = others
  if (other === undefined || known.some(({ names }) => names.includes(owner))) return
  throw new CuadreError(
    'UNKNOWN_MERCHANT',
    {
      en: `${file} is a backup of ${others.join(', ')}, not of ${owner}`,
      es: `${file} es una copia de ${others.join(', ')}, no de ${owner}`,
    },
    {
      en: `name a backup of ${owner}, or restore this one for its own merchant: --merchant ${other}`,
      es: `indique una copia de ${owner}, o restaure esta para su propio comercio: --merchant ${other}`,
    },
  )
}

const requireEmpty = ({ db, inbox }: DatabaseFiles): void => {
  const found = existingDatabaseFile(db) ?? existingDatabaseFile(inbox) ?? [db, inbox].find(isLink) ?? null
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

/** Also a link whose target is not there, as of a disk that is not mounted. */
const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
