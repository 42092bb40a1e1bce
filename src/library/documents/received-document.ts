import type { AnswerDocument, DateText, TimeText } from '../../../reports/documents/answer-document.ts'
import type { JobDocument } from './run-document.ts'

/** A received notification, and its state. */
export interface ReceivedDocument {
  readonly webhookId: string
  readonly type: string
  readonly state: 'waiting' | 'done' | 'kept'
  /** Null when it names no settlement. */
  readonly date: DateText | null
  readonly cycle: string | null
  readonly receivedAt: TimeText
  /** As the service wrote it. */
  readonly sentAt: string | null
  readonly format: string
  readonly payloadField: string | null
  readonly runId: string | null
  readonly failures: number
  readonly reason: string | null
  readonly nextTryAt: TimeText | null
  /** How often another body arrived under its id. */
  readonly conflicts: number
}

export interface WebhooksListDocument extends AnswerDocument<'webhooks list'> {
  readonly events: readonly ReceivedDocument[]
}

export interface WebhooksShowDocument extends AnswerDocument<'webhooks show'> {
  readonly event: ReceivedDocument & {
    readonly headers: { readonly [name: string]: string }
    /** As received: it names persons. */
    readonly body: string
    readonly others: readonly { readonly receivedAt: TimeText; readonly body: string }[]
  }
}

/** The line that `webhooks serve` prints when it listens. */
export interface WebhooksServeDocument {
  readonly url: string
  readonly healthUrl: string
}

/** The settlements that notifications named, and the results for the notifications. */
export interface InboxDocument extends JobDocument<'inbox' | 'webhooks replay'> {
  /** Absent when the command failed before it reached the notifications. */
  readonly events?: {
    readonly done: number
    readonly failed: number
    /** Waiting until their settlements are due. */
    readonly early: number
    /** Other notifications that wait for their next attempt. */
    readonly waiting: number
    /** Notifications that should name a settlement but do not. */
    readonly unusable: number
  }
}
