import type { CountedReport } from '../../../reports/pages/discrepancy-marks.ts'
import type { AccountFacts } from '../../domain/account/operator-account.ts'
import { closingOf } from '../../domain/assessment/closing.ts'
import type { Days } from '../../domain/calendar/month.ts'
import type { Store } from '../../storage/store.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import type { QueryContext } from '../query/read-database.ts'
import { accountFacts } from '../report/account-facts.ts'
import { countedReports } from '../report/counted-reports.ts'

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
  { to }: Days,
): Promise<RangeAccountFacts> => {
  const closing = closingOf(await store.periods.closings(), to)
  if (closing === null) return factsOf(store, context)
  return inDatabaseAsOf(context, { kind: 'number', number: closing.number }, (then) =>
    factsOf(then.store, then.context),
  )
}

const factsOf = async (store: Store, context: QueryContext): Promise<RangeAccountFacts> => {
  const judgedAt = (await store.runs.lastStart()) ?? context.now()
  return accountFacts(store, context, await countedReports(context, store, judgedAt))
}
