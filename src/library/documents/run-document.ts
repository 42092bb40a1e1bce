import type { Cop, DateText, ErrorDocument, MomentDocument } from '../../../reports/documents/answer-document.ts'
import type { PayoutNotCompared } from '../../domain/account/settlement-money.ts'
import type { PayoutRule } from '../../domain/assessment/payout.ts'
import type { Outcome } from '../../domain/assessment/slot-report.ts'
import type { Verdict } from '../../domain/assessment/verdict.ts'
import type { DiscrepancyDocument } from './discrepancy-document.ts'
import type { IncompleteDocument } from './incomplete-document.ts'

/** The result of a job. */
export interface JobDocument<Command extends string | null> {
  readonly schemaVersion: 1
  readonly command: Command
  readonly outcome: Outcome
  readonly exitCode: number
  /** Null when the run did not begin. */
  readonly runId: string | null
  /** The past state that was checked; absent for the present. */
  readonly asOf?: MomentDocument
  /** The settlements asked for. */
  readonly slots: readonly SlotDocument[]
  /** The files with the result. */
  readonly files: readonly string[]
  readonly error: ErrorDocument | null
}

/** The result of a run or a check; `command` is null when no command was recognised. */
export interface RunDocument extends JobDocument<'run' | 'check' | 'inbox' | 'sweep' | 'webhooks replay' | null> {}

/** One settlement: a date and a cycle. */
export interface SlotDocument {
  readonly merchant: string
  readonly date: DateText
  readonly cycle: string
  readonly verdict: Verdict
  /** The settlement's status; null without a settlement. */
  readonly status: string | null
  /** The equation by which the payout was expected. */
  readonly payoutRule: PayoutRule | null
  /** Reported payout less expected: negative when the operator owes. Null when nothing was compared. */
  readonly difference: Cop | null
  /** Exactly one of the three is the reported payout; all are null without a settlement. */
  readonly paidOut: Cop | null
  readonly inProcess: Cop | null
  readonly failed: Cop | null
  /** Why the figures were not compared, `unchecked` when only the payout was not; null when all were. */
  readonly notCompared: PayoutNotCompared | null
  /** The settlement's figures; null without a settlement. */
  readonly reported: {
    readonly invoices: number
    readonly collected: Cop
    readonly fees: Cop
    readonly feesPostpaid: boolean
    readonly adjustments: Cop
    readonly gateway: boolean
    readonly payout: Cop
  } | null
  /** The sums of its invoices; null when they were never read. */
  readonly expected: {
    readonly invoices: number
    readonly collected: Cop
    readonly payout: Cop | null
  } | null
  readonly read: {
    readonly pages: number
    readonly items: number
    readonly kept: number
    readonly repeated: number
    readonly malformed: number
  } | null
  /** Why the last attempt was not read whole. */
  readonly incomplete: IncompleteDocument | null
  readonly discrepancies: readonly DiscrepancyDocument[]
}
