import { existsSync } from 'node:fs'
import { verifyDatabase } from '../../../../jobs/database/verify-database.ts'
import { loadDatabaseSettings } from '../../../config/settings.ts'
import { CuadreError } from '../../../std/errors.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { damageOf } from '../../../storage/maintenance/verify/verify.ts'
import { type CommandArguments, sourcesOf } from '../../framework/command.ts'
import { isBug } from '../../framework/failure.ts'
import type { Io } from '../../framework/io.ts'

/**
 * A damaged value in the database may cause any error. A bug is reported as damage when the database does not verify;
 * any other error is unchanged.
 */
export const damageBehind = async (
  error: unknown,
  given: CommandArguments,
  io: Pick<Io, 'env' | 'cwd' | 'cache' | 'signal'>,
): Promise<unknown> => {
  if (io.signal.aborted || !isBug(error)) return error
  try {
    const { settings } = loadDatabaseSettings(sourcesOf(given, io))
    if (!existsSync(settings.db)) return error
    const verified = await verifyDatabase({ settings, version: versionOfPackage(), signal: io.signal })
    return damageOf(settings.db, verified) ?? error
  } catch (fault) {
    // A database that cannot be opened reports the reason.
    return fault instanceof CuadreError && fault.exit === 6 ? fault : error
  }
}
