import type { Instant } from '../calendar/calendar.ts'
import type { Slot } from '../slot.ts'

/** The two forms of signature and layout in api.md, which does not show which one applies. */
export const WEBHOOK_FORMATS = ['signed-body', 'encoded-header'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** The envelope of an authentic notification, before it is processed. Foreign text is stored as received. */
export interface Notification {
  readonly webhookId: string
  readonly format: WebhookFormat
  /** `invoice`, `settlement`, or any other text. */
  readonly type: string
  /** The envelope's timestamp as received. */
  readonly sentAt: string | null
  /** The name of the member with the payload; null when none has it. */
  readonly payloadField: string | null
  /** The settlement it names; null when it names none that can be requested. */
  readonly slot: Slot | null
  /** Why it names no settlement although it should; null otherwise. */
  readonly unusable: Unusable | null
  /** SHA-256 of its content without the timestamp: two notifications with one id must agree on it. */
  readonly content: Uint8Array
}

/** Why a notification cannot be processed; stored with it, and shown. */
export const UNUSABLE = {
  type: 'its type is neither invoice nor settlement',
  payload: 'it has no payload, or more than one member that could be it',
  payloadField: 'it has no payload under the name that the setting webhookPayloadField gives',
  slot: 'its payload names no settlement date and cycle that can be asked for',
  cycle: 'the settlement cycle in its payload is a number, and cycles are text',
} as const
export type Unusable = (typeof UNUSABLE)[keyof typeof UNUSABLE]

/** A notification as it arrived: its bytes, and the headers that prove them. */
export interface Delivery extends Notification {
  readonly receivedAt: Instant
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** The result of storing a delivery: one id is one event, however often it is delivered. */
export type IntakeResult = 'new' | 'repeated' | 'conflict'
