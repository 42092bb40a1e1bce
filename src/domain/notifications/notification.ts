import type { Instant } from '../calendar/calendar.ts'
import type { Slot } from '../slot.ts'

/** How notifications are signed and laid out: api.md describes two, and does not show which one applies. */
export const WEBHOOK_FORMATS = ['signed-body', 'encoded-header'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** What an authentic notification says of itself, before anybody works on it. Foreign text is kept as it came. */
export interface Notification {
  readonly webhookId: string
  readonly format: WebhookFormat
  /** `invoice` or `settlement`, or whatever else stands there. */
  readonly type: string
  /** The envelope's timestamp as it came. */
  readonly sentAt: string | null
  /** The member that held the payload; null when none did. */
  readonly payloadField: string | null
  /** The settlement slot it names; null when it names none that can be asked for. */
  readonly slot: Slot | null
  /** Why it names no settlement although it should; null when it names one, or has none to name. */
  readonly unusable: Unusable | null
  /** SHA-256 of what it says, its timestamp aside: two with one id must not differ in it. */
  readonly content: Uint8Array
}

/** Why nothing can be looked at for a notification; kept with it, and shown. */
export const UNUSABLE = {
  type: 'its type is neither invoice nor settlement',
  payload: 'it has no payload, or more than one member that could be it',
  payloadField: 'it has no payload under the name that the setting webhookPayloadField gives',
  slot: 'its payload names no settlement date and cycle that can be asked for',
} as const
export type Unusable = (typeof UNUSABLE)[keyof typeof UNUSABLE]

/** A notification as it arrived: its bytes, and the headers that vouch for them. */
export interface Delivery extends Notification {
  readonly receivedAt: Instant
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** What taking in a delivery came to: one id is one event, however often it is delivered. */
export type IntakeResult = 'new' | 'repeated' | 'conflict'
