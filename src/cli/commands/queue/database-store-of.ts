import { dirname } from 'node:path'
import { secretsAtHand } from '../../../config/secrets/secrets.ts'
import { environmentOfCommands, queueSecretIn, type Settings } from '../../../config/settings.ts'
import { databaseStoreAt, type StoredDatabase } from '../../../queue/store/database-store.ts'
import { CuadreError } from '../../../std/errors.ts'
import { harmless } from '../../../std/harmless.ts'
import { hideSecrets } from '../../../std/hide-secrets.ts'
import { type CommandArguments, sourcesOf } from '../../framework/command.ts'
import type { Io } from '../../framework/io.ts'

/** The configured store, and the key of this database in it; null when the databases are on a volume. */
export const databaseStoreOf = (
  { databaseStore, configFile }: Pick<Settings, 'databaseStore' | 'configFile'>,
  given: CommandArguments,
  io: Io,
): StoredDatabase | null => {
  if (databaseStore === null) return null
  const sources = sourcesOf(given, io)
  const key = queueSecretIn('databaseKey', sources)
  if (key === null)
    throw new CuadreError(
      'NO_DATABASE_KEY',
      {
        en: 'no key (CUADRE_DATABASE_KEY) is set, with which databases are encrypted in their store',
        es: 'no está definida la clave (CUADRE_DATABASE_KEY) con la que se cifran las bases de datos en su almacén',
      },
      {
        en: 'set it to a long random text (openssl rand -base64 48), and keep a copy elsewhere: without it nobody can read them',
        es: 'ponga un texto largo al azar (openssl rand -base64 48) y guarde una copia en otro lugar: sin ella nadie las puede leer',
      },
    )
  const commands = {
    home: configFile === null ? io.cwd : dirname(configFile),
    env: environmentOfCommands(sources),
    show: (line: string) => io.stderr(`${harmless(hideSecrets(secretsAtHand(io.env, io.cwd), line))}\n`),
  }
  return { store: databaseStoreAt(databaseStore, commands), key }
}
