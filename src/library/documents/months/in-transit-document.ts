import type { AnswerDocument, Cop, DateText } from '../../../../reports/documents/answer-document.ts'

/** A number of invoices, and the sum paid for them. */
export interface PaymentsDocument {
  readonly invoices: number
  readonly paid: Cop
}

/** Payments in transit at the end of a day: paid, but not settled by then. */
export interface InTransitDocument extends AnswerDocument<'in-transit'> {
  readonly merchant: string
  readonly at: DateText
  readonly timeZone: string
  readonly total: PaymentsDocument
  readonly byMethod: readonly (PaymentsDocument & { readonly method: string })[]
  /** By whole days since the payment; `to` is null for the last band. */
  readonly byAge: readonly (PaymentsDocument & { readonly from: number; readonly to: number | null })[]
  /** Opening, plus paid, plus what became known of earlier days, less settled, is closing. Paid is that of `export --by payment`. */
  readonly rollForward: {
    readonly from: DateText
    readonly opening: PaymentsDocument
    readonly paid: PaymentsDocument
    /** Payments of earlier days that were read late, cancelled, or have another sum or day. */
    readonly earlier: PaymentsDocument
    readonly settled: PaymentsDocument
    readonly closing: PaymentsDocument
  }
  /** Whether the day is over, so that its figure no longer changes. */
  readonly isOver: boolean
  /** The first settlement date of the database: no figure includes what was settled before. */
  readonly databaseSince: DateText
  /** Payments whose date cannot be read. */
  readonly undated: PaymentsDocument
  /**
   * Paid out by the end of the day, and nothing of it arrived at the bank, unless a person accepted that it is missing; in
   * no other figure. Null when no statement of the bank was imported.
   */
  readonly notArrived: { readonly settlements: number; readonly payouts: Cop } | null
  /** What payouts that arrived at the bank with less are short of, unless a person accepted it. */
  readonly arrivedLess: { readonly settlements: number; readonly missing: Cop } | null
  /** What the service was asked; null when only the database was read (reason in `storedOnly`). */
  readonly asked: {
    readonly from: DateText
    readonly to: DateText
    readonly payments: number
    readonly inNoSlot: number
    readonly malformed: number
  } | null
  readonly storedOnly: string | null
  /** Null for a past state without a folder of its own (`--as-of` without `--out`). */
  readonly file: string | null
}
