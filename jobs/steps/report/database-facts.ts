import type { Policy } from '../../../src/core/policy.ts'
import type { ChargebackAccount } from '../../../src/rules/assessment/chargeback-account.ts'
import type { Restatement } from '../../../src/rules/assessment/restatement.ts'
import { once } from '../../../src/std/once.ts'
import type { Store } from '../../../src/store/store.ts'
import { readChargebackAccount } from '../assess/merchant-facts.ts'
import { type PullsNear, pullsNear } from './invoices-to-review.ts'

/**
 * Facts that the files of every day share, since they concern all days of the database. Each is read when first needed.
 */
export interface DatabaseFacts {
  readonly pullsNear: () => Promise<PullsNear>
  readonly chargebacks: () => Promise<ChargebackAccount>
  readonly restatements: () => Promise<readonly Restatement[]>
}

/** The facts of a database that does not change in the meantime. */
export const databaseFacts = (store: Store, policy: Policy): DatabaseFacts => {
  const states = once(() => store.slots.states())
  return {
    pullsNear: once(async () => pullsNear(await states(), policy)),
    chargebacks: once(async () => readChargebackAccount(store, await states(), policy)),
    restatements: once(() => store.periods.restatements()),
  }
}
