import type { FailOn } from '../domain/assessment/outcome.ts'
import type { DiscrepancyState, Severity } from '../domain/findings/discrepancy.ts'
import type { ProgressStep } from '../pipeline/run/steps.ts'
import type { BankImportDocument, BankTieAnswerDocument } from './documents/bank/bank-import-document.ts'
import type { BankListDocument } from './documents/bank/bank-list-document.ts'
import type { FullDiscrepancyDocument, KnownDiscrepancyDocument } from './documents/discrepancy-document.ts'
import type { ExplainDocument } from './documents/explain-document.ts'
import type { FeesDocument } from './documents/fees/fees-document.ts'
import type { FindDocument } from './documents/find-document.ts'
import type { CloseDocument, ClosingDocument } from './documents/months/close-document.ts'
import type { StatementDocument } from './documents/months/statement-document.ts'
import type { RunDocument } from './documents/run-document.ts'

/** A merchant's database, for another program. Each call gives the document that the command prints with `--json`. */
export interface Cuadre {
  /** Pulls what is due, keeps it, checks it, and writes the reports. */
  run(options?: RunOptions): Promise<RunDocument>
  /** Checks and reports again from the database, without the network. */
  check(options?: CheckOptions): Promise<RunDocument>
  /** Everything known of one settlement. */
  explain(date: string, cycle: string, options?: AsOfOption): Promise<ExplainDocument>
  /** What the database holds of a reference, contract, document, payment id or invoice id: each invoice with its settlements. */
  find(text: string, options?: FindOptions): Promise<FindDocument>
  /** The account with the operator over a month or a range: from opening to closing. Writes its files, but not of a past state. */
  statement(options?: StatementOptions): Promise<StatementDocument>
  /** Fees over a month or a range, charged against expected by the tariff. Writes its files, but not of a past state. */
  fees(options?: FeesOptions): Promise<FeesDocument>
  readonly discrepancies: DiscrepancyCalls
  readonly period: PeriodCalls
  readonly bank: BankCalls
  /** Calls the listener with each step of a job. Gives the function that removes it. */
  on(event: 'progress', listener: (step: ProgressStep) => void): () => void
  /** Stops what is under way; nothing half-done is kept. Later calls are refused. */
  close(): Promise<void>
}

/** Statements of the merchant's bank, and what ties their entries to payouts. */
export interface BankCalls {
  /** Takes files in, and ties payouts to credits by exact sums. `account` is for files that do not name theirs. */
  import(
    files: readonly string[],
    options: { readonly by: string; readonly account?: string },
  ): Promise<BankImportDocument>
  /** What was paid out and what arrived, and what is open. */
  list(options?: AsOfOption): Promise<BankListDocument>
  /** Ties the payouts of settlements to entries of the bank, by their ids. */
  tie(
    settlements: readonly { readonly date: string; readonly cycle: string }[],
    entries: readonly string[],
    who: { readonly by: string; readonly reason: string },
  ): Promise<BankTieAnswerDocument>
  /** Takes a tie back, by its number. */
  untie(number: number, who: { readonly by: string; readonly reason: string }): Promise<BankTieAnswerDocument>
}

/** Which settlements: a day, or a range of days, and of these only some cycles. */
export interface SlotSelection {
  /** One day, `YYYY-MM-DD`. */
  readonly date?: string
  /** The first day of a range; needs `to`. */
  readonly from?: string
  readonly to?: string
  readonly cycles?: readonly string[]
}

/** The past to show: a number of the history, a day, or a date-time. */
export interface AsOfOption {
  readonly asOf?: string | number
}

export interface FindOptions extends AsOfOption {
  /** Gives the names of customers, too. */
  readonly names?: boolean
}

export interface RunOptions extends SlotSelection {
  /** Stores and writes nothing. */
  readonly dryRun?: boolean
  /** `exitCode` is 3 from this severity on; `error` without it. */
  readonly failOn?: FailOn
  /** Reads cycles that neither the settings nor the database know. */
  readonly force?: boolean
}

/** Without a month or a range: the month of the newest settlement. */
export interface StatementOptions extends AsOfOption {
  /** `YYYY-MM` */
  readonly month?: string
  readonly from?: string
  readonly to?: string
  /** Beside the page; both without it. */
  readonly format?: 'csv' | 'xlsx'
}

export interface FeesOptions extends StatementOptions {
  /** What the operator bills for these days, in COP. */
  readonly billed?: number
}

export interface CheckOptions extends SlotSelection, AsOfOption {
  readonly failOn?: FailOn
}

/** Which discrepancies; without `states` all that are not resolved. */
export interface DiscrepancyQuery extends SlotSelection {
  readonly states?: readonly DiscrepancyState[]
  readonly codes?: readonly string[]
  readonly severities?: readonly Severity[]
  /** Of settlements at least so many days old. */
  readonly olderThanDays?: number
  readonly newerThanDays?: number
}

/** Who decides, and why; both are kept for good. */
export interface DecisionRecord {
  readonly by: string
  readonly reason: string
}

export interface DiscrepancyCalls {
  list(query?: DiscrepancyQuery): Promise<readonly KnownDiscrepancyDocument[]>
  /** By its id, or the beginning of its id. */
  show(id: string): Promise<FullDiscrepancyDocument>
  /** Accepts a discrepancy as it is, for good or until the end of a day. */
  accept(id: string, decision: DecisionRecord & { readonly until?: string }): Promise<FullDiscrepancyDocument>
  /** Claims it from the operator: it stays in a total of its own until it is paid, or the promised day, `until`, is over. */
  claim(
    id: string,
    decision: DecisionRecord & { readonly ticket?: string; readonly until?: string },
  ): Promise<FullDiscrepancyDocument>
  reopen(id: string, decision: DecisionRecord): Promise<FullDiscrepancyDocument>
  note(id: string, decision: DecisionRecord): Promise<FullDiscrepancyDocument>
}

export interface CloseOptions {
  /** The last day to close. */
  readonly through: string
  readonly by: string
  /** Needed with `force`. */
  readonly reason?: string
  /** Closes although settlements are unfinished. */
  readonly force?: boolean
}

/** Closed days: their files and figures stay as they are. */
export interface PeriodCalls {
  /** Closes all days through one; `closing` is null and `error` says why when settlements are unfinished. */
  close(options: CloseOptions): Promise<CloseDocument>
  /** Takes the last closing back. */
  undo(decision: DecisionRecord): Promise<CloseDocument>
  /** The last closing; null when no day is closed. */
  status(): Promise<ClosingDocument | null>
}
