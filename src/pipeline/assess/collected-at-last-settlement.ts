import type { Centavos } from '../../domain/money.ts'
import type { Policy } from '../../domain/policy.ts'
import type { Pull, SettlementVersion } from '../../domain/pull/pull.ts'
import { Tally } from '../../domain/pull/tally.ts'
import { ownVersions } from '../../domain/rules/checks/settlement.ts'
import type { Store } from '../../storage/store.ts'

interface Context {
  readonly store: Store
  readonly policy: Policy
  readonly signal: AbortSignal
}

/** What the list came to at the last pull with a settlement, for a slot that has none any more; see `SlotFacts.lastCollected`. */
export const collectedAtLastSettlement = async (
  { store, policy, signal }: Context,
  { slot, settlement }: Pull,
  settlements: readonly SettlementVersion[],
): Promise<Centavos | null> => {
  const last = ownVersions({ settlements, slot, policy }).at(-1)
  if (settlement !== null || last === undefined) return null
  const { to } = last
  const pulls = [...(await store.pulls.times(slot)).keys()].filter((id) => to === null || id < to)
  const then = { id: Math.max(...pulls) }
  if ((await store.pulls.quarantine(then)).length > 0) return null
  const tally = new Tally(policy)
  for await (const page of store.invoices.asOf(slot, then, null)) {
    signal.throwIfAborted()
    for (const invoice of page) tally.add(invoice)
  }
  return tally.totals().collected
}
