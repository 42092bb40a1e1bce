import { existsSync } from 'node:fs'
import type { Moment } from '../../../src/core/past-run.ts'
import type { Store } from '../../../src/store/store.ts'
import type { QueryContext } from '../run/context.ts'

/**
 * Opens the merchant's database for reading, without a lock; null when there is none yet. For a past moment the work
 * gets the policy of that moment, and that moment as the present.
 */
export const readDatabase = async <C extends QueryContext, T>(
  context: C,
  work: (store: Store, context: C, moment: Moment | null) => Promise<T>,
): Promise<T | null> => {
  const { settings, version, asOf = null } = context
  if (!existsSync(settings.db)) {
    const { refuseToLeaveBehind } = await import('../../../src/store/merchants/other-place.ts')
    refuseToLeaveBehind(settings)
    return null
  }
  if (asOf !== null) {
    const { inCheckedDatabaseAsOf } = await import('./checked-database-as-of.ts')
    return inCheckedDatabaseAsOf(context, asOf, work)
  }
  const { db: path, merchant, merchants: configured } = settings
  const { openStore } = await import('../../../src/store/open.ts')
  const store = await openStore({ path, merchant, configured, version, mode: 'read' })
  try {
    return await work(store, context, null)
  } finally {
    await store.close()
  }
}
