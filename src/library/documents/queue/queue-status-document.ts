import type { AnswerDocument } from '../../../../reports/documents/answer-document.ts'

/** Done, running, waiting and person add up to all merchants. */
export interface QueueStatusDocument extends AnswerDocument<'queue status'> {
  readonly night: string
  readonly merchants: number
  readonly done: number
  readonly running: number
  readonly waiting: number
  /** Merchants that need a person. */
  readonly person: number
  /** The page that was written; null when none was asked for. */
  readonly page: string | null
  readonly nights: readonly {
    readonly merchant: string
    readonly state: 'done' | 'running' | 'waiting' | 'person'
    readonly attempts: number
    /** The exit status of the last attempt that ended. */
    readonly exitStatus: number | null
    /** The line of the last attempt. */
    readonly line: string | null
    readonly worker: string | null
    /** Seconds since it was queued, began or ended, whichever came last. */
    readonly ageSeconds: number
  }[]
}
