import type { Zone } from '../../calendar/calendar.ts'
import type { Centavos } from '../../money.ts'
import { FeesTally, rateFinder } from '../list-fees.ts'
import type { Tariff, TariffDate } from '../tariff.ts'
import type { ChargedSettlement } from './charged-settlement.ts'

/** The fees of a settlement under a tariff; null when a payment has no rate. */
export const expectedFees =
  (tariff: Tariff, tariffDate: TariffDate, zone: Zone) =>
  ({ slot, payments }: ChargedSettlement): Centavos | null => {
    const tally = new FeesTally(rateFinder(tariff, tariffDate, slot, zone))
    for (const payment of payments) tally.add(payment)
    return tally.result().expected
  }
