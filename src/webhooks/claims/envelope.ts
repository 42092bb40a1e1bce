/// <reference lib="es2024.string" />
// Node 20 has what the compiler's es2023 does not yet name.
import { createHash } from 'node:crypto'
import {
  type Notification,
  UNUSABLE,
  type Unusable,
  type WebhookFormat,
} from '../../core/notifications/notification.ts'
import { asCycle, asSlotDate, type Slot } from '../../core/slot.ts'
import { isObject, type JsonObject } from '../../std/json/json-object.ts'
import { canonical } from './json.ts'

/** The payload of a notification, and the member of the envelope that has it. */
export interface Payload {
  readonly field: string
  readonly members: JsonObject
}

/** The layout of notifications: two assumptions, since api.md does not show it. */
export interface Layout {
  readonly format: WebhookFormat
  /** The member with the payload in the format signed-body; null means that it is searched for. */
  readonly payloadField: string | null
}

/** Parses the envelope of an authentic notification; null without an id and a type. */
export const readEnvelope = (envelope: JsonObject, { format, payloadField }: Layout): Notification | null => {
  const webhookId = nameIn(envelope.webhookId)
  const type = nameIn(format === 'signed-body' ? envelope.type : envelope.eventType)
  if (webhookId === null || type === null) return null
  const payload = format === 'signed-body' ? payloadOf(envelope, payloadField) : subjectOf(envelope)
  const missing = payloadField === null ? UNUSABLE.payload : UNUSABLE.payloadField
  // In the format encoded-header a notification may name no settlement.
  const place = format === 'signed-body' ? placeOf(type, payload?.members ?? missing) : NO_PLACE
  return {
    webhookId,
    format,
    type,
    sentAt: nameIn(envelope.timestamp),
    payloadField: payload?.field ?? null,
    ...place,
    content: contentOf(envelope),
  }
}

/**
 * Longer texts are not identifiers. Half a surrogate pair could not be stored unchanged, and two ids would become one.
 */
const nameIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= NAME_MAX_CHARACTERS && value.isWellFormed()
    ? value
    : null
const NAME_MAX_CHARACTERS = 200

/**
 * api.md does not show the name of the payload member. A configured name is the only one tried; otherwise it is `data`,
 * else `payload`, else the only member that is an object.
 */
const payloadOf = (envelope: JsonObject, field: string | null): Payload | null =>
  field === null
    ? (memberOf(envelope, 'data') ?? memberOf(envelope, 'payload') ?? onlyObjectIn(envelope))
    : memberOf(envelope, field)

/** The subject in the format encoded-header: one of the two members. */
const subjectOf = (envelope: JsonObject): Payload | null =>
  memberOf(envelope, 'paymentRequest') ?? memberOf(envelope, 'paymentMethod')

export const memberOf = (envelope: JsonObject, field: string): Payload | null => {
  const members = Object.hasOwn(envelope, field) ? envelope[field] : null
  return isObject(members) ? { field, members } : null
}

const onlyObjectIn = (envelope: JsonObject): Payload | null => {
  const [field, ...others] = Object.keys(envelope).filter((name) => isObject(envelope[name]))
  return field === undefined || others.length > 0 ? null : memberOf(envelope, field)
}

type Place = Pick<Notification, 'slot' | 'unusable'>

const NO_PLACE: Place = { slot: null, unusable: null }
const unusable = (reason: Unusable): Place => ({ slot: null, unusable: reason })

/**
 * The slot of an invoice or a settlement when its date and cycle are safe in a URL; else the reason why it has none.
 */
const placeOf = (type: string, members: JsonObject | Unusable): Place => {
  if (type !== 'settlement' && type !== 'invoice') return unusable(UNUSABLE.type)
  if (typeof members === 'string') return unusable(members)
  const [date, cycle] =
    type === 'settlement' ? [members.date, members.cycle] : [members.settlementDate, members.settlementTime]
  const slot = slotOf(date, cycle)
  if (slot !== null) return { slot, unusable: null }
  if (type === 'invoice' && isUnpaid(members)) return NO_PLACE
  return unusable(typeof cycle === 'number' ? UNUSABLE.cycle : UNUSABLE.slot)
}

/** Without a payment there is no settlement (api.md, Invoice). */
const isUnpaid = ({ status }: JsonObject): boolean => status === 'ready' || status === 'cancelled'

/** The cycle is always a string (api.md): a number is no label, and is never converted to one. */
const slotOf = (date: unknown, cycle: unknown): Slot | null => {
  const day = typeof date === 'string' ? asSlotDate(date) : null
  const label = typeof cycle === 'string' ? asCycle(cycle) : null
  return day === null || label === null ? null : { date: day, cycle: label }
}

/**
 * The contents without the timestamp, which belongs to the attempt and differs on every retry (api.md, Envelope), in an
 * order that does not depend on that of the members.
 */
const contentOf = ({ timestamp: _, ...said }: JsonObject): Uint8Array =>
  createHash('sha256').update(canonical(said)).digest()
