import type { Zone } from '../../calendar/calendar.ts'
import type { TariffDate } from '../tariff.ts'
import type { ChargedSettlement } from './charged-settlement.ts'
import { expectedFees } from './expected-fees.ts'
import { type FeesFit, tariffOf } from './fees-fit.ts'

/** Settlements with payments after the days of a proposal, for which its last schedule holds, too: it has no end. */
export interface LaterSettlements {
  readonly settlements: number
  /** Those whose fees do not fit it. */
  readonly off: number
  /** Those with a payment whose rate is not determined, which are not compared. */
  readonly open: number
}

/** Holds a proposed tariff against the settlements after its days; `usual` is the date of the settings. Null where nothing is proposed. */
export const laterSettlements = (
  later: readonly ChargedSettlement[],
  fit: FeesFit,
  { zone, tariffDate: usual }: { readonly zone: Zone; readonly tariffDate: TariffDate },
): LaterSettlements | null => {
  if (fit.schedules.every(({ rates }) => rates.length === 0)) return null
  const expected = expectedFees(tariffOf(fit), fit.tariffDate ?? usual, zone)
  const charged = later.filter(({ payments }) => payments.length > 0)
  const sums = charged.map((settlement) => ({ charged: settlement.charged, expected: expected(settlement) }))
  const open = sums.filter(({ expected }) => expected === null)
  const off = sums.filter(({ charged, expected }) => expected !== null && expected !== charged)
  return { settlements: charged.length, off: off.length, open: open.length }
}
