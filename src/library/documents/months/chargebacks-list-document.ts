import type { AnswerDocument, Cop, DateText, TimeText } from '../../../../reports/documents/answer-document.ts'

interface SlotDocument {
  readonly date: DateText
  readonly cycle: string
}

/** What a person said: these adjustments debited these chargebacks. */
export interface ChargebackTieDocument {
  readonly number: number
  readonly at: TimeText
  readonly by: string
  readonly reason: string
  readonly invoiceIds: readonly string[]
  readonly adjustments: readonly SlotDocument[]
  /** When it was undone, by whom and why; null while it is in force. */
  readonly undone: {
    readonly number: number
    readonly at: TimeText
    readonly by: string
    readonly reason: string
  } | null
}

interface ChargebacksAndAdjustments {
  readonly merchant: string
  /** Their sum is what was debited and what was not. */
  readonly chargebacks: readonly (SlotDocument & {
    readonly invoiceId: string
    readonly paid: Cop
    /** It was a chargeback, was debited, and is paid again. */
    readonly isReversed: boolean
    /** The settlement whose adjustment debited it; of several the last. Null while none did. */
    readonly debitedBy: SlotDocument | null
    readonly givenBackBy: SlotDocument | null
  })[]
  /** effect = explained + notExplained; negative takes from the merchant. */
  readonly adjustments: readonly (SlotDocument & {
    readonly effect: Cop
    readonly explained: Cop
    readonly notExplained: Cop
    /** Whether they are in the payout: a gateway reading may leave them out. */
    readonly isInPayout: boolean
    readonly kind: 'none' | 'debit' | 'give-back' | 'tied'
    /** The sets of chargebacks that may be meant, the one that is taken first. */
    readonly invoiceIds: readonly (readonly string[])[]
  })[]
  /** Oldest first, including those that were undone. */
  readonly ties: readonly ChargebackTieDocument[]
}

export interface ChargebacksListDocument extends AnswerDocument<'chargebacks list'>, ChargebacksAndAdjustments {}

/** The document of `chargebacks tie` and `chargebacks untie`. */
export interface ChargebackTieAnswerDocument
  extends AnswerDocument<'chargebacks tie' | 'chargebacks untie'>,
    ChargebacksAndAdjustments {
  readonly tie: ChargebackTieDocument
  /** The reports that were written. */
  readonly files: readonly string[]
}
