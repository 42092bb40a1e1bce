import { queueSecretIn } from '../../../config/settings.ts'
import { CuadreError } from '../../../std/errors.ts'
import { type CommandArguments, type Flags, SETTINGS, sourcesOf, usageError } from '../../framework/command.ts'
import type { Io } from '../../framework/io.ts'

/** The settings file sets the database of every merchant; there is no flag for it. */
const { db: _, ...settings } = SETTINGS

export const QUEUE_FLAGS: Flags = {
  queue: {
    kind: 'once',
    describe: {
      en: 'PostgreSQL of the queue, without its password: postgres://user@host/database (CUADRE_QUEUE)',
      es: 'PostgreSQL de la cola, sin su contraseña: postgres://usuario@equipo/base (CUADRE_QUEUE)',
    },
  },
  ...settings,
}

/** The address of the queue. Other users of the machine see flags, so a password in it is refused. */
export const queueUrlOf = (given: CommandArguments, io: Io): string => {
  const flag = given.text('queue')
  const url = flag ?? queueSecretIn('queue', sourcesOf(given, io))
  if (url === null)
    throw new CuadreError(
      'NO_QUEUE',
      { en: 'no queue (CUADRE_QUEUE) is set', es: 'no está definida la cola (CUADRE_QUEUE)' },
      {
        en: 'set it to the address of a PostgreSQL, postgres://user:password@host/database, or let CUADRE_QUEUE_FILE name a file that holds it',
        es: 'ponga la dirección de un PostgreSQL, postgres://usuario:contraseña@equipo/base, o indique en CUADRE_QUEUE_FILE un archivo que la tenga',
      },
    )
  const parsed = parsedUrl(url)
  if (flag === undefined || (parsed.password === '' && !parsed.searchParams.has('password'))) return url
  throw usageError(
    {
      en: '--queue holds a password, which every user of this machine can read in the list of processes',
      es: '--queue tiene una contraseña, que todo usuario del equipo puede leer en la lista de procesos',
    },
    {
      en: 'put the address into CUADRE_QUEUE, or into a file that CUADRE_QUEUE_FILE names',
      es: 'ponga la dirección en CUADRE_QUEUE, o en un archivo que indique CUADRE_QUEUE_FILE',
    },
  )
}

const parsedUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url !== null && ['postgres:', 'postgresql:'].includes(url.protocol)) return url
  throw usageError(
    { en: 'the queue is not the address of a PostgreSQL', es: 'la cola no es la dirección de un PostgreSQL' },
    {
      en: 'write it as postgres://user@host:5432/database',
      es: 'escríbala así: postgres://usuario@equipo:5432/base',
    },
  )
}
