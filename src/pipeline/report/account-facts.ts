import type { AccountFacts, AccountReport } from '../../domain/account/operator-account.ts'
import type { Store } from '../../storage/store.ts'
import { accountOfChargebacks } from '../assess/chargebacks.ts'
import { arrivalsInDatabase } from '../bank/arrivals-in-database.ts'
import type { TellingContext } from '../query/read-database.ts'
import { timesOfSettlements } from '../query/times-of-settlements.ts'

/** What the account with the operator is made from, beside the reports of all settlements: then `operatorAccount(facts, days)`. */
export const accountFacts = async <R extends AccountReport>(
  store: Store,
  context: Pick<TellingContext, 'settings' | 'zone'>,
  reports: readonly R[],
): Promise<AccountFacts & { readonly reports: readonly R[] }> => {
  const { policy } = context.settings
  const states = await store.slots.states()
  return {
    reports,
    times: await timesOfSettlements(store, context, reports),
    chargebacks: await accountOfChargebacks(store, states, policy),
    policy,
    bank: await arrivalsInDatabase(store, states, { policy, zone: context.zone }),
  }
}
