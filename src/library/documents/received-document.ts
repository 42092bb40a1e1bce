import type { AnswerDocument, DateText, TimeText } from '../../../reports/documents/answer-document.ts'

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
