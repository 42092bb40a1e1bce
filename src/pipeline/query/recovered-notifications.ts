import type { InboxEvent, StoredEvent } from '../../storage/inbox/inbox.ts'
import { readEnvelope } from '../../webhooks/claims/envelope.ts'
import { objectIn } from '../../webhooks/claims/json.ts'

/**
 * The notifications that named no settlement on arrival but name one under the present `webhookPayloadField`, each with
 * that settlement.
 */
export const recoveredNotifications = (
  unusable: Iterable<StoredEvent>,
  payloadField: string | null,
): readonly InboxEvent[] => {
  const recovered: InboxEvent[] = []
  for (const { headers: _, body, others: __, ...event } of unusable) {
    const named = settlementNamedIn(body, event, payloadField)
    if (named !== null) recovered.push({ ...event, ...named })
  }
  return recovered
}

const settlementNamedIn = (
  body: Uint8Array,
  { format }: Pick<InboxEvent, 'format'>,
  payloadField: string | null,
): Pick<InboxEvent, 'slot' | 'payloadField'> | null => {
  const envelope = objectIn(body)
  const notification = envelope === null ? null : readEnvelope(envelope, { format, payloadField })
  return notification === null || notification.slot === null
    ? null
    : { slot: notification.slot, payloadField: notification.payloadField }
}
