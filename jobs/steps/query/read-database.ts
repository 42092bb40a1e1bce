import { existsSync } from 'node:fs'
import type { AsOf, Moment } from '../../../src/core/past-run.ts'
import { openStore } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { assessSlots } from '../assess/assess-slots.ts'
import { assessmentContext } from '../assess/assessment-context.ts'
import { merchantFacts } from '../assess/merchant-facts.ts'
import { slotsTouched } from '../assess/slots-touched.ts'
import type { JobContext } from '../run/context.ts'
import { inDatabaseAsOf, type PastDatabase } from './database-as-of.ts'

/** The context of a command that only reads. */
export type QueryContext = Pick<JobContext, 'settings' | 'zone' | 'version' | 'now' | 'signal' | 'checks' | 'start'> & {
  /** A past moment; absent for the present. */
  readonly asOf?: AsOf | null
}

/**
 * Opens the merchant's database for reading, without a lock; null when there is none yet. For a past moment the work
 * gets the policy of that moment, and that moment as the present.
 */
export const readDatabase = async <C extends QueryContext, T>(
  context: C,
  work: (store: Store, context: C, moment: Moment | null) => Promise<T>,
): Promise<T | null> => {
  const { settings, version, asOf = null } = context
  if (!existsSync(settings.db)) return null
  if (asOf !== null) {
    return inDatabaseAsOf(context, asOf, async (then) => {
      await checkUnchecked(then)
      return work(then.store, then.context, then.moment)
    })
  }
  const { db: path, merchant, merchants: configured } = settings
  const store = await openStore({ path, merchant, configured, version, mode: 'read' })
  try {
    return await work(store, context, null)
  } finally {
    await store.close()
  }
}

/** At a moment between the pulls and the checks of a run the pulls are unchecked; they are checked here. */
const checkUnchecked = async ({ store, context, rulebook }: PastDatabase<QueryContext>): Promise<void> => {
  const { settings } = context
  const states = await store.slots.states()
  const unchecked = states.filter(({ pull, assessment }) => pull !== null && assessment?.pullId !== pull.id)
  if (unchecked.length === 0) return
  await store.keys.update()
  const slots = unchecked.map(({ slot }) => slot)
  const facts = await merchantFacts(store, { policy: settings.policy, zone: context.zone })
  await assessSlots(
    store,
    assessmentContext(context, rulebook),
    facts,
    await slotsTouched(store, slots, facts, settings.policy),
  )
}
