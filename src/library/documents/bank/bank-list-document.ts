import type { AnswerDocument, Cop, DateText, TimeText } from '../../../../reports/documents/answer-document.ts'
import type { PayoutWithoutCredit } from '../../../domain/bank/bank-overview.ts'
import type { Arrival } from '../../../domain/bank/payout-arrivals.ts'
import type { NearCause } from '../../../domain/bank/tie-out.ts'

/** An entry of the merchant's bank. */
export interface BankEntryDocument {
  readonly id: string
  readonly account: string
  readonly on: DateText
  /** Negative for a debit. */
  readonly value: Cop
}

/** A settlement of a tie or a candidate. */
export interface SettlementPaidDocument {
  readonly date: DateText
  readonly cycle: string
  readonly payout: Cop
}

/** Payouts and bank entries that belong together. */
export interface BankTieDocument {
  readonly number: number
  readonly at: TimeText
  readonly by: string
  readonly reason: string
  readonly settlements: readonly SettlementPaidDocument[]
  readonly entries: readonly BankEntryDocument[]
  /** When it was undone, by whom and why; null while it is in force. */
  readonly undone: {
    readonly number: number
    readonly at: TimeText
    readonly by: string
    readonly reason: string
  } | null
}

export interface BankListDocument extends AnswerDocument<'bank list'> {
  readonly merchant: string
  /** Days that statements cover without a gap. */
  readonly accounts: readonly { readonly account: string; readonly from: DateText; readonly to: DateText }[]
  readonly gaps: readonly {
    readonly account: string
    readonly after: DateText
    readonly before: DateText
    /** The balances that do not agree; null when days are missing. */
    readonly reported: Cop | null
    readonly expected: Cop | null
    /** Whether it is within one statement, which does not agree with the entries that other files have of its days. */
    readonly isWithin: boolean
  }[]
  /** From paid out to arrived; the last row is the total of the others. */
  readonly bridge: readonly {
    readonly kind: Arrival['kind'] | PayoutWithoutCredit['kind'] | 'total'
    readonly settlements: number
    readonly payouts: Cop
    readonly banked: Cop | null
  }[]
  readonly ties: readonly BankTieDocument[]
  readonly open: readonly (SettlementPaidDocument & {
    readonly state: Exclude<Arrival['kind'], 'arrived'>
    /** The last day on which it may arrive. */
    readonly lastDay: DateText | null
    readonly candidates: readonly {
      readonly settlements: readonly SettlementPaidDocument[]
      readonly entries: readonly BankEntryDocument[]
    }[]
    /** The credit of another sum with which it counts as arrived, to be confirmed; null where none is proposed. */
    readonly proposed: {
      readonly entry: BankEntryDocument
      /** The credit less the payout. */
      readonly difference: Cop
      /** What the difference may be; `entry` is the id of the debit of a charge. */
      readonly mayBe: readonly { readonly kind: NearCause['kind']; readonly entry: string | null }[]
    } | null
  })[]
  readonly unknownCredits: readonly BankEntryDocument[]
  /** Credits of the operator that the bank reversed, each with its debit: they pay nothing. */
  readonly reversals: readonly { readonly credit: BankEntryDocument; readonly debit: BankEntryDocument }[]
  /** Whether every set of payouts and credits was tried. */
  readonly isComplete: boolean
}
