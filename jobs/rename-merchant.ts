import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../src/input/settings.ts'
import { CuadreError } from '../src/std/errors.ts'
import { realPathOf } from '../src/std/files/real-path.ts'
import { renameInInbox } from '../src/store/inbox/split-inbox.ts'
import { type KnownMerchant, readMerchants } from '../src/store/merchants/merchants.ts'
import { moveOf, movesOf, refuseToLeaveBehind } from '../src/store/merchants/other-place.ts'
import { withDatabase } from './steps/database/with-database.ts'
import { nothingPulled } from './steps/query/nothing-pulled.ts'
import type { JobContext } from './steps/run/context.ts'

/**
 * Renames a merchant in the database and in the inbox. No stored data is lost. Running the command again completes a
 * renaming that stopped between the two.
 */
export const renameMerchant = async (
  job: Pick<JobContext, 'settings' | 'version' | 'now' | 'signal'>,
  from: string,
  to: string,
): Promise<void> => {
  const { db, inbox } = job.settings
  refuseToLeaveBehind(job.settings)
  if (!existsSync(db)) throw nothingPulled({ en: 'any merchant', es: 'ningún comercio' }, 'cuadre run')
  const known = readMerchants(db)
  if (!known.some(({ names }) => names.includes(from))) throw unknownMerchant(db, from, known)
  const isDone = known.some(({ name, names }) => name === to && names.includes(from))
  const place = placeOf(job.settings, to)
  if (!isDone && place !== db && existsSync(place)) throw placeTaken(place, to)
  const named = { ...job, settings: { ...job.settings, merchant: isDone ? to : from, merchants: [] } }
  await withDatabase(named, 'merchants rename', async (store) => {
    if (!isDone) await store.merchant.rename(to, job.now())
    if (existsSync(inbox)) renameInInbox(inbox, from, to)
  })
}

/** The commands that a person types after it: folder and database have the name where the settings give each merchant its own. */
export const movesAfter = (settings: Settings, outOfAll: string, from: string, to: string): readonly string[] => {
  const { db, out } = settings
  const folder = join(outOfAll, to)
  const hasFolder = out === join(outOfAll, from) && existsSync(out) && !existsSync(folder)
  const place = placeOf(settings, to)
  return [...(hasFolder ? [moveOf(out, folder)] : []), ...(place === db ? [] : movesOf(db, place))]
}

/** The database that the settings give a merchant of that name. */
const placeOf = ({ dbPattern }: Pick<Settings, 'dbPattern'>, name: string): string =>
  realPathOf(dbPattern.replaceAll('{merchant}', name))

const placeTaken = (path: string, name: string): CuadreError =>
  new CuadreError(
    'MERCHANT_NAME_TAKEN',
    {
      en: `${path}, the database of a merchant ${name}, is there already`,
      es: `ya existe ${path}, la base de datos de un comercio ${name}`,
    },
    { en: 'choose another name', es: 'elija otro nombre' },
  )

const unknownMerchant = (db: string, name: string, known: readonly KnownMerchant[]): CuadreError => {
  const names = known.map((one) => one.name).join(', ')
  return new CuadreError(
    'UNKNOWN_MERCHANT',
    {
      en: `${db} does not know the merchant ${name}; it knows ${names}`,
      es: `${db} no conoce el comercio ${name}; conoce ${names}`,
    },
    { en: 'write one of these as the old name', es: 'escriba uno de estos como nombre anterior' },
  )
}
