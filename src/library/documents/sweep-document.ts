import type { DateText } from '../../../reports/documents/answer-document.ts'
import type { JobDocument } from './run-document.ts'

/** Older settlements that were read again, and dates that were listed without a cycle. */
export interface SweepDocument extends JobDocument<'sweep'> {
  /** Absent when the command failed before it reached a date. */
  readonly sweep?: {
    /** Settlements that were read again. */
    readonly swept: number
    readonly listed: readonly {
      readonly date: DateText
      readonly number: number
      readonly pages: number
      readonly items: number
      readonly malformed: number
      /** Invoices that no settlement lists. */
      readonly unlisted: number
    }[]
    readonly failed: readonly { readonly date: DateText; readonly reason: string }[]
    /** Dates that are not listed before all of their settlements are read. */
    readonly waiting: readonly DateText[]
  }
}
