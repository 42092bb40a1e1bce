import { payoutArrivals } from '../../../src/core/bank/payout-arrivals.ts'
import { tiesInForce } from '../../../src/core/bank/tie-out.ts'
import { nameOf, type SlotDate } from '../../../src/core/slot.ts'
import type { Store } from '../../../src/store/store.ts'

/** The day on which the payout of each settlement arrived, by the name of the slot, for those that are tied. */
export const arrivalDays = async (store: Store): Promise<ReadonlyMap<string, SlotDate>> => {
  const ties = tiesInForce(await store.bank.ties())
  if (ties.length === 0) return new Map()
  const entries = new Map((await store.bank.entries()).map((entry) => [entry.id, entry]))
  const arrivals = ties.flatMap((tie) =>
    payoutArrivals(
      tie,
      tie.entries.flatMap((id) => entries.get(id) ?? []),
    ),
  )
  return new Map(arrivals.map(({ slot, on }) => [nameOf(slot), on]))
}
