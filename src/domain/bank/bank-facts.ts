import type { SlotDate } from '../slot.ts'
import type { AccountEntry } from './account-entry.ts'
import type { StatementGap } from './join-statements.ts'
import type { PayoutArrival } from './payout-arrivals.ts'
import type { TieHypothesis } from './tie-out.ts'

/** What the bank says of a payout. */
export type Arrival =
  | ({ readonly kind: 'arrived' } & PayoutArrival)
  | { readonly kind: 'candidates'; readonly candidates: readonly TieHypothesis[] }
  /** The statements do not reach the last day on which it may arrive. */
  | { readonly kind: 'on-the-way'; readonly lastDay: SlotDate }
  /** No statement covers the days on which it may have arrived. */
  | { readonly kind: 'not-covered' }
  | {
      readonly kind: 'missing'
      readonly lastDay: SlotDate
      /** Every set of credits was tried. */
      readonly isComplete: boolean
      /** Later days on which the operator paid in exactly this sum and no payout explains it. */
      readonly laterCredits: readonly SlotDate[]
    }

/** What the statements of the bank say of a slot. */
export interface BankFacts {
  /** Null where nothing was paid out. */
  readonly arrival: Arrival | null
  /** Credits of the operator that no payout explains, as far as they are filed here. */
  readonly unknownCredits: readonly AccountEntry[]
  /** Where statements do not join, as far as that is filed here. */
  readonly gaps: readonly StatementGap[]
}
