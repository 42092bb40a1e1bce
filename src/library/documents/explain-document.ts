import type {
  AnswerDocument,
  Cop,
  DateText,
  MomentDocument,
  TimeText,
} from '../../../reports/documents/answer-document.ts'
import type { Arrival } from '../../domain/bank/payout-arrivals.ts'
import type { UnreadPullDocument } from './incomplete-document.ts'
import type { SlotDocument } from './run-document.ts'
import type { ChargebacksDocument } from './status-document.ts'

/** Everything known about one settlement. */
export interface ExplainDocument extends AnswerDocument<'explain'> {
  readonly slot: SlotDocument
  readonly asOf: MomentDocument | null
  /** From collected to the payout, one line for each step. */
  readonly waterfall: readonly {
    readonly name: string
    readonly reported: Cop | null
    readonly expected: Cop | null
    readonly difference: Cop | null
    readonly effect: Cop | null
  }[]
  /** What the figures cannot determine, because adjustments or fees are 0. */
  readonly untold: readonly string[]
  /** The first invoices that a discrepancy or a cause names. */
  readonly invoices: readonly {
    readonly date: DateText
    readonly cycle: string
    readonly id: string
    readonly status: string
    readonly reference: string | null
    readonly contract: string | null
    readonly amount: Cop
    readonly paid: Cop | null
    /** Codes of discrepancies and causes. */
    readonly why: readonly string[]
  }[]
  readonly moreInvoices: number
  readonly pulls: readonly {
    readonly number: number | null
    readonly at: TimeText
    readonly verdict: string | null
    readonly incomplete: UnreadPullDocument | null
    readonly settlement: readonly SettlementChangeDocument[]
    readonly invoices: { readonly added: number; readonly left: number; readonly changed: number }
  }[]
  readonly chargebacks: ChargebacksDocument
  /** What the bank's statements show of the payout; null without statements, and when nothing was paid out. */
  readonly bank: {
    readonly state: Arrival['kind']
    readonly banked: Cop | null
    readonly on: DateText | null
    /** The number of the tie: see "bank list". */
    readonly tie: number | null
    /** The last day on which it may arrive. */
    readonly lastDay: DateText | null
  } | null
  /** Commands to run next. */
  readonly next: readonly { readonly command: string; readonly why: string }[]
}

/** A field of the settlement that differs from the previous pull. */
export interface SettlementChangeDocument {
  readonly field: string
  readonly before: string | number | boolean | null
  readonly now: string | number | boolean | null
}
