import type { AccountAsOf } from '../../../reports/statements/statement.ts'
import { operatorAccount } from '../../domain/account/operator-account.ts'
import { positionOf } from '../../domain/account/position-of.ts'
import { isUnfinished } from '../../domain/assessment/slot-report.ts'
import { isBusinessDay } from '../../domain/calendar/business-days.ts'
import { type Days, isWithin } from '../../domain/calendar/calendar.ts'
import type { Moment } from '../../domain/past-run.ts'
import type { Store } from '../../storage/store.ts'
import type { QueryContext } from '../query/read-database.ts'
import { accountFacts } from '../report/account-facts.ts'
import { closedBefore } from './closed-before.ts'
import { reportsThrough } from './reports-through.ts'

/** The account with the operator from this database, and the facts for its first sentence. */
export const accountAsOf = async (
  store: Store,
  context: QueryContext,
  moment: Moment,
  days: Days,
): Promise<AccountAsOf & { readonly businessDays: number }> => {
  const reports = await reportsThrough(store, context, moment.at, days.to)
  const facts = {
    ...(await accountFacts(store, context, reports)),
    closedBefore: await closedBefore(store, context, days.from),
  }
  const ofDays = reports.filter(({ slot: { date } }) => isWithin(date, days))
  const dates = new Set(ofDays.filter(({ verdict }) => verdict !== 'not-due').map(({ slot }) => slot.date))
  return {
    account: operatorAccount(facts, days),
    position: positionOf(ofDays),
    businessDays: [...dates].filter(isBusinessDay).length,
    moment,
    policy: context.settings.policy,
    chargebacks: facts.chargebacks,
    unfinished: ofDays.filter(({ verdict }) => isUnfinished(verdict)).map(({ slot, verdict }) => ({ slot, verdict })),
  }
}
