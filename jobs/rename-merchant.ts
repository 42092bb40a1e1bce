import { existsSync } from 'node:fs'
import { renameInInbox } from '../src/store/inbox/split-inbox.ts'
import { readMerchants } from '../src/store/merchants/merchants.ts'
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
  if (!existsSync(db)) throw nothingPulled({ en: 'any merchant', es: 'ningún comercio' }, 'cuadre run')
  const isDone = readMerchants(db).some(({ name, names }) => name === to && names.includes(from))
  const named = { ...job, settings: { ...job.settings, merchant: isDone ? to : from, merchants: [] } }
  await withDatabase(named, 'merchants rename', async (store) => {
    if (!isDone) await store.merchant.rename(to, job.now())
    if (existsSync(inbox)) renameInInbox(inbox, from, to)
  })
}
