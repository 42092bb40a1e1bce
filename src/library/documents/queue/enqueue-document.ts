import type { AnswerDocument } from '../../../../reports/documents/answer-document.ts'

/** Each merchant is counted as new, again or present. */
export interface EnqueueDocument extends AnswerDocument<'enqueue'> {
  readonly night: string
  readonly merchants: number
  readonly new: number
  /** Queued again on request. */
  readonly again: number
  /** Already in the queue, or done. */
  readonly present: number
}
