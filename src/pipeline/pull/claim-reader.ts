import { claimsAt, NO_CLAIMS, type NotificationClaims } from '../../domain/notifications/notification.ts'
import { type Policy, sameCycle } from '../../domain/policy.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import type { SlotDate } from '../../domain/slot.ts'
import { type InboxEvent, type InboxReader, openInboxReader, type StoredEvent } from '../../storage/inbox/inbox.ts'
import { parseNotification } from '../../webhooks/claims/parse-notification.ts'
import { recoveredNotifications } from '../query/recovered-notifications.ts'

/** Reads the claims of received notifications about the slots of a job. */
export interface ClaimReader {
  /** The claims about the slot in notifications that arrived before the pull began. */
  readonly of: (pull: Pull, policy: Policy) => NotificationClaims
  readonly close: () => void
}

/** Where notifications are stored, and the settings for reading them. */
export interface ClaimSource {
  /** Path of the inbox, which need not exist. */
  readonly inbox: string
  readonly webhookPayloadField: string | null
}

/** Opens the inbox for reading, if there is one. The receiver can still write. */
export const openClaims = ({ inbox: path, webhookPayloadField }: ClaimSource, merchant: string): ClaimReader => {
  const inbox = openInboxReader(path, merchant)
  if (inbox === null) return { of: () => NO_CLAIMS, close: () => {} }
  const listeningSince = inbox.listeningSince()
  const recovered = new Map(
    recoveredNotifications(inbox.keptEvents(), webhookPayloadField).map((event) => [event.webhookId, event]),
  )
  let day: { readonly date: SlotDate; readonly claims: readonly EventClaims[] } | null = null
  return {
    of: ({ slot, at }, policy) => {
      if (day?.date !== slot.date) day = { date: slot.date, claims: claimsOn(inbox, slot.date, recovered) }
      const ofSlot = day.claims.filter(({ cycle }) => sameCycle(cycle, slot.cycle, policy))
      const claims = ofSlot.flatMap((event) => event.claims)
      return claimsAt({ listeningSince, claims, conflicts: ofSlot.flatMap(({ conflicts }) => conflicts) }, at)
    },
    close: inbox.close,
  }
}

/** The claims of one event without its bytes, since a day may have a hundred thousand. */
interface EventClaims extends Pick<NotificationClaims, 'claims' | 'conflicts'> {
  readonly cycle: string
}

/** The claims of the events that named the day on arrival, and of those that name it under the present settings. */
const claimsOn = (
  inbox: InboxReader,
  date: SlotDate,
  recovered: ReadonlyMap<string, InboxEvent>,
): readonly EventClaims[] => [
  ...Array.from(inbox.ofDate(date), claimsIn),
  ...[...recovered.values()].flatMap((event) => {
    const stored = event.slot?.date === date ? inbox.named(event.webhookId) : null
    return stored === null ? [] : [claimsIn({ ...stored, slot: event.slot, payloadField: event.payloadField })]
  }),
]

/** The claim of one event, and its conflicts; a repeated id with another body is one. */
const claimsIn = (event: StoredEvent): EventClaims => {
  const { webhookId, slot, others } = event
  const claim = parseNotification(event)
  return {
    cycle: slot?.cycle ?? '',
    claims: claim === null ? [] : [claim],
    conflicts: others.map((other) => ({ webhookId, receivedAt: other.receivedAt })),
  }
}
