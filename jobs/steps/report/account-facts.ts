import type { AccountFacts, AccountReport } from '../../../src/rules/account/operator-account.ts'
import type { Store } from '../../../src/store/store.ts'
import { readChargebackAccount } from '../assess/merchant-facts.ts'
import { arrivalsInDatabase } from '../bank/arrivals-in-database.ts'
import { timesOfSettlements } from '../query/fees-of-days.ts'
import type { QueryContext } from '../query/read-database.ts'

/**
 * The facts of the account with the operator other than the reports of all settlements, for `operatorAccount(facts,
 * days)`.
 */
export const accountFacts = async <R extends AccountReport>(
  store: Store,
  context: Pick<QueryContext, 'settings' | 'zone'>,
  reports: readonly R[],
): Promise<AccountFacts & { readonly reports: readonly R[] }> => {
  const { policy } = context.settings
  const states = await store.slots.states()
  return {
    reports,
    times: await timesOfSettlements(store, context, reports),
    chargebacks: await readChargebackAccount(store, states, policy),
    policy,
    bank: await arrivalsInDatabase(store, states, { policy, zone: context.zone }),
  }
}
