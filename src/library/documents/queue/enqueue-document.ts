import type { AnswerDocument } from '../answer-document.ts'

/** Every merchant is new, again or present. */
export interface EnqueueDocument extends AnswerDocument<'enqueue'> {
  readonly night: string
  readonly merchants: number
  readonly new: number
  /** Put back because somebody asked for it. */
  readonly again: number
  /** In the queue already, or done. */
  readonly present: number
}
