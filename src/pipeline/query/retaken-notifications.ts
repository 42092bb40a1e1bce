import type { Slot } from '../../domain/slot.ts'
import type { InboxEvent, StoredEvent } from '../../storage/inbox/inbox.ts'
import { readEnvelope } from '../../webhooks/claims/envelope.ts'
import { objectIn } from '../../webhooks/claims/json.ts'

/**
 * The notifications that named no settlement when they came and name one under the present `webhookPayloadField`: each with the
 * settlement that its stored body names.
 */
export const retakenNotifications = (
  unusable: Iterable<StoredEvent>,
  payloadField: string | null,
): readonly InboxEvent[] => {
  const retaken: InboxEvent[] = []
  for (const { headers: _, body, others: __, ...event } of unusable) {
    const slot = slotIn(body, event, payloadField)
    if (slot !== null) retaken.push({ ...event, slot })
  }
  return retaken
}

const slotIn = (body: Uint8Array, { format }: Pick<InboxEvent, 'format'>, payloadField: string | null): Slot | null => {
  const envelope = objectIn(body)
  return envelope === null ? null : (readEnvelope(envelope, { format, payloadField })?.slot ?? null)
}
