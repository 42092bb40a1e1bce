import type { CountedReport } from '../../../reports/pages/discrepancy-marks.ts'
import type { AccountFacts } from '../../domain/account/operator-account.ts'
import { closingOf } from '../../domain/assessment/closing.ts'
import type { Days } from '../../domain/calendar/month.ts'
import type { Store } from '../../storage/store.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import type { TellingContext } from '../query/read-database.ts'
import { accountFacts } from '../report/account-facts.ts'
import { countedReports } from '../report/counted-reports.ts'

/** All of it is known at one moment. */
export interface RangeAccountFacts extends AccountFacts {
  readonly reports: readonly CountedReport[]
}

/**
 * What the account over some days is made from, as `statement` tells it, unless the past was asked for: as of the closing of their last
 * day, and as known now where the last day is open, also when earlier ones are closed.
 */
export const rangeAccountFacts = async (
  store: Store,
  context: TellingContext,
  { to }: Days,
  { isNow }: { readonly isNow: boolean },
): Promise<RangeAccountFacts> => {
  const closing = isNow ? closingOf(await store.periods.closings(), to) : null
  if (closing === null) return factsOf(store, context)
  return inDatabaseAsOf(context, { kind: 'number', number: closing.number }, (then) =>
    factsOf(then.store, then.context),
  )
}

const factsOf = async (store: Store, context: TellingContext): Promise<RangeAccountFacts> => {
  const judgedAt = (await store.runs.lastStart()) ?? context.now()
  return accountFacts(store, context, await countedReports(context, store, judgedAt))
}
