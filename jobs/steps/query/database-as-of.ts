import { policyIn } from '../../../reports/documents/assumptions.ts'
import type { AsOf, Moment } from '../../../src/core/past-run.ts'
import { zoneByName } from '../../../src/input/zone.ts'
import { rulebookOf } from '../../../src/rules/assessment/assess.ts'
import { openStoreAsOf } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import type { JobContext } from '../run/context.ts'

type Context = Pick<JobContext, 'settings' | 'zone' | 'version' | 'now' | 'checks'>

/** The database as of a past moment, the policy of that moment with its zone, and that moment as the present. */
export interface PastDatabase<C extends Context> {
  readonly store: Store
  readonly context: C
  readonly moment: Moment
  /** See Assessment: the rules of that moment under this version of cuadre. */
  readonly rulebook: string
}

/** Opens the merchant's database as of a past moment. Takes no lock. Everything that the work writes is discarded. */
export const inDatabaseAsOf = async <C extends Context, T>(
  context: C,
  asOf: AsOf,
  work: (then: PastDatabase<C>) => Promise<T>,
): Promise<T> => {
  const { settings, version, now, checks } = context
  const { store, moment } = await openStoreAsOf({ path: settings.db, merchant: settings.merchant, version }, asOf)
  try {
    const last = await store.policies.last()
    if (last === null) throw new Error('a database with a pull has no policy')
    const policy = policyIn(last.policy)
    const at = Math.min(moment.at, now())
    const then = { ...context, settings: { ...settings, policy }, zone: zoneByName(policy.timeZone), now: () => at }
    return await work({ store, context: then, moment, rulebook: rulebookOf(last.number, version, checks) })
  } finally {
    await store.close()
  }
}
