import { claimsAt, NO_CLAIMS, type NotificationClaims } from '../../domain/notifications/notification-claims.ts'
import { type Policy, sameCycle } from '../../domain/policy.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import type { SlotDate } from '../../domain/slot.ts'
import { type InboxReading, openInboxReading, type StoredEvent } from '../../storage/inbox/inbox.ts'
import { parseNotification } from '../../webhooks/claims/parse-notification.ts'

/** Reads what the received notifications say of the slots a job looks at. */
export interface ClaimReader {
  /** What the notifications received before the pull began say of its slot. */
  readonly of: (pull: Pull, policy: Policy) => NotificationClaims
  readonly close: () => void
}

/** Opens the inbox to read, if there is one. The receiver can write meanwhile. */
export const openClaims = (path: string, merchant: string): ClaimReader => {
  const inbox = openInboxReading(path, merchant)
  if (inbox === null) return { of: () => NO_CLAIMS, close: () => {} }
  const listeningSince = inbox.listeningSince()
  let day: { readonly date: SlotDate; readonly said: readonly EventClaims[] } | null = null
  return {
    of: ({ slot, at }, policy) => {
      if (day?.date !== slot.date) day = { date: slot.date, said: saidOn(inbox, slot.date) }
      const ofSlot = day.said.filter(({ cycle }) => sameCycle(cycle, slot.cycle, policy))
      const told = ofSlot.flatMap((said) => said.told)
      return claimsAt({ listeningSince, told, conflicts: ofSlot.flatMap(({ conflicts }) => conflicts) }, at)
    },
    close: inbox.close,
  }
}

/** What one event says, without its bytes: a day may have a hundred thousand. */
interface EventClaims extends Pick<NotificationClaims, 'told' | 'conflicts'> {
  readonly cycle: string
}

const saidOn = (inbox: InboxReading, date: SlotDate): readonly EventClaims[] => Array.from(inbox.ofDate(date), saidBy)

const saidBy = (event: StoredEvent): EventClaims => {
  const { webhookId, slot, others } = event
  const told = parseNotification(event)
  return {
    cycle: slot?.cycle ?? '',
    told: told === null ? [] : [told],
    conflicts: others.map((other) => ({ webhookId, receivedAt: other.receivedAt })),
  }
}
