import type {
  AnswerDocument,
  Cop,
  DateText,
  MomentDocument,
  TimeText,
} from '../../../reports/documents/answer-document.ts'
import type { Verdict } from '../../domain/assessment/verdict.ts'
import type { Severity } from '../../domain/findings/discrepancy.ts'
import type { TimelineEvent } from '../../domain/findings/timeline.ts'
import type { SettlementChangeDocument } from './explain-document.ts'
import type { UnreadPullDocument } from './incomplete-document.ts'

/** The history of one settlement, oldest first. */
export interface HistoryDocument extends AnswerDocument<'history'> {
  readonly merchant: string
  readonly date: DateText
  readonly cycle: string
  readonly asOf: MomentDocument | null
  readonly history: readonly (PullEntry | AttemptEntry | ActEntry | ClosingEntry | UndoEntry | CheckEntry)[]
}

interface Entry<Kind extends string> {
  readonly kind: Kind
  /** Null for an attempt that was not read whole. */
  readonly number: number | null
  readonly at: TimeText
}

interface NamedDiscrepancy {
  readonly id: string
  readonly code: string
  readonly subject: string
}

interface PullEntry extends Entry<'pull'> {
  readonly verdict: Verdict | null
  readonly status: string | null
  readonly settlement: readonly SettlementChangeDocument[]
  readonly invoices: {
    readonly added: number
    readonly left: number
    readonly moved: number
    readonly altered: number
  }
  /** The first changes. */
  readonly changes: readonly InvoiceChangeEntry[]
  readonly moreChanges: number
  /** What the first check of the reading found. */
  readonly found: readonly FoundDiscrepancy[]
}

interface FoundDiscrepancy extends NamedDiscrepancy {
  readonly event: TimelineEvent
  readonly number: number
  readonly severity: Severity | null
  readonly unit: 'COP' | 'invoices' | null
  readonly reported: Cop | string | null
  readonly expected: Cop | string | null
  readonly difference: Cop | null
}

type InvoiceChangeEntry =
  | { readonly kind: 'added'; readonly invoiceId: string; readonly isBack: boolean }
  | {
      readonly kind: 'altered'
      readonly invoiceId: string
      readonly fields: readonly {
        readonly field: string
        readonly isPersonal: boolean
        readonly before: string | number | boolean | null
        readonly now: string | number | boolean | null
      }[]
    }
  | {
      readonly kind: 'left' | 'moved'
      readonly invoiceId: string
      readonly became: {
        readonly status: string | null
        readonly date: string | null
        readonly cycle: string | null
      } | null
    }

interface AttemptEntry extends Entry<'attempt'> {
  readonly incomplete: UnreadPullDocument | null
}

interface ActEntry extends Entry<'act'> {
  readonly by: string
  readonly act: 'accept' | 'claim' | 'reopen' | 'note'
  readonly reason: string
  readonly until: DateText | null
  readonly ticket: string | null
  readonly discrepancy: NamedDiscrepancy
}

interface ClosingEntry extends Entry<'closing'> {
  readonly by: string
  readonly through: DateText
  readonly reason: string
  readonly forced: boolean
}

/** A closing was undone. */
interface UndoEntry extends Entry<'undo'> {
  readonly by: string
  readonly reason: string
  /** The number of the closing, and the last day that it had closed. */
  readonly closing: number
  readonly through: DateText
}

/** A later check of a reading found something: because of the bank, another settlement, an act or a policy. */
interface CheckEntry extends Entry<'check'> {
  /** The import or the tie before it, if it was one. */
  readonly bank: {
    readonly event: 'import' | 'void' | 'tie' | 'untie'
    readonly number: number
    readonly by: string
    /** The name of the file, or the reason of the tie. */
    readonly text: string
  } | null
  readonly found: readonly FoundDiscrepancy[]
}
