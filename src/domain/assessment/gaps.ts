import { type Centavos, minus } from '../money.ts'
import type { Policy } from '../policy.ts'
import { isJudged, isListJudged, type ListFacts } from '../pull/pull.ts'
import type { CountedInvoices } from '../pull/tally.ts'
import type { Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'
import { payoutReading } from './payout.ts'

/** The difference of sum and number between settlement and list. */
export interface ListGap {
  readonly collected: Centavos
  readonly count: number
}

/** Reported less expected, in centavos or invoices; null when nothing is judged. */
export interface Gaps {
  readonly payout: Centavos | null
  /** Both are judged, or neither. */
  readonly list: ListGap | null
}

/** The facts of a whole pull about its slot. */
interface ReadSlot {
  readonly slot: Slot
  readonly settlement: Settlement | null
  readonly list: ListFacts
}

const NOT_JUDGED: Gaps = { payout: null, list: null }

export const gapsOf = ({ slot, settlement, list }: ReadSlot, totals: CountedInvoices, policy: Policy): Gaps => {
  if (!isJudged(settlement, slot, policy)) return NOT_JUDGED
  const { payout } = payoutReading(settlement, policy)
  return {
    payout: payout === null ? null : minus(settlement.payout, payout),
    list: isListJudged(list)
      ? {
          collected: minus(settlement.collected, totals.collected),
          count: settlement.invoiceCount - totals.counted,
        }
      : null,
  }
}
