import type { ProgressStep } from '../../jobs/steps/run/context.ts'
import type {
  BankAccountsDocument,
  BankFilesDocument,
  BankVoidDocument,
} from '../../reports/documents/bank/bank-files.ts'
import type { BankImportDocument } from '../../reports/documents/bank/bank-import-report.ts'
import type { BankListDocument, BankTieAnswerDocument } from '../../reports/documents/bank/bank-list-report.ts'
import type { ChargebacksListDocument } from '../../reports/documents/chargebacks.ts'
import type { ClaimsListDocument } from '../../reports/documents/claims.ts'
import type { CloseDocument, ClosingDocument } from '../../reports/documents/close-document.ts'
import type { FullDiscrepancyDocument, KnownDiscrepancyDocument } from '../../reports/documents/discrepancies.ts'
import type { ExplainDocument } from '../../reports/documents/explanation.ts'
import type { FeesDocument } from '../../reports/documents/fees/fees-document.ts'
import type { FeesFitDocument } from '../../reports/documents/fees/fees-fit-report.ts'
import type {
  FeesInvoiceImportDocument,
  FeesInvoiceListDocument,
  FeesInvoiceVoidDocument,
} from '../../reports/documents/fees/fees-invoices.ts'
import type { HistoryDocument } from '../../reports/documents/history.ts'
import type { InTransitDocument } from '../../reports/documents/in-transit.ts'
import type { JournalCheckDocument, JournalDocument } from '../../reports/documents/journal.ts'
import type { MerchantsListDocument } from '../../reports/documents/merchants-document.ts'
import type { MonthDocument } from '../../reports/documents/month.ts'
import type { ReadingsDocument } from '../../reports/documents/readings.ts'
import type {
  ReceivableFilesDocument,
  ReceivableImportDocument,
  ReceivablesDocument,
  ReceivableTieDocument,
  ReceivableVoidDocument,
} from '../../reports/documents/receivables.ts'
import type { RunDocument } from '../../reports/documents/run-document.ts'
import type { RunsListDocument, RunsShowDocument } from '../../reports/documents/runs.ts'
import type { FindDocument } from '../../reports/documents/search-report.ts'
import type { StatementDocument } from '../../reports/documents/statement-document.ts'
import type { StatusDocument } from '../../reports/documents/status.ts'
import type { DiscrepancyState, Severity } from '../core/findings/discrepancy.ts'
import type { FailOn } from '../rules/assessment/slot-report.ts'

/** A merchant's database, for another program. Each call returns the document that the command prints with `--json`. */
export interface Cuadre {
  /** Pulls what is due, stores it, checks it, and writes the reports. */
  run(options?: RunOptions): Promise<RunDocument>
  /** Checks and reports again from the database, without the network. */
  check(options?: CheckOptions): Promise<RunDocument>
  /** Everything known about one settlement. */
  explain(date: string, cycle: string, options?: AsOfOption): Promise<ExplainDocument>
  /** Every reading of one settlement, what each changed, and what people did. */
  history(date: string, cycle: string, options?: AsOfOption): Promise<HistoryDocument>
  /** What was read, what is owed, and what is open, as of now. */
  status(options?: AsOfOption): Promise<StatusDocument>
  /**
   * What the database holds about a reference, contract, document, payment id or invoice id: each invoice with its
   * settlements.
   */
  find(text: string, options?: FindOptions): Promise<FindDocument>
  /**
   * The account with the operator over a month or a range: from opening to closing. Writes its files, except for a past
   * state.
   */
  statement(options?: StatementOptions): Promise<StatementDocument>
  readonly journal: JournalCalls
  /** Fees over a month or a range, compared with the tariff. Writes its files, except for a past state. */
  fees(options?: FeesOptions): Promise<FeesDocument>
  /** The tariff that past settlements propose, and the settlements that are off; writes nothing. */
  feesFit(options?: {
    /** The first settlement date; needs `to`. */
    readonly from?: string
    readonly to?: string
    /** Percent of a tax on fees to try, as well as `taxOnFeesRate`. */
    readonly tax?: number
  }): Promise<FeesFitDocument>
  readonly feesInvoices: FeesInvoiceCalls
  readonly chargebacks: ChargebackCalls
  /** The month-end as a list: what is done, and what is to do. Without a month: that of the newest settlement. */
  month(month?: string, options?: AsOfOption): Promise<MonthDocument>
  /** Payments in transit at the end of a day: paid, and not settled by then. Writes their file, except for a past state. */
  inTransit(
    options?: AsOfOption & {
      /** Today without it. */
      readonly at?: string
      /** Whether not to ask the service for payments whose settlements were not read yet. */
      readonly stored?: boolean
    },
  ): Promise<InTransitDocument>
  /** Which readings of the description history supports. */
  readings(options?: AsOfOption): Promise<ReadingsDocument>
  readonly runs: RunCalls
  readonly merchants: {
    /** The merchants of the database and of the settings. */
    list(): Promise<MerchantsListDocument>
  }
  readonly claims: {
    /** What was claimed from the operator, and what became of it. */
    list(options?: AsOfOption): Promise<ClaimsListDocument>
  }
  readonly discrepancies: DiscrepancyCalls
  readonly period: PeriodCalls
  readonly bank: BankCalls
  readonly receivables: ReceivableCalls
  /** Calls the listener with each step of a job. Returns the function that removes it. */
  on(event: 'progress', listener: (step: ProgressStep) => void): () => void
  /** Stops running calls; nothing half-done is stored. Later calls are refused. */
  close(): Promise<void>
}

/** The operator's electronic invoices. */
export interface FeesInvoiceCalls {
  /** Imports files. `month` is for invoices that name no period: `YYYY-MM`. */
  import(
    files: readonly string[],
    options: { readonly by: string; readonly month?: string },
  ): Promise<FeesInvoiceImportDocument>
  /** In order of day and number, including those that were voided. */
  list(options?: AsOfOption & { readonly month?: string }): Promise<FeesInvoiceListDocument>
  /** Voids an invoice, by its own number or its CUFE. */
  void(number: string, who: { readonly by: string; readonly reason: string }): Promise<FeesInvoiceVoidDocument>
}

/** What was reconciled, as double-entry vouchers. */
export interface JournalCalls {
  /** Writes the vouchers of a month or a range, except for a past state; an account that is not set is refused. */
  write(options?: JournalOptions): Promise<JournalDocument>
  /** Which accounts are missing, and the proofs at the end of the days. Writes nothing. */
  check(options?: AsOfOption & Pick<StatementOptions, 'month' | 'from' | 'to'>): Promise<JournalCheckDocument>
}

/** Chargebacks, and the adjustments that debited them. */
export interface ChargebackCalls {
  /** Every chargeback and what debited it, every adjustment and what explains it, and the ties of people. */
  list(options?: AsOfOption): Promise<ChargebacksListDocument>
}

/** The runs of the past. */
export interface RunCalls {
  /** The newest first. */
  list(options?: {
    /** Only this job: `run`, `check`, `sweep`, ... */
    readonly job?: string
    /** How many; 20 by default. */
    readonly last?: number
    /** Only those that did not do their work. */
    readonly failed?: boolean
  }): Promise<RunsListDocument>
  /** By its number, or the first characters of its id. */
  show(run: string): Promise<RunsShowDocument>
}

/** Statements of the merchant's bank, and the ties of their entries to payouts. */
export interface BankCalls {
  /** Imports files, and ties payouts to credits by exact sums. `account` is for files that do not name theirs. */
  import(
    files: readonly string[],
    options: { readonly by: string; readonly account?: string },
  ): Promise<BankImportDocument>
  /** Payouts, what arrived, and what is open. */
  list(options?: AsOfOption): Promise<BankListDocument>
  /** Ties the payouts of settlements to bank entries, by their ids. */
  tie(
    settlements: readonly { readonly date: string; readonly cycle: string }[],
    entries: readonly string[],
    who: { readonly by: string; readonly reason: string },
  ): Promise<BankTieAnswerDocument>
  /** Undoes a tie, by its number. */
  untie(number: number, who: { readonly by: string; readonly reason: string }): Promise<BankTieAnswerDocument>
  /** The imported files, oldest first, including those that were voided. */
  files(options?: AsOfOption): Promise<BankFilesDocument>
  /** The accounts whose statements were imported, with the days that they cover. */
  accounts(options?: AsOfOption): Promise<BankAccountsDocument>
  /** Voids an imported file, by its number: its entries do not count any more, and ties with them are undone. */
  voidFile(number: number, who: { readonly by: string; readonly reason: string }): Promise<BankVoidDocument>
}

/** What tenants owe, from the merchant's own lists, and what they paid. */
export interface ReceivableCalls {
  /** Imports lists of dues, and collections of banks. `month` refuses dues of another. */
  import(
    files: readonly string[],
    options: { readonly by: string; readonly month?: string },
  ): Promise<ReceivableImportDocument>
  /** Each due of a month and where it stands; of the newest month with dues without one. */
  list(options?: AsOfOption & { readonly month?: string }): Promise<ReceivablesDocument>
  /** The imported files, oldest first, including those that were voided. */
  files(options?: AsOfOption): Promise<ReceivableFilesDocument>
  /** Says that payments are of dues, by what `list` shows. */
  tie(
    dues: readonly string[],
    payments: readonly string[],
    who: { readonly by: string; readonly reason: string },
  ): Promise<ReceivableTieDocument>
  /** Says that payments are not of dues. */
  part(
    dues: readonly string[],
    payments: readonly string[],
    who: { readonly by: string; readonly reason: string },
  ): Promise<ReceivableTieDocument>
  /** Undoes what a person said, by its number. */
  untie(number: number, who: { readonly by: string; readonly reason: string }): Promise<ReceivableTieDocument>
  /** Voids an imported file, by its number: its rows do not count any more. */
  voidFile(number: number, who: { readonly by: string; readonly reason: string }): Promise<ReceivableVoidDocument>
}

/** Selects settlements: a day, or a range of days, optionally only some cycles. */
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
  /** Whether to include the names of customers. */
  readonly names?: boolean
  /** Whether to include their document numbers. */
  readonly documents?: boolean
}

export interface RunOptions extends SlotSelection {
  /** Whether to store and write nothing. */
  readonly dryRun?: boolean
  /** `exitCode` is 3 from this severity on; `error` by default. */
  readonly failOn?: FailOn
  /** Whether to read cycles that are in neither the settings nor the database. */
  readonly force?: boolean
}

/** Without a month or a range: the month of the newest settlement. */
export interface StatementOptions extends AsOfOption {
  /** `YYYY-MM` */
  readonly month?: string
  readonly from?: string
  readonly to?: string
  /** The format of the files next to the page; both by default. */
  readonly format?: 'csv' | 'xlsx'
}

export interface FeesOptions extends StatementOptions {
  /** The operator's bill for these days, in COP. */
  readonly billed?: number
}

export interface JournalOptions extends Omit<StatementOptions, 'format'> {
  /** A voucher an entry (`settlement`, the default), a day or a month. */
  readonly by?: 'settlement' | 'day' | 'month'
  /** Lines of payments: one an invoice (the default), or one a settlement. */
  readonly detail?: 'invoice' | 'settlement'
  /** `csv` by default. */
  readonly format?: 'csv' | 'xlsx' | 'hledger' | 'beancount' | 'siigo' | 'world-office'
  /** Path of the user's own sheet, which is filled instead. */
  readonly template?: string
}

export interface CheckOptions extends SlotSelection, AsOfOption {
  readonly failOn?: FailOn
}

/** Selects discrepancies; without `states` all that are not resolved. */
export interface DiscrepancyQuery extends SlotSelection {
  readonly states?: readonly DiscrepancyState[]
  readonly codes?: readonly string[]
  readonly severities?: readonly Severity[]
  /** Settlements at least this many days old. */
  readonly olderThanDays?: number
  readonly newerThanDays?: number
}

/** The author and the reason of a decision; both are stored permanently. */
export interface DecisionRecord {
  readonly by: string
  readonly reason: string
}

export interface DiscrepancyCalls {
  list(query?: DiscrepancyQuery): Promise<readonly KnownDiscrepancyDocument[]>
  /** By its id, or the first digits of its id. */
  show(id: string): Promise<FullDiscrepancyDocument>
  /** Accepts a discrepancy as it is, permanently or until the end of a day. */
  accept(id: string, decision: DecisionRecord & { readonly until?: string }): Promise<FullDiscrepancyDocument>
  /** Claims it from the operator: it stays in a total of its own until it is paid, or the promised day, `until`, is over. */
  claim(
    id: string,
    decision: DecisionRecord & { readonly ticket?: string; readonly until?: string },
  ): Promise<FullDiscrepancyDocument>
  /** Ends a claim that was paid elsewhere: by the adjustments of the settlement of `date` and `cycle`, or by an `entry` of the bank. */
  settle(
    id: string,
    payment: Pick<DecisionRecord, 'by'> & {
      readonly reason?: string
      readonly date?: string
      readonly cycle?: string
      readonly entry?: string
    },
  ): Promise<FullDiscrepancyDocument>
  reopen(id: string, decision: DecisionRecord): Promise<FullDiscrepancyDocument>
  note(id: string, decision: DecisionRecord): Promise<FullDiscrepancyDocument>
}

export interface CloseOptions {
  /** The last day to close. */
  readonly through: string
  readonly by: string
  /** Required with `force`. */
  readonly reason?: string
  /** Closes even if settlements are unfinished. */
  readonly force?: boolean
}

/** Closed days: their files and figures do not change. */
export interface PeriodCalls {
  /** Closes all days through one; when settlements are unfinished, `closing` is null and `error` says why. */
  close(options: CloseOptions): Promise<CloseDocument>
  /** Undoes the last closing. */
  undo(decision: DecisionRecord): Promise<CloseDocument>
  /** The last closing; null when no day is closed. */
  status(): Promise<ClosingDocument | null>
}
