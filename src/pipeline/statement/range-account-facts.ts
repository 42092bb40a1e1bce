import type { AccountFacts } from '../../domain/account/operator-account.ts'
import { type CountedReport, closingOf } from '../../domain/assessment/slot-report.ts'
import type { Days } from '../../domain/calendar/calendar.ts'
import type { Store } from '../../storage/store.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import type { QueryContext } from '../query/read-database.ts'
import { accountFacts } from '../report/account-facts.ts'
import { closedBefore } from './closed-before.ts'
import { reportsThrough } from './reports-through.ts'

/** All of it is known at one moment. */
export interface RangeAccountFacts extends AccountFacts {
  readonly reports: readonly CountedReport[]
}

/**
 * The facts of the account over some days, as for `statement`: as of the closing of their last day, and as known at the
 * moment of the store when the last day is open, also when earlier days are closed.
 */
export const rangeAccountFacts = async (
  store: Store,
  context: QueryContext,
  days: Days,
): Promise<RangeAccountFacts> => {
  const closing = closingOf(await store.periods.closings(), days.to)
  if (closing === null) return factsOf(store, context, days)
  return inDatabaseAsOf(context, { kind: 'number', number: closing.number }, (then) =>
    factsOf(then.store, then.context, days),
  )
}

const factsOf = async (store: Store, context: QueryContext, { from, to }: Days): Promise<RangeAccountFacts> => ({
  ...(await accountFacts(store, context, await reportsThrough(store, context, context.now(), to))),
  closedBefore: await closedBefore(store, context, from),
})
