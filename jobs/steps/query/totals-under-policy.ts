import { listFeesTally } from '../../../src/core/fees/list-fees.ts'
import type { Policy } from '../../../src/core/policy.ts'
import type { Pull } from '../../../src/core/pull/pull.ts'
import { Tally, type Totals } from '../../../src/core/pull/tally.ts'
import type { Store } from '../../../src/store/store.ts'
import type { QueryContext } from '../run/context.ts'

/** The totals of a stored list, folded again under a policy and its tariff. */
export const totalsUnderPolicy = async (
  store: Store,
  { zone, signal }: Pick<QueryContext, 'zone' | 'signal'>,
  pull: Pull,
  policy: Policy,
): Promise<Totals> => {
  const tally = new Tally(policy, listFeesTally(policy, pull.slot, zone))
  for await (const page of store.invoices.asOf(pull.slot, pull, null)) {
    signal.throwIfAborted()
    for (const invoice of page) tally.add(invoice)
  }
  return tally.totals()
}
