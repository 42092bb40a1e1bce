import type { Verdict } from '../../domain/assessment/verdict.ts'
import type { AnswerDocument, DateText, TimeText } from './answer-document.ts'

/** A past run. */
export interface PastRunDocument {
  readonly run: number
  readonly id: string
  readonly job: string
  readonly began: TimeText
  /** Null for a run that never ended. */
  readonly ended: TimeText | null
  readonly seconds: number | null
  readonly outcome: string | null
  readonly exitStatus: number | null
  readonly version: string
  readonly slotsRead: number
  readonly slotsNotRead: number
  readonly invoices: number
}

export interface RunsListDocument extends AnswerDocument<'runs list'> {
  readonly runs: readonly PastRunDocument[]
}

export interface RunsShowDocument extends AnswerDocument<'runs show'>, PastRunDocument {
  /** The number of settlements by verdict. */
  readonly verdicts: { readonly [verdict in Verdict]?: number }
  readonly slots: readonly {
    readonly date: DateText
    readonly cycle: string
    readonly at: TimeText | null
    readonly verdict: Verdict | null
    readonly pages: number | null
    readonly invoices: number | null
    /** Why it was not read whole. */
    readonly reason: string | null
  }[]
}
