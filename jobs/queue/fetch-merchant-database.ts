import { dirname } from 'node:path'
import { openMerchantLeases } from '../../src/queue/merchant-leases.ts'
import type { StoredDatabase } from '../../src/queue/store/database-store.ts'
import { fetchDatabase } from '../../src/queue/store/in-fetched-database.ts'
import { makeFolder } from '../../src/std/files/make-folder.ts'

export interface FetchRequest {
  /** The address of the queue. */
  readonly url: string
  readonly stored: StoredDatabase
  readonly merchant: string
  /** The path of a file that does not exist yet. */
  readonly file: string
  readonly signal: AbortSignal
}

/** Fetches the merchant's database in force from the store to a file; returns the number of its generation. */
export const fetchMerchantDatabase = async (request: FetchRequest): Promise<number> => {
  const { url, stored, merchant, file, signal } = request
  const leases = await openMerchantLeases(url)
  try {
    const current = await leases.current(merchant)
    makeFolder(dirname(file))
    await fetchDatabase({ ...stored, merchant, db: file, current, create: false, signal }, file)
    return current?.number ?? 0
  } finally {
    await leases.close()
  }
}
