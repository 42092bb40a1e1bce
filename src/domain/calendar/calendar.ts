import type { Policy } from '../policy.ts'
import { type Cycle, minuteOfDay, type Slot, type SlotDate } from '../slot.ts'

/** A moment, in milliseconds since 1970-01-01T00:00Z. */
export type Instant = number

/** The functions of a time zone. The caller passes one in, so that the domain depends neither on a library nor on the host's zone. */
export interface Zone {
  readonly name: string
  /** The moment at which that day and minute begin in the zone. Minute 1440 is the next midnight. */
  readonly instantOf: (date: SlotDate, minute: number) => Instant
  /** The calendar day in the zone at that moment. */
  readonly dateAt: (instant: Instant) => SlotDate
  /**
   * The calendar day in the zone of an ISO 8601 date-time; one without offset is already in the zone. Null for any
   * other text.
   */
  readonly dayOf: (dateTime: string) => SlotDate | null
  /** `YYYY-MM-DD HH:mm:ss` in the zone at that moment. */
  readonly clockAt: (instant: Instant) => string
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000

/** The moment of the slot's cycle (api.md, Settlement timing), in the policy's zone, which is an assumption. */
export const cycleHour = (slot: Slot, zone: Zone): Instant => zone.instantOf(slot.date, minuteOfDay(slot.cycle))

/** The slot's hour plus the grace. An earlier run reads the slot only when a person names it. */
export const dueAt = (slot: Slot, policy: Policy, zone: Zone): Instant =>
  cycleHour(slot, zone) + policy.graceMinutes * MINUTE_MS

export const isDue = (slot: Slot, policy: Policy, zone: Zone, now: Instant): boolean => now >= dueAt(slot, policy, zone)

/** Hours from the slot's cycle to that moment, with fractions. */
export const hoursSince = (slot: Slot, zone: Zone, now: Instant): number => (now - cycleHour(slot, zone)) / HOUR_MS

/** Whole hours from one moment to another. */
export const wholeHoursBetween = (from: Instant, to: Instant): number => Math.floor((to - from) / HOUR_MS)

/** The cycles expected on a merchant's day: the documented ones and those the user added. */
export const expectedCycles = (policy: Policy): readonly Cycle[] => [
  ...new Set([...policy.cycles, ...policy.extraCycles]),
]
