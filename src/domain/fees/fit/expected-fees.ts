import type { Zone } from '../../calendar/calendar.ts'
import type { Centavos } from '../../money.ts'
import { FeesTally, type Price, priceOf } from '../list-fees.ts'
import type { Tariff, TariffDate } from '../tariff.ts'
import type { FeesReading } from './reading.ts'

/** What a settlement costs by a tariff, payment by payment; null where the tariff says nothing of some payment. */
export const expectedFees =
  (tariff: Tariff, tariffDate: TariffDate, zone: Zone) =>
  ({ slot, payments }: FeesReading): Centavos | null => {
    const price: Price = priceOf(tariff, tariffDate, slot, zone)
    const tally = new FeesTally(price)
    for (const payment of payments) tally.add(payment)
    return tally.result().expected
  }
