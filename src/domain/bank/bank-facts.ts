import type { SlotDate } from '../slot.ts'
import type { AccountEntry } from './account-entry.ts'
import type { StatementGap } from './join-statements.ts'
import type { NearCause } from './near-credits.ts'
import type { PayoutArrival } from './payout-arrivals.ts'
import type { TieHypothesis } from './tie-out.ts'

/** What the bank's statements show of a payout. */
export type Arrival =
  | ({ readonly kind: 'arrived' } & PayoutArrival)
  | { readonly kind: 'candidates'; readonly candidates: readonly TieHypothesis[] }
  /** It counts as arrived with this credit of another sum, until a person ties or rejects it. */
  | { readonly kind: 'unconfirmed'; readonly credit: AccountEntry; readonly mayBe: readonly NearCause[] }
  /** The statements end before the last day on which it may arrive. */
  | { readonly kind: 'on-the-way'; readonly lastDay: SlotDate }
  /** No statement covers the days on which it may have arrived. */
  | { readonly kind: 'not-covered' }
  | {
      readonly kind: 'missing'
      readonly lastDay: SlotDate
      /** Whether every set of credits was tried. */
      readonly isComplete: boolean
      /** Later days with an unexplained credit of the operator of exactly this sum. */
      readonly laterCredits: readonly SlotDate[]
      /** Credits of exactly this sum that came in time, and that the bank took back. */
      readonly takenBack: readonly CreditTakenBack[]
    }

/** The day of a credit, and that of the debit by which the bank took it back. */
export interface CreditTakenBack {
  readonly on: SlotDate
  readonly back: SlotDate
}

/** What the bank's statements show of a slot. */
export interface BankFacts {
  /** Null when nothing was paid out. */
  readonly arrival: Arrival | null
  /** Unexplained credits of the operator that are filed in this slot. */
  readonly unknownCredits: readonly AccountEntry[]
  /** Gaps between statements that are filed in this slot. */
  readonly gaps: readonly StatementGap[]
}
