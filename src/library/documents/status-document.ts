import type {
  AnswerDocument,
  Cop,
  DateText,
  MomentDocument,
  TimeText,
} from '../../../reports/documents/answer-document.ts'
import type { Verdict } from '../../domain/assessment/verdict.ts'
import type { Severity } from '../../domain/findings/discrepancy.ts'
import type { BankListDocument } from './bank/bank-list-document.ts'
import type { MoneyDocument } from './money-document.ts'
import type { ClosingDocument } from './months/close-document.ts'

/** The last weeks of a merchant: what was read, what is open. */
export interface StatusDocument extends AnswerDocument<'status'> {
  readonly merchant: string
  readonly at: TimeText
  readonly asOf: MomentDocument | null
  readonly from: DateText
  readonly to: DateText
  readonly calendar: readonly { readonly date: DateText; readonly cycle: string; readonly verdict: Verdict }[]
  readonly lastSuccess: {
    readonly runId: string
    readonly at: TimeText
    readonly outcome: string
    readonly hoursAgo: number
  } | null
  readonly lastRead: TimeText | null
  /** Open discrepancies of each severity by the age of their settlement; the ages add up to the number. */
  readonly open: readonly {
    readonly severity: Severity
    readonly number: number
    readonly today: number
    readonly week: number
    readonly month: number
    readonly older: number
  }[]
  /** The sums of all settlements. */
  readonly money: MoneyDocument
  readonly chargebacks: ChargebacksDocument
  /** Business days without an invoice, if there are too many. */
  readonly quiet: { readonly since: DateText; readonly businessDays: number } | null
  readonly closed: ClosingDocument | null
  /** What the bank's statements show of the payouts; null when none was ever imported. */
  readonly bank: { readonly through: DateText; readonly bridge: BankListDocument['bridge'] } | null
  readonly unusableNotifications: number
}

/** Chargebacks and adjustments of some days. */
export interface ChargebacksDocument {
  readonly from: DateText
  readonly to: DateText
  readonly seen: number
  readonly paid: Cop
  /** Their effect on payouts, of the adjustments that are in one: negative takes from the merchant. */
  readonly adjustments: Cop
  /** The part of it that chargebacks explain. */
  readonly explained: Cop
  /** Adjustments that gateway payouts leave out, as reported; in no other sum. */
  readonly leftOut: { readonly number: number; readonly sum: Cop }
  /**
   * Adjustments that no set of chargebacks explains: those that lower payouts, and those that raise them. Both
   * positive.
   */
  readonly withoutChargeback: {
    readonly taken: { readonly number: number; readonly sum: Cop }
    readonly brought: { readonly number: number; readonly sum: Cop }
  }
  readonly debited: { readonly number: number; readonly sum: Cop }
  /** Chargebacks that no adjustment has debited yet: paid = debited + notDebited. */
  readonly notDebited: { readonly number: number; readonly sum: Cop }
}
