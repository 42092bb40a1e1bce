import { refuseUnknownMerchant } from '../../../src/store/merchants/merchants.ts'
import type { JobContext } from '../run/context.ts'

/** Refuses a merchant's name that the database does not know, before anything is written. */
export const refuseUnknownName = ({ settings, create = false }: Pick<JobContext, 'settings' | 'create'>): void => {
  const { db: path, merchant, merchants } = settings
  refuseUnknownMerchant({ path, merchant, configured: create && merchants.includes(merchant) ? undefined : merchants })
}
