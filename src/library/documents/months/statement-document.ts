import type { BalanceKind } from '../../../domain/account/account-item.ts'
import type { DifferenceState } from '../../../domain/account/settlement-money.ts'
import type { AnswerDocument, Cop, DateText, MomentDocument } from '../answer-document.ts'
import type { AmountDocument, MoneyDocument } from '../money-document.ts'
import type { ClosingDocument } from './close-document.ts'

/** The account with the operator over a range of settlement dates. */
export interface StatementDocument extends AnswerDocument<'statement'> {
  readonly merchant: string
  readonly from: DateText
  readonly to: DateText
  readonly timeZone: string
  /** As known then; of closed days the moment of their closing. */
  readonly asOf: MomentDocument
  /** How the settlements of these days stand, in the language of the settings. */
  readonly sentence: string
  /** What the settlements of these days come to. */
  readonly money: MoneyDocument
  readonly account: OperatorAccountDocument
  /** What the closing through the day before said would be opening; null while that day is open. */
  readonly openingAsClosed: Cop | null
  /** Null while the days are open. */
  readonly closed: {
    readonly closing: ClosingDocument
    /** The account as it is known now. */
    readonly now: OperatorAccountDocument
    /** What later readings found different from the closed figures, also of settlements before the range. */
    readonly restatements: readonly {
      readonly id: string
      readonly date: DateText
      readonly cycle: string
      readonly subject: string
      readonly unit: 'COP' | 'invoices' | null
      readonly closed: Cop | number | string | null
      readonly now: Cop | number | string | null
      readonly difference: Cop | number | null
      readonly state: string
    }[]
  } | null
  readonly files: readonly string[]
}

/** Opening + due - paid out - accepted = closing. A balance is positive where the operator owes it; other sums are as they are called. */
export interface OperatorAccountDocument {
  readonly opening: Cop
  /** Collected - fees deducted + adjustments - kept by a gateway. */
  readonly due: {
    readonly sum: Cop
    readonly settlements: number
    readonly collected: Cop
    readonly feesDeducted: Cop
    readonly adjustmentsExplained: Cop
    /** Without a chargeback that explains them: brought - taken. */
    readonly adjustmentsNotExplained: Cop
    readonly adjustmentsTaken: AmountDocument
    readonly adjustmentsBrought: AmountDocument
    /** Null where no settlement has such a reading. */
    readonly keptByGateway: Cop | null
    /** What was collected; fees, adjustments and differences cannot be told apart by payment method. */
    readonly byMethod: readonly { readonly method: string | null; readonly invoices: number; readonly sum: Cop }[]
  }
  readonly paidOut: {
    readonly sum: Cop
    readonly ofRange: AmountDocument
    readonly ofBefore: AmountDocument
  }
  /** Taken out of the account by a person: paid too little + failed - paid too much. */
  readonly accepted: {
    readonly sum: Cop
    readonly underpaid: AmountDocument
    readonly overpaid: AmountDocument
    readonly failed: AmountDocument
  }
  readonly closing: Cop
  /** In process + failed + paid too little - paid too much = closing. */
  readonly closingParts: {
    readonly inProcess: AmountDocument
    readonly failed: AmountDocument
    readonly underpaid: AmountDocument
    readonly overpaid: AmountDocument
  }
  /** Each settlement behind closing. */
  readonly settlements: readonly {
    readonly date: DateText
    readonly cycle: string
    readonly kind: BalanceKind
    readonly state: DifferenceState
    readonly expected: Cop
    /** Null while nothing was paid out. */
    readonly paidOut: Cop | null
    readonly balance: Cop
  }[]
  /** In none of the sums above. */
  readonly beside: {
    readonly notCompared: AmountDocument
    /** By the payout last read. */
    readonly notRead: AmountDocument
    readonly noSettlement: AmountDocument
    readonly feesNotDeducted: Cop
    /** Fees compared with the tariff: charged = expected + too much - too little + within the tolerance; null without a tariff. */
    readonly fees: {
      readonly charged: AmountDocument
      readonly expected: Cop
      readonly tooMuch: AmountDocument
      readonly tooLittle: AmountDocument
      /** Differences that the tolerance allows, signed. */
      readonly withinTolerance: AmountDocument
      readonly notCompared: AmountDocument
    } | null
    /** Of invoices. */
    readonly chargebacks: AmountDocument
    readonly chargebacksNotDebited: AmountDocument
  }
  /** opening + paidOut - arrived - differences - notExpected - notCovered = closing = onTheWay + missing + undecided; null where no statement of the bank is known. */
  readonly bank: {
    /** Paid out before the range, and not arrived by then. */
    readonly opening: AmountDocument
    readonly paidOut: AmountDocument
    readonly arrived: AmountDocument
    /** Payouts that arrived less what was credited for them: arrivedLess - arrivedMore. */
    readonly differences: AmountDocument
    readonly arrivedLess: AmountDocument
    readonly arrivedMore: AmountDocument
    /** Payouts below zero, and those of answers for another settlement: nothing is to arrive for them. */
    readonly notExpected: AmountDocument
    /** On days without a bank statement. */
    readonly notCovered: AmountDocument
    readonly closing: AmountDocument
    readonly onTheWay: AmountDocument
    readonly missing: AmountDocument
    /** More than one answer. */
    readonly undecided: AmountDocument
    /** Credits of the operator that no payout explains: in none of the sums. */
    readonly unknownCredits: AmountDocument
  } | null
}
