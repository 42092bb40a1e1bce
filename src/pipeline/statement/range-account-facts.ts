import type { AccountFacts } from '../../domain/account/operator-account.ts'
import { closingOf } from '../../domain/assessment/closing.ts'
import type { Days } from '../../domain/calendar/month.ts'
import type { Store } from '../../storage/store.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import type { QueryContext } from '../query/read-database.ts'
import { accountFacts } from '../report/account-facts.ts'
import { countedReports } from '../report/counted-reports.ts'

/**
 * The facts of the account over some days, as for `statement`: of closed days as of their closing, unless a past moment
 * was asked for.
 */
export const rangeAccountFacts = async (
  store: Store,
  context: QueryContext,
  { to }: Days,
  { isNow }: { readonly isNow: boolean },
): Promise<AccountFacts> => {
  const closing = isNow ? closingOf(await store.periods.closings(), to) : null
  if (closing === null) return factsOf(store, context)
  return inDatabaseAsOf(context, { kind: 'number', number: closing.number }, (then) =>
    factsOf(then.store, then.context),
  )
}

const factsOf = async (store: Store, context: QueryContext): Promise<AccountFacts> => {
  const judgedAt = (await store.runs.lastStart()) ?? context.now()
  return accountFacts(store, context, await countedReports(context, store, judgedAt))
}
