/// <reference lib="es2024.string" />
// Node 20 has what the compiler's es2023 does not yet name.
import { createHash } from 'node:crypto'
import type { Notification, WebhookFormat } from '../domain/notification.ts'
import { asCycle, asSlotDate, type Slot } from '../domain/slot.ts'
import { canonical, isObject, type JsonObject } from './json.ts'

/** The payload of a notification, and the member of the envelope that held it. */
export interface Payload {
  readonly field: string
  readonly members: JsonObject
}

/** What the envelope of an authentic notification says; null without the two texts nothing can be done without. */
export const readEnvelope = (envelope: JsonObject, format: WebhookFormat): Notification | null => {
  const webhookId = nameIn(envelope.webhookId)
  const type = nameIn(format === 'signed-body' ? envelope.type : envelope.eventType)
  if (webhookId === null || type === null) return null
  const payload = format === 'signed-body' ? payloadOf(envelope) : subjectOf(envelope)
  return {
    webhookId,
    format,
    type,
    sentAt: nameIn(envelope.timestamp),
    payloadField: payload?.field ?? null,
    slot: payload !== null && format === 'signed-body' ? slotOf(type, payload.members) : null,
    content: contentOf(envelope),
  }
}

/** Longer texts are no identifiers; half a surrogate pair could not be kept as it came, and two ids would become one. */
const nameIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME && value.isWellFormed() ? value : null
const LONGEST_NAME = 200

/** The name of the payload field is not shown in api.md: `data`, else `payload`, else the only member that is an object. */
export const payloadOf = (envelope: JsonObject): Payload | null =>
  memberOf(envelope, 'data') ?? memberOf(envelope, 'payload') ?? onlyObjectIn(envelope)

/** The second format: one of the two is there. */
const subjectOf = (envelope: JsonObject): Payload | null =>
  memberOf(envelope, 'paymentRequest') ?? memberOf(envelope, 'paymentMethod')

const memberOf = (envelope: JsonObject, field: string): Payload | null => {
  const members = Object.hasOwn(envelope, field) ? envelope[field] : null
  return isObject(members) ? { field, members } : null
}

const onlyObjectIn = (envelope: JsonObject): Payload | null => {
  const [field, ...others] = Object.keys(envelope).filter((name) => isObject(envelope[name]))
  return field === undefined || others.length > 0 ? null : memberOf(envelope, field)
}

/** The slot an invoice or a settlement belongs to, when it names one that may meet a URL. */
const slotOf = (type: string, members: JsonObject): Slot | null => {
  const [date, cycle] =
    type === 'settlement'
      ? [members.date, members.cycle]
      : type === 'invoice'
        ? [members.settlementDate, members.settlementTime]
        : []
  if (typeof date !== 'string' || typeof cycle !== 'string') return null
  const slot = { date: asSlotDate(date), cycle: asCycle(cycle) }
  return slot.date === null || slot.cycle === null ? null : { date: slot.date, cycle: slot.cycle }
}

/** The timestamp is that of the attempt and differs on every retry (api.md, Envelope); the order of members says nothing. */
const contentOf = ({ timestamp: _, ...said }: JsonObject): Uint8Array =>
  createHash('sha256').update(canonical(said)).digest()
