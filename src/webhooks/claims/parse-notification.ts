import type { Instant } from '../../core/calendar/calendar.ts'
import { type Centavos, fromPesos } from '../../core/money.ts'
import type { ClaimOnSlot } from '../../core/notifications/notification.ts'
import type { JsonObject } from '../../std/json/json-object.ts'
import { memberOf } from './envelope.ts'
import { objectIn } from './json.ts'

/** A stored notification, and the member that held its payload when it arrived. */
export interface StoredNotification {
  readonly webhookId: string
  readonly body: Uint8Array
  readonly receivedAt: Instant
  readonly payloadField: string | null
}

type Arrival = Pick<StoredNotification, 'webhookId' | 'receivedAt'>

/** The claim of a stored notification in our words; null when it has none that can be compared. */
export const parseNotification = ({ body, payloadField, ...arrival }: StoredNotification): ClaimOnSlot | null => {
  const envelope = objectIn(body)
  const payload = envelope === null || payloadField === null ? null : memberOf(envelope, payloadField)
  if (envelope === null || payload === null || typeof payload.members.status !== 'string') return null
  return envelope.type === 'settlement'
    ? settlementIn(payload.members, payload.members.status, arrival)
    : invoiceIn(payload.members, payload.members.status, arrival)
}

/**
 * The field names inside the payload are assumed to be those of the resource, since api.md (Settlement) does not show
 * them.
 */
const settlementIn = (members: JsonObject, status: string, { webhookId, receivedAt }: Arrival): ClaimOnSlot => ({
  kind: 'settlement',
  webhookId,
  receivedAt,
  status,
  invoiceCount: Number.isSafeInteger(members.numberOfInvoices) ? Number(members.numberOfInvoices) : null,
  collected: sumOf(members.amountCollected),
  fees: sumOf(members.fees),
  adjustments: sumOf(members.adjustments),
  payout: sumOf(members.paymentAmount),
})

const invoiceIn = (
  { id, amount, paymentAmount }: JsonObject,
  status: string,
  { webhookId, receivedAt }: Arrival,
): ClaimOnSlot | null =>
  typeof id === 'string' && id !== ''
    ? {
        kind: 'invoice',
        webhookId,
        receivedAt,
        invoiceId: id,
        status,
        amount: sumOf(amount),
        paid: sumOf(paymentAmount),
      }
    : null

const sumOf = (value: unknown): Centavos | null => (typeof value === 'number' ? fromPesos(value) : null)
