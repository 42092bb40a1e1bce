import type { AccountAsOf } from '../../../reports/statements/statement.ts'
import { moneyTotals } from '../../domain/account/money-totals.ts'
import { operatorAccount } from '../../domain/account/operator-account.ts'
import type { Moment } from '../../domain/as-of.ts'
import type { Days } from '../../domain/calendar/month.ts'
import type { Store } from '../../storage/store.ts'
import { businessDaysDue } from '../query/business-days-due.ts'
import type { QueryContext } from '../query/read-database.ts'
import { accountFacts } from '../report/account-facts.ts'
import { reportsThrough } from './reports-through.ts'

/** The account with the operator from this database, and the facts for its first sentence. */
export const accountAsOf = async (
  store: Store,
  context: QueryContext,
  moment: Moment,
  days: Days,
): Promise<AccountAsOf & { readonly businessDays: number }> => {
  const reports = await reportsThrough(store, context, moment.at, days.to)
  const facts = await accountFacts(store, context, reports)
  const ofDays = reports.filter(({ slot: { date } }) => date >= days.from && date <= days.to)
  return {
    account: operatorAccount(facts, days),
    totals: moneyTotals(ofDays),
    businessDays: businessDaysDue(ofDays),
    moment,
    policy: context.settings.policy,
    chargebacks: facts.chargebacks,
  }
}
