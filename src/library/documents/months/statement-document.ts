import type { AnswerDocument, Cop, DateText, MomentDocument } from '../../../../reports/documents/answer-document.ts'
import type { BalanceKind, RestatedKind } from '../../../domain/account/account-item.ts'
import type { DifferenceState } from '../../../domain/account/position.ts'
import type { AmountDocument, MoneyDocument } from '../money-document.ts'
import type { ClosingDocument } from './close-document.ts'

/** The account with the operator over a range of settlement dates. */
export interface StatementDocument extends AnswerDocument<'statement'> {
  readonly merchant: string
  readonly from: DateText
  readonly to: DateText
  readonly timeZone: string
  /** The moment as of which figures are shown; for closed days that of their closing. */
  readonly asOf: MomentDocument
  /** The conclusion over the settlements of these days, in the language of the settings. */
  readonly sentence: string
  /** The sums of the settlements of these days. */
  readonly money: MoneyDocument
  readonly account: OperatorAccountDocument
  /** The opening, where it was signed at a closing through the day before; null where no closing ends on that day. */
  readonly openingAsClosed: Cop | null
  /** What had not arrived at the bank by that closing; null without one, or without statements of the bank. */
  readonly bankOpeningAsClosed: Cop | null
  /** Null while the days are open. */
  readonly closed: {
    readonly closing: ClosingDocument
    /** The settlements of these days that were unfinished then: it was closed in spite of them. */
    readonly unfinished: readonly { readonly date: DateText; readonly cycle: string; readonly verdict: string }[]
    /** The account as known now. */
    readonly now: OperatorAccountDocument
    /**
     * Everything that later readings found different from the closed figures, including settlements before the range.
     */
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

/**
 * Opening + due - paid out - accepted - recovered = closing. A balance is positive when the operator owes it; other sums are as
 * named.
 */
export interface OperatorAccountDocument {
  readonly opening: Cop
  /** Collected - fees deducted + adjustments - kept by a gateway + restated due. */
  readonly due: {
    readonly sum: Cop
    readonly settlements: number
    readonly collected: Cop
    readonly feesDeducted: Cop
    readonly adjustmentsExplained: Cop
    /** Adjustments without a chargeback that explains them: brought - taken. */
    readonly adjustmentsNotExplained: Cop
    readonly adjustmentsTaken: AmountDocument
    readonly adjustmentsBrought: AmountDocument
    /** Adjustments of settlements that failed, with their effect. */
    readonly adjustmentsOfFailed: Cop
    /** Null when no settlement has such a reading. */
    readonly keptByGateway: Cop | null
    /** Collected; fees, adjustments and differences cannot be split by payment method. */
    readonly byMethod: readonly { readonly method: string | null; readonly invoices: number; readonly sum: Cop }[]
  }
  /**
   * What closed days became since their closing, now less as closed: included in the sums of due, paid out and accepted. Null where the
   * day before is open.
   */
  readonly restated:
    | (RestatedDocument & {
        /** Settlements that are due now and were not, less those that were due and are not. */
        readonly added: number
        readonly settlements: readonly (RestatedDocument & {
          readonly date: DateText
          readonly cycle: string
          readonly kind: RestatedKind
        })[]
      })
    | null
  readonly paidOut: {
    readonly sum: Cop
    readonly ofRange: AmountDocument
    readonly ofBefore: AmountDocument
  }
  /** Accepted by a person, and so taken out of the account: paid too little + failed - paid too much. */
  readonly accepted: {
    readonly sum: Cop
    readonly underpaid: AmountDocument
    readonly overpaid: AmountDocument
    readonly failed: AmountDocument
  }
  /** Claims that were paid elsewhere in the range: by an adjustment or a credit at the bank. */
  readonly recovered: AmountDocument
  readonly closing: Cop
  /** In process + failed + paid too little - paid too much = closing. */
  readonly closingParts: {
    readonly inProcess: AmountDocument
    readonly failed: AmountDocument
    readonly underpaid: AmountDocument
    readonly overpaid: AmountDocument
  }
  /** Each settlement of the closing balance. */
  readonly settlements: readonly {
    readonly date: DateText
    readonly cycle: string
    readonly kind: BalanceKind
    readonly state: DifferenceState
    readonly expected: Cop
    /** Null while nothing was paid out. */
    readonly paidOut: Cop | null
    /** What a person accepted of its difference; negative where too much was paid. */
    readonly accepted: Cop
    /** What was paid of it elsewhere after a claim. */
    readonly recovered: Cop
    /** Expected - paid out - accepted - recovered. */
    readonly balance: Cop
    /** What became of it after the range: its payout, or what was accepted and so taken out (negative where too much was paid). */
    readonly later: readonly {
      readonly kind: 'paid-out' | 'accepted' | 'recovered'
      readonly on: DateText
      readonly sum: Cop
    }[]
  }[]
  /** Not included in the sums above. */
  readonly beside: {
    readonly notCompared: AmountDocument
    /** By the payout last read. */
    readonly notRead: AmountDocument
    /** Of days before the range, by the payout last read: they are in no balance. */
    readonly notReadBefore: AmountDocument
    readonly noSettlement: AmountDocument
    readonly feesNotDeducted: Cop
    /** Fees compared with the tariff: charged = expected + too much - too little + within the tolerance; null without a tariff. */
    readonly fees: {
      readonly charged: AmountDocument
      readonly expected: Cop
      readonly tooMuch: AmountDocument
      readonly tooLittle: AmountDocument
      /** Differences within the tolerance, signed. */
      readonly withinTolerance: AmountDocument
      readonly notCompared: AmountDocument
    } | null
    /** The number is that of invoices. */
    readonly chargebacks: AmountDocument
    /** By the last day: what a later settlement debits was not debited then. */
    readonly chargebacksNotDebited: AmountDocument
    /** The same of days before the range. */
    readonly chargebacksNotDebitedBefore: AmountDocument
  }
  /**
   * opening + paidOut - arrived - acceptedLess + acceptedMore - recovered - negativePayouts - echoes - notCovered = closing = onTheWay
   * + missing + undecided + arrivedLess - arrivedMore; null when no statement of the bank was imported.
   */
  readonly bank: {
    /** Paid out before the range; not arrived by then, or arrived as another sum that nobody had accepted. */
    readonly opening: AmountDocument
    readonly paidOut: AmountDocument
    readonly arrived: AmountDocument
    /** Accepted in the range: what is missing or short at the bank, and what arrived too much. */
    readonly acceptedLess: AmountDocument
    readonly acceptedMore: AmountDocument
    /** Claims about payouts that did not arrive, paid elsewhere in the range. */
    readonly recovered: AmountDocument
    /** Payouts below zero, with their sign: no credit is expected for them. */
    readonly negativePayouts: AmountDocument
    /** Payouts in the answers for another settlement: no credit is expected for them. */
    readonly echoes: AmountDocument
    /** Paid out on days without a bank statement. */
    readonly notCovered: AmountDocument
    readonly closing: AmountDocument
    readonly onTheWay: AmountDocument
    readonly missing: AmountDocument
    /** Payouts with more than one possible credit. */
    readonly undecided: AmountDocument
    /** What payouts that arrived with less are short of, and the surplus of those with more, until it is accepted. */
    readonly arrivedLess: AmountDocument
    readonly arrivedMore: AmountDocument
    /** Credits of the operator that no payout explains: not included in the sums. */
    readonly unknownCredits: AmountDocument
  } | null
}

/** Due = collected - fees deducted + adjustments - kept by a gateway. */
interface RestatedDocument {
  readonly collected: Cop
  readonly feesDeducted: Cop
  readonly adjustments: Cop
  readonly keptByGateway: Cop
  readonly due: Cop
  readonly paidOut: Cop
  readonly accepted: Cop
}
