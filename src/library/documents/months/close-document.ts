import type { AnswerDocument, Cop, DateText, TimeText } from '../../../../reports/documents/answer-document.ts'
import type { Verdict } from '../../../domain/assessment/verdict.ts'

/** The closing of all days through a date. */
export interface ClosingDocument {
  readonly number: number
  readonly through: DateText
  readonly at: TimeText
  readonly by: string
  readonly reason: string
  readonly forced: boolean
}

export interface CloseDocument extends AnswerDocument<'close'> {
  /** Set when the last closing was undone. */
  readonly undone?: true
  readonly runId: string
  /** Null when the closing was refused. */
  readonly closing: ClosingDocument | null
  /** The settlements that prevent the closing. */
  readonly unfinished: readonly {
    readonly merchant: string
    readonly date: DateText
    readonly cycle: string
    readonly verdict: Verdict
    /** Reported payout less expected; null when it was not compared. */
    readonly difference: Cop | null
  }[]
  readonly files: readonly string[]
}
