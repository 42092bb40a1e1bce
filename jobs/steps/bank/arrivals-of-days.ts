import { type PayoutArrival, payoutArrivals } from '../../../src/core/bank/payout-arrivals.ts'
import type { Days } from '../../../src/core/calendar/calendar.ts'
import { nameOf } from '../../../src/core/slot.ts'
import type { Store } from '../../../src/store/store.ts'

/** The arrivals of the settlements of these days, by the name of the slot. */
export const arrivalsOfDays = async (store: Store, days: Days): Promise<ReadonlyMap<string, PayoutArrival>> => {
  const ties = await store.bank.tiesOf(days)
  return new Map(
    ties.flatMap(({ tie, credits }) =>
      payoutArrivals(tie, credits).map(({ slot, ...arrival }) => [nameOf(slot), arrival] as const),
    ),
  )
}
