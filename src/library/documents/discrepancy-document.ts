import type { DiscrepancyState, Severity } from '../../domain/findings/discrepancy.ts'
import type { TimelineEvent } from '../../domain/findings/timeline.ts'
import type { AnswerDocument, Cop, DateText, TimeText } from './answer-document.ts'
import type { UnreadPullDocument } from './incomplete-document.ts'

/** Something that does not add up. */
export interface DiscrepancyDocument {
  readonly id: string
  readonly code: string
  readonly severity: Severity
  readonly state: DiscrepancyState
  /** What it is about: the settlement, an invoice, a field. */
  readonly subject: string
  /** Null: both sides are text. */
  readonly unit: 'COP' | 'invoices' | null
  readonly reported: Cop | string | null
  readonly expected: Cop | string | null
  /** Reported less expected. */
  readonly difference: Cop | null
  /** The pesos it is about, never negative; null where no sum is meant. */
  readonly amount: Cop | null
  readonly causes: readonly CauseDocument[]
  readonly message: string
}

/** What would close the difference to the centavo; to be verified by a person. */
export interface CauseDocument {
  readonly code: string
  readonly detail: string
  readonly invoices: readonly string[]
  /** How many sets of invoices fit. */
  readonly candidates: number
  /** Other causes that fit by the same figures. */
  readonly tiedWith: readonly string[]
}

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
  /** Who did it; null for what a check found. */
  readonly by: string | null
  readonly reason: string | null
  /** The last day of an acceptance; of a claim, the day that was promised. */
  readonly until: DateText | null
  /** The operator's name for a claim. */
  readonly ticket: string | null
  readonly pull: number | null
  readonly severity: Severity | null
  readonly reported: Cop | string | null
  readonly expected: Cop | string | null
}

export interface DiscrepanciesListDocument extends AnswerDocument<'discrepancies list'> {
  readonly discrepancies: readonly KnownDiscrepancyDocument[]
}

/** A discrepancy with the pulls behind it. */
export interface FullDiscrepancyDocument extends KnownDiscrepancyDocument {
  readonly pulls: readonly {
    readonly number: number | null
    readonly at: TimeText
    /** Whether the discrepancy stood in it; null for an attempt that could not be read whole. */
    readonly shows: boolean | null
    readonly verdict: string | null
    readonly incomplete: UnreadPullDocument | null
  }[]
}

export interface DiscrepanciesShowDocument extends AnswerDocument<'discrepancies show'> {
  readonly discrepancy: FullDiscrepancyDocument
}

/** What people did to discrepancies, and what it changed. */
export interface DispositionDocument
  extends AnswerDocument<
    | 'discrepancies accept'
    | 'discrepancies claim'
    | 'discrepancies reopen'
    | 'discrepancies note'
    | 'discrepancies import'
  > {
  readonly runId: string | null
  readonly acts: readonly {
    readonly number: number
    readonly kind: 'accept' | 'claim' | 'reopen' | 'note'
    readonly discrepancy: string
    readonly at: TimeText
    readonly by: string
    readonly reason: string
    readonly until: DateText | null
    readonly ticket: string | null
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

/** A sheet that was refused: nothing of it was applied. */
export interface RefusedSheetDocument extends AnswerDocument<'discrepancies import'> {
  /** Every wrong row. */
  readonly rows: readonly { readonly line: number; readonly why: string }[]
}
