import {
  type Days,
  expectedCycles,
  type Instant,
  isDue,
  isWithin,
  type Zone,
} from '../../../src/core/calendar/calendar.ts'
import type { Policy } from '../../../src/core/policy.ts'
import {
  addDays,
  type Cycle,
  compareSlots,
  daysBetween,
  nameOf,
  type Slot,
  type SlotDate,
  uniqueSlots,
} from '../../../src/core/slot.ts'
import { isSettled, type Verdict } from '../../../src/core/verdict.ts'
import { groupBy } from '../../../src/std/group-by.ts'

/** The dates, cycles or slots of the command line. */
export interface SettlementQuery {
  /** Null for the dates of an ordinary night. */
  readonly dates: Days | null
  /** Empty for every cycle. */
  readonly cycles: readonly Cycle[]
  /** Only these slots, due or not, instead of those that dates and cycles select. */
  readonly slots?: readonly Slot[]
}

/** Whether a run reads everything that is due. Only such a run shows that the nightly job works. */
export const isWholeNight = (request: SettlementQuery): boolean =>
  isOrdinaryNight(request) && request.cycles.length === 0

/** Whether a run reads the last days, not days or slots that somebody named. */
export const isOrdinaryNight = ({ dates, slots }: SettlementQuery): boolean => dates === null && slots === undefined

/** A slot that the database holds, and its last verdict. */
export interface KnownSlot {
  readonly slot: Slot
  /** Null when no whole pull was assessed. */
  readonly verdict: Verdict | null
  /** Whether money is still to come: the settlement is not final, or the slot could not be read whole. */
  readonly isPending: boolean
}

export interface CycleCalendar {
  readonly policy: Policy
  readonly lookbackDays: number
  readonly zone: Zone
  readonly now: Instant
  readonly known: readonly KnownSlot[]
  /** The last closed day; null when none is closed. */
  readonly closedThrough: SlotDate | null
}

/** The slots of a job in order, and those of them to read. */
export interface Timetable {
  readonly slots: readonly Slot[]
  readonly due: readonly Slot[]
}

/**
 * Selects the slots to read: those asked for; or on an ordinary night the due slots of the last days and older
 * unsettled ones.
 */
export const timetable = (asked: SettlementQuery, calendar: CycleCalendar): Timetable => {
  const due = (slot: Slot): boolean => isDue(slot, calendar.policy, calendar.zone, calendar.now)
  const isNamed = asked.dates !== null && asked.dates.from === asked.dates.to && asked.cycles.length > 0
  if (asked.slots !== undefined) return { slots: asked.slots, due: asked.slots }
  if (asked.dates !== null) {
    const slots = slotsOf(asked.dates, asked, calendar)
    return { slots, due: isNamed ? slots : slots.filter(due) }
  }
  const slots = [...unsettled(asked, calendar), ...slotsOf(recentDays(calendar), asked, calendar)].filter(due)
  return { slots, due: [...pendingOfClosedDays(asked, calendar), ...slots] }
}

/**
 * A closing does not settle a slot that was not final: it is read until it is. The nights read the last days anyway.
 */
const pendingOfClosedDays = ({ cycles }: SettlementQuery, calendar: CycleCalendar): readonly Slot[] => {
  const { known, closedThrough } = calendar
  const { from } = recentDays(calendar)
  return known
    .filter(({ isPending }) => isPending)
    .map(({ slot }) => slot)
    .filter(({ date }) => closedThrough !== null && date <= closedThrough && date < from)
    .filter(({ cycle }) => cycles.length === 0 || cycles.includes(cycle))
}

/** Every expected cycle of these days, and every other cycle that the database has for them. */
export const slotsOf = (
  dates: Days,
  asked: Pick<SettlementQuery, 'cycles'>,
  { policy, known }: Pick<CycleCalendar, 'policy'> & { readonly known: readonly Pick<KnownSlot, 'slot'>[] },
): readonly Slot[] => {
  const cycles = asked.cycles.length > 0 ? asked.cycles : expectedCycles(policy)
  const expected = daysBetween(dates.from, dates.to).flatMap((date) => cycles.map((cycle) => ({ date, cycle })))
  const others = known
    .map(({ slot }) => slot)
    .filter(({ date, cycle }) => isWithin(date, dates) && !cycles.includes(cycle))
  return [...expected, ...(asked.cycles.length > 0 ? [] : others)].sort(compareSlots)
}

const recentDays = ({ zone, now, lookbackDays }: CycleCalendar): Days => {
  const today = zone.dateAt(now)
  return { from: addDays(today, -lookbackDays), to: today }
}

/** Slots that were never read whole or are not settled yet, since the first day ever read that is not closed. */
const unsettled = (asked: SettlementQuery, calendar: CycleCalendar): readonly Slot[] => {
  const { closedThrough, known } = calendar
  const begin = known[0]?.slot.date
  const first =
    begin !== undefined && closedThrough !== null && closedThrough >= begin ? addDays(closedThrough, 1) : begin
  const last = addDays(recentDays(calendar).from, -1)
  if (first === undefined || first > last) return []
  const settled = new Set(calendar.known.filter(isKnownSettled).map(({ slot }) => nameOf(slot)))
  return slotsOf({ from: first, to: last }, asked, calendar).filter((slot) => !settled.has(nameOf(slot)))
}

const isKnownSettled = ({ verdict }: KnownSlot): boolean => verdict !== null && isSettled(verdict)

/** A part ends with the day that fills it: what it reads is in memory until its days are written. */
const SLOTS_IN_PART = 150

/** The timetable in parts, a day whole in one of them and earlier days first. One of a few weeks is one part, even when nothing is due. */
export const partsOf = ({ slots, due }: Timetable, most = SLOTS_IN_PART): readonly Timetable[] => {
  let part: Slot[] = []
  const parts = [part]
  for (const ofDay of groupBy(uniqueSlots([...slots, ...due]).toSorted(compareSlots), ({ date }) => date).values()) {
    if (part.length >= most) {
      part = []
      parts.push(part)
    }
    part.push(...ofDay)
  }
  return parts.map((ofPart) => {
    const days = new Set(ofPart.map(({ date }) => date))
    return { slots: slots.filter(({ date }) => days.has(date)), due: due.filter(({ date }) => days.has(date)) }
  })
}
