import type { AnswerDocument, Cop, DateText, TimeText } from '../../../reports/documents/answer-document.ts'
import type { UnreadPullDocument } from '../../../reports/documents/pull-steps.ts'
import type { DiscrepancyDocument } from '../../../reports/documents/run-document.ts'
import type { Severity } from '../../core/findings/discrepancy.ts'
import type { TimelineEvent } from '../../core/findings/timeline.ts'

/** A discrepancy with its settlement and its history. */
export interface KnownDiscrepancyDocument extends DiscrepancyDocument {
  readonly merchant: string
  readonly date: DateText
  readonly cycle: string
  readonly firstSeen: TimeText
  readonly lastSeen: TimeText
  readonly history: readonly DiscrepancyEventDocument[]
}

export interface DiscrepancyEventDocument {
  readonly number: number
  readonly at: TimeText
  readonly event: TimelineEvent
  readonly state: string
  /** The author; null for a check. */
  readonly by: string | null
  readonly reason: string | null
  /** The last day of an acceptance; for a claim, the promised day. */
  readonly until: DateText | null
  /** The operator's reference for a claim. */
  readonly ticket: string | null
  /** What paid a claim elsewhere: the adjustments of a settlement, or an entry of the bank. */
  readonly recovery: RecoveryDocument | null
  readonly pull: number | null
  readonly severity: Severity | null
  readonly reported: Cop | string | null
  readonly expected: Cop | string | null
}

export interface RecoveryDocument {
  readonly sum: Cop
  /** The day on which it was paid. */
  readonly on: DateText
  readonly date: DateText | null
  readonly cycle: string | null
  readonly entry: string | null
}

export interface DiscrepanciesListDocument extends AnswerDocument<'discrepancies list'> {
  readonly discrepancies: readonly KnownDiscrepancyDocument[]
}

/** A discrepancy with its case and the pulls behind it. */
export interface FullDiscrepancyDocument extends KnownDiscrepancyDocument {
  /** Every finding of its case, itself among them. */
  readonly findings: readonly DiscrepancyDocument[]
  /** Of a claim: adjustments and credits of exactly its sum that nothing explains; proposed, never taken. */
  readonly payments: readonly RecoveryDocument[]
  readonly pulls: readonly {
    readonly number: number | null
    readonly at: TimeText
    /** Whether it shows the discrepancy; null for an attempt that was not read whole. */
    readonly shows: boolean | null
    readonly verdict: string | null
    readonly incomplete: UnreadPullDocument | null
  }[]
}

export interface DiscrepanciesShowDocument extends AnswerDocument<'discrepancies show'> {
  readonly discrepancy: FullDiscrepancyDocument
}

/** The acts of people on discrepancies, and their effects. */
export interface DispositionDocument
  extends AnswerDocument<
    | 'discrepancies accept'
    | 'discrepancies claim'
    | 'discrepancies settle'
    | 'discrepancies reopen'
    | 'discrepancies note'
    | 'discrepancies import'
  > {
  readonly runId: string | null
  readonly acts: readonly {
    readonly number: number
    readonly kind: 'accept' | 'claim' | 'settle' | 'reopen' | 'note'
    readonly discrepancy: string
    readonly at: TimeText
    readonly by: string
    readonly reason: string
    readonly until: DateText | null
    readonly ticket: string | null
    readonly recovery: RecoveryDocument | null
  }[]
  readonly unchanged: number
  readonly discrepancies: readonly KnownDiscrepancyDocument[]
  readonly slots: readonly {
    readonly date: DateText
    readonly cycle: string
    readonly verdict: string
    readonly difference: Cop | null
  }[]
  readonly files: readonly string[]
}

/** A refused sheet: nothing of it was applied. */
export interface RefusedSheetDocument extends AnswerDocument<'discrepancies import'> {
  /** Every wrong row. */
  readonly rows: readonly { readonly line: number; readonly why: string }[]
}
