import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { Notification } from '../../core/notifications/notification.ts'
import type { Both } from '../../std/both.ts'
import type { JsonObject } from '../../std/json/json-object.ts'
import { type Layout, readEnvelope } from '../claims/envelope.ts'
import { canonical, objectIn } from '../claims/json.ts'

/** The current key and, during a rotation, the previous one. */
type IntegrityKeys = readonly [string, ...string[]]

/**
 * Two headers of one name arrive joined by a comma, and `Buffer.from(_, 'hex')` would ignore everything after the
 * digits.
 */
const SIGNATURE = /^[0-9a-f]{64}$/

/**
 * Whether the signature is the lowercase hexadecimal HMAC-SHA256 of these bytes under one of the keys (api.md,
 * Signature verification). Every key is tried, so that the time taken does not depend on which one fits.
 */
export const isSigned = (signed: Uint8Array | string, signature: unknown, keys: IntegrityKeys): boolean => {
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  return keys.map((key) => timingSafeEqual(hmac(signed, key), given)).includes(true)
}

const hmac = (signed: Uint8Array | string, key: string): Buffer => createHmac('sha256', key).update(signed).digest()

/** A request as received, with its whole body. */
interface Request {
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
  readonly receivedAt: Instant
}

export interface VerificationSettings extends Layout {
  readonly keys: IntegrityKeys
}

/** The verdict on a request: accept, ignore or refuse. Reasons never quote the request. */
export type Authenticity =
  | { readonly kind: 'accept'; readonly notification: Notification }
  | { readonly kind: 'ignore'; readonly reason: Both<string> }
  | { readonly kind: 'refuse'; readonly status: 400 | 401; readonly reason: Both<string> }

const refuse = (status: 400 | 401, reason: Both<string>): Authenticity => ({ kind: 'refuse', status, reason })

/** Nothing is parsed before the signature fits. Only the configured format is tried. */
export const verify = (request: Request, verification: VerificationSettings): Authenticity =>
  verification.format === 'signed-body' ? verifyBody(request, verification) : verifyHeader(request, verification)

const verifyBody = ({ headers, body }: Request, { keys, ...layout }: VerificationSettings): Authenticity => {
  if (headers['x-encoded-data'] !== undefined)
    return refuse(401, {
      en: 'it carries X-Encoded-Data, which the format signed-body does not have',
      es: 'trae X-Encoded-Data, que el formato signed-body no tiene',
    })
  if (!isSigned(body, headers['x-signature'], keys))
    return refuse(401, { en: 'X-Signature does not match the body', es: 'X-Signature no corresponde al contenido' })
  const envelope = objectIn(body)
  return envelope === null ? refuse(400, NOT_JSON) : accept(envelope, layout)
}

const verifyHeader = (
  { headers, body, receivedAt }: Request,
  { keys, ...layout }: VerificationSettings,
): Authenticity => {
  const encoded = headers['x-encoded-data']
  if (typeof encoded !== 'string') return refuse(401, { en: 'X-Encoded-Data is missing', es: 'falta X-Encoded-Data' })
  if (!isSigned(encoded, headers['x-signature'], keys))
    return refuse(401, {
      en: 'X-Signature does not match X-Encoded-Data',
      es: 'X-Signature no corresponde a X-Encoded-Data',
    })
  const signed = BASE64.test(encoded) ? objectIn(Buffer.from(encoded, 'base64')) : null
  if (signed === null)
    return refuse(400, {
      en: 'X-Encoded-Data is not base64 of a JSON object',
      es: 'X-Encoded-Data no es un objeto JSON en base64',
    })
  const envelope = objectIn(body)
  if (envelope === null) return refuse(400, NOT_JSON)
  if (canonical(signed) !== canonical(envelope))
    return refuse(401, {
      en: 'the body is not what X-Encoded-Data says',
      es: 'el contenido no es el que indica X-Encoded-Data',
    })
  return freshOrNot(accept(envelope, layout), receivedAt)
}

const NOT_JSON: Both<string> = {
  en: 'the body is not a JSON object that can be followed',
  es: 'el contenido no es un objeto JSON que se pueda leer',
}
/** `Buffer.from(_, 'base64')` skips everything that is not base64. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const accept = (envelope: JsonObject, layout: Layout): Authenticity => {
  const notification = readEnvelope(envelope, layout)
  return notification === null
    ? refuse(400, {
        en: 'webhookId or the type is not a text of 1 to 200 characters',
        es: 'webhookId o el tipo no es un texto de 1 a 200 caracteres',
      })
    : { kind: 'accept', notification }
}

const TWO_DAYS = 2 * 24 * 3_600_000
const TOO_OLD: Both<string> = { en: 'it is older than two days', es: 'tiene más de dos días' }

/**
 * A rule of the format encoded-header (api.md): the timestamp is that of creation, and a notification older than two
 * days is ignored.
 */
const freshOrNot = (verdict: Authenticity, receivedAt: Instant): Authenticity => {
  if (verdict.kind !== 'accept') return verdict
  const sentAt = instantOf(verdict.notification.sentAt ?? '')
  if (Number.isNaN(sentAt))
    return refuse(400, { en: 'timestamp is not a date-time', es: 'timestamp no es una fecha con hora' })
  return receivedAt - sentAt > TWO_DAYS ? { kind: 'ignore', reason: TOO_OLD } : verdict
}

/** A time without an offset is in UTC, whatever the zone of the host. NaN when it is no date-time. */
const instantOf = (text: string): number => {
  const inUtc = Date.parse(`${text}Z`)
  return Number.isNaN(inUtc) ? Date.parse(text) : inUtc
}
