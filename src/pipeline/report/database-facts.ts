import type { ChargebackAccount } from '../../domain/assessment/chargeback-account.ts'
import type { Policy } from '../../domain/policy.ts'
import { once } from '../../std/once.ts'
import type { SlotState } from '../../storage/pulls/pulls.ts'
import type { Store } from '../../storage/store.ts'
import { accountOfChargebacks } from '../assess/chargebacks.ts'

/** What is the same for the files of every day, since it is told of all days that the database holds. Each is read when it is first asked for. */
export interface DatabaseFacts {
  readonly states: () => Promise<readonly SlotState[]>
  readonly chargebacks: () => Promise<ChargebackAccount>
}

/** Of a database that does not change meanwhile. */
export const databaseFacts = (store: Store, policy: Policy): DatabaseFacts => {
  const states = once(() => store.slots.states())
  return { states, chargebacks: once(async () => accountOfChargebacks(store, await states(), policy)) }
}
