import type { AsOf, Moment } from '../../../src/core/past-run.ts'
import type { Store } from '../../../src/store/store.ts'
import { assessSlots } from '../assess/assess-slots.ts'
import { assessmentContext } from '../assess/assessment-context.ts'
import { merchantFacts } from '../assess/merchant-facts.ts'
import { slotsTouched } from '../assess/slots-touched.ts'
import type { QueryContext } from '../run/context.ts'
import { inDatabaseAsOf, type PastDatabase } from './database-as-of.ts'

/** The database as of a past moment, for a question: no pull in it is unchecked. */
export const inCheckedDatabaseAsOf = <C extends QueryContext, T>(
  context: C,
  asOf: AsOf,
  work: (store: Store, context: C, moment: Moment) => Promise<T>,
): Promise<T> =>
  inDatabaseAsOf(context, asOf, async (then) => {
    await checkUnchecked(then)
    return work(then.store, then.context, then.moment)
  })

/** At a moment between the pulls and the checks of a run the pulls are unchecked; they are checked here. */
const checkUnchecked = async ({ store, context, rulebook }: PastDatabase<QueryContext>): Promise<void> => {
  const { settings } = context
  const unchecked = await store.slots.unchecked()
  if (unchecked.length === 0) return
  await store.keys.update()
  const facts = await merchantFacts(
    store,
    {
      policy: settings.policy,
      zone: context.zone,
      signal: context.signal,
    },
    context,
  )
  await assessSlots(
    store,
    assessmentContext(context, rulebook),
    facts,
    await slotsTouched(store, unchecked, facts, settings.policy),
  )
}
