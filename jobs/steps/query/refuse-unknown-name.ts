import { type KnownMerchant, refuseUnknownMerchant } from '../../../src/store/merchants/merchants.ts'
import { refuseToLeaveBehind } from '../../../src/store/merchants/other-place.ts'
import type { JobContext } from '../run/context.ts'

/** Refuses a merchant's name that the database does not know, before anything is written. */
export const refuseUnknownName = (
  { settings, create = false }: Pick<JobContext, 'settings' | 'create'>,
  known?: readonly KnownMerchant[] | null,
): void => {
  const { db: path, merchant, merchants } = settings
  const configured = create && merchants.includes(merchant) ? undefined : merchants
  if (!create) refuseToLeaveBehind(settings)
  refuseUnknownMerchant({ path, merchant, configured }, known)
}
