import {
  type Days,
  expectedCycles,
  type Instant,
  isDue,
  isWithin,
  type Zone,
} from '../../../src/core/calendar/calendar.ts'
import type { Policy } from '../../../src/core/policy.ts'
import { addDays, type Cycle, type Slot, type SlotDate } from '../../../src/core/slot.ts'

/** A slot that was read whole, and the time of the last whole reading. */
export interface LastPull {
  readonly slot: Slot
  readonly readAt: Instant
}

export interface SweepCalendar {
  readonly policy: Policy
  readonly zone: Zone
  readonly now: Instant
  readonly lookbackDays: number
  readonly sweepDays: number
  /** In order of slot. */
  readonly read: readonly LastPull[]
  /** The dates that were already listed without a cycle. */
  readonly listed: ReadonlySet<SlotDate>
}

/** The work of a sweep: slots to read again, and dates to list without a cycle. */
export interface SweepTimetable {
  readonly slots: readonly Slot[]
  readonly dates: readonly SlotDate[]
  /** Dates that are not listed yet, because one of their slots is not due or was never read whole. */
  readonly waiting: readonly SlotDate[]
}

/**
 * Most disputes come early: a slot is read again every week until this many days after its date, and every month later.
 */
const WEEKLY_DAYS = 60
const WEEK = 7
const MONTH = 30

/**
 * The work due for a sweep: slots older than those that the nights read, by their age and last reading; and every date
 * whose expected slots were all read whole and that was never listed without a cycle. Named days are always swept.
 */
export const sweepTimetable = (asked: Days | null, calendar: SweepCalendar): SweepTimetable => {
  const today = calendar.zone.dateAt(calendar.now)
  const first = addDays(today, -calendar.sweepDays)
  const days = asked ?? { from: first, to: today }
  const isSwept = (read: LastPull): boolean => asked !== null || isSweepDue(read, today, calendar)
  const cyclesRead = cyclesByDate(calendar.read.filter(({ slot }) => isWithin(slot.date, days)))
  const unlisted = [...cyclesRead].filter(([date]) => asked !== null || !calendar.listed.has(date))
  const whole = new Set(unlisted.filter(([date, cycles]) => isWholeDate(date, cycles, calendar)).map(dateOf))
  return {
    slots: calendar.read.filter((read) => isWithin(read.slot.date, days) && isSwept(read)).map(({ slot }) => slot),
    dates: [...whole],
    waiting: unlisted.map(dateOf).filter((date) => !whole.has(date)),
  }
}

const dateOf = ([date]: readonly [SlotDate, unknown]): SlotDate => date

/**
 * Counts calendar days of the zone, so that a night that starts a little earlier than the last one still counts as a
 * week later.
 */
const isSweepDue = ({ slot, readAt }: LastPull, today: SlotDate, { zone, lookbackDays }: SweepCalendar): boolean => {
  if (slot.date >= addDays(today, -lookbackDays)) return false
  const pause = addDays(slot.date, WEEKLY_DAYS) >= today ? WEEK : MONTH
  return addDays(zone.dateAt(readAt), pause) <= today
}

const cyclesByDate = (read: readonly LastPull[]): ReadonlyMap<SlotDate, readonly Cycle[]> => {
  const cycles = new Map<SlotDate, Cycle[]>()
  for (const { slot } of read) cycles.set(slot.date, [...(cycles.get(slot.date) ?? []), slot.cycle])
  return cycles
}

/**
 * Whether every expected slot of a date is due and was read whole. Its invoices are then all in the database, or
 * outside its slots.
 */
const isWholeDate = (date: SlotDate, cycles: readonly Cycle[], { policy, zone, now }: SweepCalendar): boolean =>
  expectedCycles(policy).every((cycle) => isDue({ date, cycle }, policy, zone, now) && cycles.includes(cycle))
