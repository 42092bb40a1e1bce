import { openMerchantLeases } from '../../src/queue/merchant-leases.ts'
import type { StoredDatabase } from '../../src/queue/store/database-store.ts'
import { giveDatabase } from '../../src/queue/store/in-fetched-database.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { inOpenDatabase, underLock } from '../steps/database/with-database.ts'
import type { JobContext } from '../steps/run/context.ts'

type GiveContext = Pick<JobContext, 'settings' | 'version' | 'now' | 'signal' | 'copyOf'>

export interface GiveRequest {
  /** The address of the queue. */
  readonly url: string
  readonly stored: StoredDatabase
  /** The name of this process in the merchant's lease. */
  readonly holder: string
  /** The generation that the database was made from; 0 where the store has none yet. */
  readonly over: number
}

/** Stores the merchant's database as the next generation and puts it in force; returns its number. */
export const giveMerchantDatabase = async (
  context: GiveContext,
  { url, stored, holder, over }: GiveRequest,
): Promise<number> => {
  const { merchant, db } = context.settings
  const leases = await openMerchantLeases(url)
  try {
    return await leases.hold(merchant, holder, async (lease, current) => {
      if ((current?.number ?? 0) !== over) throw otherGeneration(current?.number ?? 0)
      const next = await underLock(context, 'queue give', async () => {
        // The journal is written into the file first.
        await inOpenDatabase(context, async () => undefined)
        return giveDatabase({ ...stored, merchant, db, current, create: false, signal: context.signal }, db)
      })
      await leases.giveBack(lease, next)
      return next.number
    })
  } finally {
    await leases.close()
  }
}

const otherGeneration = (current: number): CuadreError =>
  new CuadreError(
    'OTHER_GENERATION',
    {
      en: `generation ${current} is in force in the store, and this database was not made from it`,
      es: `en el almacén está en vigor la generación ${current}, y esta base de datos no se hizo de ella`,
    },
    {
      en: 'move this one away, fetch that one with "cuadre queue fetch", do the work in it again, and give it',
      es: 'quite esta de su lugar, tome esa con "cuadre queue fetch", haga de nuevo el trabajo en ella, y dela',
    },
  )
