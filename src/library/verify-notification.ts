import type { IncomingHttpHeaders } from 'node:http'
import type { Notification, WebhookFormat } from '../domain/notifications/notification.ts'
import { CuadreError } from '../std/errors.ts'
import { groupBy } from '../std/group-by.ts'
import { parseNotification } from '../webhooks/claims/parse-notification.ts'
import { verify } from '../webhooks/receiver/verify.ts'
import { documentOf } from './document-of.ts'
import type { InvoiceClaim, NotificationClaim, NotificationVerdict, SettlementClaim } from './notification-verdict.ts'

export type * from './notification-verdict.ts'
export { CuadreError }

/** A request, as provided by any HTTP server. */
export interface NotificationRequest {
  /** The bytes of the body as received: text that was parsed and written again has another signature. */
  readonly body: Uint8Array
  /** Node's `request.headers`, or the `headers` of a `Request`. */
  readonly headers:
    | Iterable<readonly [string, string]>
    | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The integrity key and, during a rotation, the previous one. */
  readonly keys: string | readonly string[]
  /** The signature format; `signed-body` by default. */
  readonly format?: WebhookFormat
  /** The member with the payload; by default it is searched for. */
  readonly payloadField?: string
  /** In ms; now by default. */
  readonly receivedAt?: number
}

/** Verifies a notification, and returns its claim. Nothing is parsed before the signature fits. */
export const verifyNotification = (request: NotificationRequest): NotificationVerdict => {
  const { body, format = 'signed-body', payloadField = null, receivedAt = Date.now() } = request
  const verification = { format, payloadField, keys: keysIn(request.keys) }
  const verdict = verify({ headers: headersIn(request.headers), body, receivedAt }, verification)
  if (verdict.kind === 'refuse') return { kind: 'refused', status: verdict.status, reason: verdict.reason.en }
  if (verdict.kind === 'ignore') return { kind: 'ignored', status: 200, reason: verdict.reason.en }
  const { notification } = verdict
  return { kind: 'accepted', status: 200, ...factsOf(notification), claim: claimOf(notification, body, receivedAt) }
}

const factsOf = ({ webhookId, type, sentAt, slot }: Notification) => ({
  webhookId,
  type,
  sentAt,
  date: slot?.date ?? null,
  cycle: slot?.cycle ?? null,
})

const claimOf = (
  { webhookId, payloadField }: Notification,
  body: Uint8Array,
  receivedAt: number,
): NotificationClaim | null => {
  const claim = parseNotification({ webhookId, body, receivedAt, payloadField })
  if (claim === null) return null
  const { receivedAt: _, webhookId: __, ...members } = claim
  return documentOf<InvoiceClaim | SettlementClaim>(members)
}

const VISIBLE = /[^\s\p{C}]/u

const keysIn = (keys: string | readonly string[]): readonly [string, ...string[]] => {
  const [first, ...others] = typeof keys === 'string' ? [keys] : keys
  if (first !== undefined && [first, ...others].every((key) => VISIBLE.test(key))) return [first, ...others]
  const next = {
    en: 'pass the key the operator gave you when webhooks were enabled',
    es: 'pase la clave que dio el operador al activar las notificaciones',
  }
  throw new CuadreError(
    'NO_INTEGRITY_KEY',
    { en: 'an integrity key is missing or blank', es: 'falta una clave de integridad, o está en blanco' },
    next,
  )
}

/** Names in lower case, as in Node; repeated values are joined by a comma. */
const headersIn = (headers: NotificationRequest['headers']): IncomingHttpHeaders => {
  const pairs: Iterable<readonly [string, string | readonly string[] | undefined]> = isIterable(headers)
    ? headers
    : Object.entries(headers)
  const byName = groupBy(pairs, ([name]) => name.toLowerCase())
  return Object.fromEntries(
    [...byName].flatMap(([name, same]) => {
      const values = same.flatMap(([, value]) => value ?? [])
      return values.length === 0 ? [] : [[name, values.join(', ')]]
    }),
  )
}

const isIterable = (headers: object): headers is Iterable<readonly [string, string]> => Symbol.iterator in headers
