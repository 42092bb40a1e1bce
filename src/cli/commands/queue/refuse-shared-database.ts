import { databasesOf } from '../../../config/settings.ts'
import { CuadreError } from '../../../std/errors.ts'
import { type CommandArguments, sourcesOf } from '../../framework/command.ts'
import type { Io } from '../../framework/io.ts'

/**
 * Refuses merchants that share a database: two nights at once would wait for each other, and a worker would hold another merchant's data.
 */
export const refuseSharedDatabase = (given: CommandArguments, io: Io): void => {
  const owners = new Map<string, string>()
  for (const [merchant, db] of databasesOf(sourcesOf(given, io))) {
    const other = owners.get(db)
    if (other !== undefined)
      throw new CuadreError(
        'SHARED_DATABASE',
        {
          en: `merchants ${other} and ${merchant} share a database, and the queue needs one for each`,
          es: `los comercios ${other} y ${merchant} comparten una base de datos, y la cola necesita una para cada uno`,
        },
        {
          en: 'move them apart with: cuadre db split',
          es: 'sepárelos con: cuadre db split',
        },
      )
    owners.set(db, merchant)
  }
}
