import { hostname } from 'node:os'
import type { Both } from '../../../std/both.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, type CommandArguments, DEBUG, usageError } from '../../framework/command.ts'
import { effectiveSettings, refuseMissingDatabase } from '../../framework/effective-settings.ts'
import { databaseStoreOf } from './database-store-of.ts'
import { noStore } from './no-store.ts'
import { QUEUE_FLAGS, queueUrlOf } from './queue-url-of.ts'

export const queueGive: Command = {
  name: 'queue give',
  group: 'care',
  exits: ['incomplete', 'locked'],
  describe: {
    en: 'Give the database of this machine to the store of the queue, and put it in force',
    es: 'Da la base de datos de este equipo al almacén de la cola, y la pone en vigor',
  },
  manual: [
    [
      '[--merchant M] [--over N]',
      'Gives the databases of this machine to the [store](queue.md#where-the-databases-are) of the queue. Where the store has one already, `--over N` says which generation it was made from; when another is in force by now it is refused.',
    ],
  ],
  examples: [
    ['cuadre queue give', { en: 'the first time, of all merchants', es: 'la primera vez, de todos los comercios' }],
    [
      'cuadre queue give --merchant casa --over 41',
      {
        en: 'after "queue fetch" printed 41 and a difference was accepted in it',
        es: 'después de que "queue fetch" mostró 41 y se aceptó en ella una diferencia',
      },
    ],
  ],
  flags: {
    over: {
      kind: 'once',
      describe: { en: 'The generation that it was made from', es: 'La generación de la que se hizo' },
    },
    ...QUEUE_FLAGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const over = overIn(given)
    const url = queueUrlOf(given, io)
    const { settings } = effectiveSettings(given, io)
    const stored = databaseStoreOf(settings, given, io)
    if (stored === null) throw noStore()
    refuseMissingDatabase(settings, io)
    const { giveMerchantDatabase } = await import('../../../../jobs/queue/give-merchant-database.ts')
    const number = await giveMerchantDatabase(
      { ...io, settings, version: versionOfPackage() },
      { url, stored, holder: `${hostname()}:${process.pid}`, over },
    )
    await io.stdout(`${DONE(settings.merchant, number)[io.language]}\n`)
    return 0
  },
}

const DONE = (merchant: string, number: number): Both<string> => ({
  en: `the database of merchant ${merchant} is in force in the store as generation ${number}`,
  es: `la base de datos del comercio ${merchant} está en vigor en el almacén como generación ${number}`,
})

/** 0 without the flag: the store has no generation yet. */
const overIn = ({ text }: Pick<CommandArguments, 'text'>): number => {
  const typed = text('over') ?? '0'
  if (/^\d{1,9}$/.test(typed)) return Number(typed)
  throw usageError(
    { en: '--over is not the number of a generation', es: '--over no es el número de una generación' },
    { en: 'give the one that "cuadre queue fetch" printed', es: 'dé el que mostró "cuadre queue fetch"' },
  )
}
