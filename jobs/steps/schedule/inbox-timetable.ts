import { dueAt, type Instant, MINUTE_MS, type Zone } from '../../../src/core/calendar/calendar.ts'
import { type Policy, withoutAlias } from '../../../src/core/policy.ts'
import { asCycle, compareSlots, daysFrom, nameOf, type Slot, uniqueSlots } from '../../../src/core/slot.ts'
import type { EventPostponement, InboxEvent } from '../../../src/store/inbox/inbox.ts'

/** What to do with the events that are ready: slots to read, and events to postpone. */
export interface InboxTimetable {
  /** Each slot once, regardless of the number of its events. */
  readonly slots: readonly Slot[]
  readonly events: readonly EventOfSlot[]
  readonly early: readonly EventPostponement[]
  readonly refused: readonly EventPostponement[]
}

/** An event, and the slot that it names, with the cycle under which the service is asked. */
export interface EventOfSlot {
  readonly event: InboxEvent
  readonly slot: Slot
}

interface InboxCalendar {
  readonly policy: Policy
  readonly zone: Zone
  readonly now: Instant
}

/** A slot is read when it is due. An earlier notification waits until then, and the service is not asked. */
export const inboxTimetable = (ready: readonly InboxEvent[], calendar: InboxCalendar): InboxTimetable => {
  const named = ready.flatMap((event) =>
    event.slot === null ? [] : { event, slot: askedAs(event.slot, calendar.policy) },
  )
  const near = named.filter(({ slot, event }) => isNear(slot, calendar.zone, event.receivedAt))
  const nearOnes = new Set(near)
  const due = near.filter(({ slot }) => dueOf(slot, calendar) <= calendar.now)
  const early = near.filter(({ slot }) => dueOf(slot, calendar) > calendar.now)
  return {
    slots: uniqueSlots(due.map(({ slot }) => slot)).toSorted(compareSlots),
    events: due,
    early: early.map(({ event, slot }) => ({
      id: event.id,
      failures: event.failures,
      reason: `${nameOf(slot)} is not due yet`,
      nextTryAt: dueOf(slot, calendar),
    })),
    refused: named.filter((one) => !nearOnes.has(one)).map(({ event }) => postponed(event, TOO_FAR_AWAY, calendar.now)),
  }
}

const dueOf = (slot: Slot, { policy, zone }: InboxCalendar): Instant => dueAt(slot, policy, zone)

/** Aliases are for comparing only: the service is asked for the cycle behind the alias. */
const askedAs = ({ date, cycle }: Slot, policy: Policy): Slot => ({
  date,
  cycle: asCycle(withoutAlias(cycle, policy)) ?? cycle,
})

/** The most days back that are read. Otherwise one old slot would make every later night reach back to it. */
const DISTANCE_MAX_DAYS = 3 * 366
const TOO_FAR_AWAY = 'it names a day more than three years away; the service was not asked'

const isNear = ({ date }: Slot, zone: Zone, receivedAt: Instant): boolean =>
  Math.abs(daysFrom(zone.dateAt(receivedAt), date)) <= DISTANCE_MAX_DAYS

/** Minutes to wait after each failure, similar to the service's own retries (api.md, Retries). */
const PAUSES_MINUTES = [0, 1, 5, 25, 120]

/** Counts one more failure and returns the next time to try, with growing intervals. */
export const postponed = (event: InboxEvent, reason: string, now: Instant): EventPostponement => {
  const failures = event.failures + 1
  const minutes = PAUSES_MINUTES[Math.min(failures, PAUSES_MINUTES.length) - 1] ?? 0
  return { id: event.id, failures, reason, nextTryAt: now + minutes * MINUTE_MS }
}
