import type { AnswerDocument, DateText, TimeText } from './answer-document.ts'
import type { JobDocument } from './run-document.ts'

/** A notification that was received, and what became of it. */
export interface ReceivedDocument {
  readonly webhookId: string
  readonly type: string
  readonly state: 'waiting' | 'done' | 'kept'
  /** Null where it names no settlement. */
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
  /** How often another body came under its id. */
  readonly conflicts: number
}

export interface WebhooksListDocument extends AnswerDocument<'webhooks list'> {
  readonly events: readonly ReceivedDocument[]
}

export interface WebhooksShowDocument extends AnswerDocument<'webhooks show'> {
  readonly event: ReceivedDocument & {
    readonly headers: { readonly [name: string]: string }
    /** As it came: it names persons. */
    readonly body: string
    readonly others: readonly { readonly receivedAt: TimeText; readonly body: string }[]
  }
}

/** The line that `webhooks serve` prints when it listens. */
export interface WebhooksServeDocument {
  readonly url: string
  readonly healthUrl: string
}

/** The settlements that notifications named, and what became of the notifications. */
export interface InboxDocument extends JobDocument<'inbox' | 'webhooks replay'> {
  /** Absent where the command failed before it came to the notifications. */
  readonly events?: {
    readonly done: number
    readonly failed: number
    /** Waiting until their settlements are due. */
    readonly early: number
    /** Not to be tried again yet, beside these. */
    readonly waiting: number
    /** They should name a settlement and do not. */
    readonly unusable: number
  }
}
