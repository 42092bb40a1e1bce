import { type Centavos, minus } from '../../core/money.ts'
import { payoutReading } from '../../core/payout.ts'
import type { Policy } from '../../core/policy.ts'
import { isJudged, isListJudged, type ListFacts } from '../../core/pull/pull.ts'
import type { CountedInvoices } from '../../core/pull/tally.ts'
import type { Settlement } from '../../core/settlement.ts'
import type { Slot } from '../../core/slot.ts'

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
