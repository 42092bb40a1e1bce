import type { IncomingHttpHeaders } from 'node:http'
import { isUint8Array } from 'node:util/types'
import { type Notification, WEBHOOK_FORMATS, type WebhookFormat } from '../core/notifications/notification.ts'
import { oneOf, optionsIn, orElse, refuseValue, text, type ValueReader } from '../input/readers.ts'
import { CuadreError, usageError } from '../std/errors.ts'
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
  /** The integrity key and, during a rotation, the previous one. Those that are undefined or empty do not count. */
  readonly keys: string | undefined | readonly (string | undefined)[]
  /** The signature format; `signed-body` by default. */
  readonly format?: WebhookFormat
  /** The member with the payload; by default it is searched for. */
  readonly payloadField?: string
  /** In ms; now by default. */
  readonly receivedAt?: number
}

/** Verifies a notification, and returns its claim. Nothing is parsed before the signature fits. */
export const verifyNotification = (request: NotificationRequest): NotificationVerdict => {
  const { body, headers, receivedAt, ...verification } = optionsIn('verifyNotification', request, REQUEST)
  const verdict = verify({ headers, body, receivedAt }, verification)
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
const KEYS = { en: 'the key as a text, or a list of such keys', es: 'la clave como texto, o una lista de tales claves' }

const keysIn: ValueReader<readonly [string, ...string[]]> = (name, value) => {
  const [first, ...others] = [value].flat().filter((key) => key !== undefined && key !== null && key !== '')
  const isKey = (key: unknown): key is string => typeof key === 'string'
  if (first === undefined) throw withoutKey()
  if (!isKey(first) || !others.every(isKey)) return refuseValue(name, value, KEYS)
  if (![first, ...others].every((key) => VISIBLE.test(key))) throw withoutKey()
  return [first, ...others]
}

const withoutKey = (): CuadreError =>
  new CuadreError(
    'NO_INTEGRITY_KEY',
    { en: 'an integrity key is missing or blank', es: 'falta una clave de integridad, o está en blanco' },
    {
      en: 'pass the key the operator gave you when webhooks were enabled',
      es: 'pase la clave que dio el operador al activar las notificaciones',
    },
  )

const bodyIn: ValueReader<Uint8Array> = (name, value) => {
  if (isUint8Array(value)) return value
  throw usageError(
    { en: `${name} must be bytes, not a text or an object`, es: `${name} debe ser bytes, no un texto ni un objeto` },
    {
      en: 'pass the bytes as they came, in a Buffer or Uint8Array: what was parsed has another signature',
      es: 'pase los bytes como llegaron, en un Buffer o Uint8Array: lo que ya se interpretó tiene otra firma',
    },
  )
}

const HEADERS = {
  en: "Node's request.headers, or the headers of a Request",
  es: 'request.headers de Node, o los encabezados de un Request',
}

/** Names in lower case, as in Node; repeated values are joined by a comma. */
const headersIn: ValueReader<IncomingHttpHeaders> = (option, headers) => {
  if (typeof headers !== 'object' || headers === null) return refuseValue(option, headers, HEADERS)
  const pairs = isIterable(headers) ? [...headers] : Object.entries(headers)
  if (!pairs.every(isPair)) return refuseValue(option, headers, HEADERS)
  const byName = groupBy(pairs, ([name]) => name.toLowerCase())
  return Object.fromEntries(
    [...byName].flatMap(([name, same]) => {
      const values = same.flatMap(([, value]) => value ?? [])
      return values.length === 0 ? [] : [[name, values.join(', ')]]
    }),
  )
}

type Pair = readonly [string, string | readonly string[] | undefined]
const isPair = (pair: unknown): pair is Pair => Array.isArray(pair) && typeof pair[0] === 'string'

const isIterable = (headers: object): headers is Iterable<unknown> => Symbol.iterator in headers

const A_TIME = { en: 'a time in ms, like Date.now()', es: 'una hora en ms, como Date.now()' }

const moment: ValueReader<number> = (name, value = Date.now()) =>
  typeof value === 'number' && Number.isFinite(value) ? value : refuseValue(name, value, A_TIME)

const REQUEST = {
  body: bodyIn,
  headers: headersIn,
  keys: keysIn,
  format: orElse(oneOf(WEBHOOK_FORMATS), 'signed-body' as const),
  payloadField: orElse(text, null),
  receivedAt: moment,
} satisfies { readonly [Name in keyof NotificationRequest]-?: ValueReader<unknown> }
