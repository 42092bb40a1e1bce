import { type PayoutArrival, payoutArrivals } from '../../domain/bank/payout-arrivals.ts'
import type { Days } from '../../domain/calendar/calendar.ts'
import { nameOf } from '../../domain/slot.ts'
import type { Store } from '../../storage/store.ts'

/** The arrivals of the settlements of these days, by the name of the slot. */
export const arrivalsOfDays = async (store: Store, days: Days): Promise<ReadonlyMap<string, PayoutArrival>> => {
  const ties = await store.bank.tiesOf(days)
  return new Map(
    ties.flatMap(({ tie, credits }) =>
      payoutArrivals(tie, credits).map(({ slot, ...arrival }) => [nameOf(slot), arrival] as const),
    ),
  )
}
