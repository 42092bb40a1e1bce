import type { Zone } from '../../calendar/calendar.ts'
import type { TariffDate } from '../tariff.ts'
import { expectedFees } from './expected-fees.ts'
import { type FeesFit, tariffOf } from './fees-fit.ts'
import type { FeesReading } from './reading.ts'

/** Settlements after the days of a proposal, for which its last schedule holds, too, since it has no end. */
export interface LaterSettlements {
  readonly settlements: number
  /** Those whose fees differ from the proposal. */
  readonly off: number
}

/** Holds a proposed tariff against the settlements after its days; `usual` is the date of the settings. */
export const laterSettlements = (
  later: readonly FeesReading[],
  fit: FeesFit,
  { zone, tariffDate: usual }: { readonly zone: Zone; readonly tariffDate: TariffDate },
): LaterSettlements => {
  const expected = expectedFees(tariffOf(fit), fit.tariffDate ?? usual, zone)
  const off = later.filter((reading) => {
    const sum = expected(reading)
    return sum !== null && sum !== reading.charged
  })
  return { settlements: later.length, off: off.length }
}
