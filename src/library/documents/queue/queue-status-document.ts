import type { AnswerDocument } from '../answer-document.ts'

/** Done, running, waiting and to a person are together all merchants. */
export interface QueueStatusDocument extends AnswerDocument<'queue status'> {
  readonly night: string
  readonly merchants: number
  readonly done: number
  readonly running: number
  readonly waiting: number
  /** They wait for a person. */
  readonly person: number
  /** The page that was written; null where none was asked for. */
  readonly page: string | null
  readonly nights: readonly {
    readonly merchant: string
    readonly state: 'done' | 'running' | 'waiting' | 'person'
    readonly attempts: number
    /** Of the last attempt that ended. */
    readonly exitStatus: number | null
    /** What the last attempt said. */
    readonly line: string | null
    readonly worker: string | null
    /** Since it was put in, began or ended, whichever came last. */
    readonly ageSeconds: number
  }[]
}
