import type { Instant } from './calendar.ts'
import type { Discrepancy } from './discrepancy.ts'
import type { Centavos } from './money.ts'
import type { PayoutReading } from './payout.ts'
import type { ListFacts } from './pull.ts'
import type { Settlement } from './settlement.ts'
import type { Slot } from './slot.ts'
import type { Totals } from './tally.ts'
import type { Verdict } from './verdict.ts'

/** Everything the reports say of one slot: its last whole pull, what was made of it, and what is open about it. */
export interface SlotReport {
  readonly merchant: string
  readonly slot: Slot
  readonly verdict: Verdict
  /** Null when the last whole pull saw none, or there is no whole pull. */
  readonly settlement: Settlement | null
  /** How the payout was recomputed; null without a settlement. */
  readonly payout: PayoutReading | null
  /** Null for a slot never read whole. */
  readonly totals: Totals | null
  /** Null for a slot never read whole. */
  readonly list: ListFacts | null
  /** Differences are shown only where something was judged. */
  readonly judged: { readonly payout: boolean; readonly list: boolean }
  /** Null where nothing was judged. */
  readonly unexplained: Centavos | null
  /** New, open and waived ones, and those the slot's latest pull resolved; by code and subject. */
  readonly discrepancies: readonly Discrepancy[]
  /** When the content shown was first read. */
  readonly pulledAt: Instant | null
  /** Why the last attempt could not be read whole, when it could not. */
  readonly incomplete: string | null
}
