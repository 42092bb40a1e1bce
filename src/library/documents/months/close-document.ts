import type { Verdict } from '../../../domain/assessment/verdict.ts'
import type { AnswerDocument, Cop, DateText, TimeText } from '../answer-document.ts'

/** All days through a date were closed. */
export interface ClosingDocument {
  readonly number: number
  readonly through: DateText
  readonly at: TimeText
  readonly by: string
  readonly reason: string
  readonly forced: boolean
}

export interface CloseDocument extends AnswerDocument<'close'> {
  /** The last closing was taken back. */
  readonly undone?: true
  readonly runId: string
  /** Null when closing was refused. */
  readonly closing: ClosingDocument | null
  /** The settlements that forbid closing. */
  readonly unfinished: readonly {
    readonly merchant: string
    readonly date: DateText
    readonly cycle: string
    readonly verdict: Verdict
    /** Reported payout less expected; null where it was not compared. */
    readonly difference: Cop | null
  }[]
  readonly files: readonly string[]
}
