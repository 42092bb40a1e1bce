import type {
  AnswerDocument,
  Cop,
  DateText,
  MomentDocument,
  TimeText,
} from '../../../reports/documents/answer-document.ts'
import type { Verdict } from '../../domain/assessment/verdict.ts'
import type { DiscrepancyState, Severity } from '../../domain/findings/discrepancy.ts'

/** What the database holds about a text. */
export interface FindDocument extends AnswerDocument<'find'> {
  readonly merchant: string
  readonly asOf: MomentDocument | null
  /** Null when nothing carries the text. */
  readonly match: 'exact' | 'beginning' | null
  /** The settlement dates that were searched. */
  readonly from: DateText
  readonly to: DateText
  readonly invoices: readonly {
    readonly id: string
    /** The fields that carry the text. */
    readonly fields: readonly ('id' | 'reference' | 'contract' | 'customerDocument' | 'paymentId')[]
    readonly settlements: readonly InvoiceInSettlementDocument[]
  }[]
  /** Whether there are more, of older settlements. */
  readonly hasMore: boolean
}

/** An invoice in the list of one settlement, as last listed. */
export interface InvoiceInSettlementDocument {
  readonly date: DateText
  readonly cycle: string
  /** Null when the settlement was read but not checked yet. */
  readonly verdict: Verdict | null
  readonly listedSince: TimeText
  /** When its list was first read without the invoice; null while it is listed. */
  readonly leftAt: TimeText | null
  readonly firstStatus: string
  readonly status: string
  readonly reference: string | null
  readonly contract: string | null
  readonly description: string | null
  /** `***` when there is one. */
  readonly customerDocument: string | null
  /** Only with `--names`. */
  readonly customerName: string | null
  readonly amount: Cop
  readonly paid: Cop | null
  readonly paymentDate: string | null
  readonly paymentMethod: string | null
  readonly paymentId: string | null
  readonly discrepancies: readonly {
    readonly id: string
    readonly code: string
    readonly severity: Severity
    readonly state: DiscrepancyState
    readonly amount: Cop | null
  }[]
}
