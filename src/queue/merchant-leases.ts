import { CuadreError } from '../std/errors.ts'
import { currentGeneration, giveBack, holdMerchant, type LeaseHolder, releaseMerchant } from './generations.ts'
import { makeQueueTables } from './make-queue-tables.ts'
import { openPostgres } from './postgres.ts'
import type { Generation } from './store/in-fetched-database.ts'

/** The leases and the current databases of merchants, for a person's command. */
export interface MerchantLeases {
  readonly current: (merchant: string) => Promise<Generation | null>
  /** Runs the work while no worker can take the merchant; throws when a worker has it. */
  readonly hold: <T>(
    merchant: string,
    holder: string,
    work: (lease: LeaseHolder, current: Generation | null) => Promise<T>,
  ) => Promise<T>
  /** Makes the generation the current one and ends the lease; throws when the lease is no longer ours. */
  readonly giveBack: (lease: LeaseHolder, generation: Generation) => Promise<void>
  readonly close: () => Promise<void>
}

/** Long enough to store the largest database, since this lease is not renewed. */
const HOLD_SECONDS = 15 * 60

export const openMerchantLeases = async (url: string): Promise<MerchantLeases> => {
  const postgres = await openPostgres(url, 2)
  try {
    await makeQueueTables(postgres)
  } catch (error) {
    await postgres.close().catch(() => undefined)
    throw error
  }
  return {
    current: (merchant) => currentGeneration(postgres, merchant),
    hold: async (merchant, holder, work) => {
      const lease = await postgres.together((connection) => holdMerchant(connection, merchant, holder, HOLD_SECONDS))
      if (lease === null) throw atWork(merchant)
      try {
        return await work(lease, await currentGeneration(postgres, merchant))
      } finally {
        await releaseMerchant(postgres, lease).catch(() => undefined)
      }
    },
    giveBack: (lease, generation) => giveBack(postgres, lease, generation),
    close: () => postgres.close(),
  }
}

const atWork = (merchant: string): CuadreError =>
  new CuadreError(
    'LOCKED',
    { en: `a worker is processing merchant ${merchant}`, es: `un proceso está procesando el comercio ${merchant}` },
    { en: 'wait until its night has ended, then try again', es: 'espere a que termine su noche e intente de nuevo' },
  )
