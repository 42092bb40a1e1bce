import { resolve } from 'node:path'
import type { Both } from '../../../std/both.ts'
import { CuadreError } from '../../../std/errors.ts'
import { existingDatabaseFile } from '../../../storage/connection/database.ts'
import { type Command, DEBUG } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { fromHere } from '../../framework/from-here.ts'
import { databaseStoreOf } from './database-store-of.ts'
import { noStore } from './no-store.ts'
import { QUEUE_FLAGS, queueUrlOf } from './queue-url-of.ts'

export const queueFetch: Command = {
  name: 'queue fetch',
  group: 'care',
  exits: ['incomplete'],
  describe: {
    en: 'Fetch the database of a merchant from the store of the queue, to ask it or to work in it',
    es: 'Toma del almacén de la cola la base de datos de un comercio, para consultarla o trabajar en ella',
  },
  manual: [
    [
      '--merchant M [FILE]',
      'Fetches the database in force to FILE, or to where the settings say, decrypts it, and says its generation. It replaces nothing.',
    ],
  ],
  operand: '[file]',
  examples: [
    [
      'cuadre queue fetch --merchant casa casa.db',
      {
        en: 'then, for example: cuadre status --merchant casa --db casa.db',
        es: 'después, por ejemplo: cuadre status --merchant casa --db casa.db',
      },
    ],
  ],
  flags: { ...QUEUE_FLAGS, ...DEBUG },
  execute: async (given, io) => {
    const url = queueUrlOf(given, io)
    const { settings } = effectiveSettings(given, io)
    const stored = databaseStoreOf(settings, given, io)
    if (stored === null) throw noStore()
    const { merchant } = settings
    const file = resolve(io.cwd, given.operands[0] ?? settings.db)
    const found = existingDatabaseFile(file)
    if (found !== null) throw targetExists(fromHere(found, io.cwd))
    const { fetchMerchantDatabase } = await import('../../../../jobs/queue/fetch-merchant-database.ts')
    const number = await fetchMerchantDatabase({ url, stored, merchant, file, signal: io.signal })
    await io.stdout(`${DONE(fromHere(file, io.cwd), number)[io.language]}\n`)
    return 0
  },
}

const DONE = (file: string, number: number): Both<string> => ({
  en: `${file} is generation ${number}`,
  es: `${file} es la generación ${number}`,
})

const targetExists = (file: string): CuadreError =>
  new CuadreError(
    'TARGET_EXISTS',
    { en: `${file} already exists`, es: `${file} ya existe` },
    { en: 'name another file, or move that one away', es: 'indique otro archivo, o mueva ese' },
  )
