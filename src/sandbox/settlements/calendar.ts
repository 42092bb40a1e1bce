import { addDays, dayAt, instantOf, MINUTE_MS, weekdayOf } from '../time/clock.ts'

/** Holidays on a fixed date, whatever the weekday (Ley 51 de 1983, article 1). */
const FIXED = ['01-01', '05-01', '07-20', '08-07', '12-08', '12-25'] as const

/** Holidays moved to the following Monday unless they already fall on one (the same law, known as Ley Emiliani). */
const MOVED = ['01-06', '03-19', '06-29', '08-15', '10-12', '11-01', '11-11'] as const

/** Days from Easter Sunday: Maundy Thursday and Good Friday stay; Ascension, Corpus Christi and Sacred Heart are Mondays. */
const FROM_EASTER = [-3, -2, 43, 64, 71] as const

/**
 * 9 July, Our Lady of Chiquinquira, became a national holiday with Ley 2578 de 2026 and follows Ley Emiliani:
 * in 2026 it falls on a Thursday and is kept on Monday the 13th.
 */
const CHIQUINQUIRA = { monthDay: '07-09', since: 2026 } as const

/** Gregorian Easter Sunday after the method published in Nature in 1876. */
export const easterOf = (year: number): string => {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const correction = Math.floor((century + 8) / 25)
  const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor((century - correction + 1) / 3) + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - moon - (inCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const sum = moon + weekday - 7 * late + 114
  const month = String(Math.floor(sum / 31)).padStart(2, '0')
  return `${year}-${month}-${String((sum % 31) + 1).padStart(2, '0')}`
}

const mondayFrom = (day: string): string => addDays(day, (8 - weekdayOf(day)) % 7)

/** The holidays of a year in Colombia, in order of the calendar. */
export const holidaysOf = (year: number): readonly string[] => {
  const easter = easterOf(year)
  const moved: string[] = [...MOVED]
  if (year >= CHIQUINQUIRA.since) moved.push(CHIQUINQUIRA.monthDay)
  const days = [
    ...FIXED.map((monthDay) => `${year}-${monthDay}`),
    ...moved.map((monthDay) => mondayFrom(`${year}-${monthDay}`)),
    ...FROM_EASTER.map((days) => addDays(easter, days)),
  ]
  // The day of the payment in Bogota.
  return [...new Set(days)].sort()
}

const known = new Map<number, ReadonlySet<string>>()

const holidaySet = (year: number): ReadonlySet<string> => {
  const kept = known.get(year) ?? new Set(holidaysOf(year))
  known.set(year, kept)
  return kept
}

/** Banks neither clear nor pay on Saturdays, Sundays and holidays. */
export const isBusinessDay = (day: string): boolean => {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !holidaySet(Number(day.slice(0, 4))).has(day)
}

/** The business day this many business days after (or before) a day; with 0, the day itself or the next business day. */
export const shiftBusinessDays = (day: string, count: number): string => {
  const step = count < 0 ? -1 : 1
  let left = Math.abs(count)
  let at = day
  while (left > 0) {
    at = addDays(at, step)
    if (isBusinessDay(at)) left -= 1
  }
  while (!isBusinessDay(at)) at = addDays(at, step)
  return at
}

export const METHODS = ['pse', 'nequiButton', 'bancolombiaButton', 'breb', 'card'] as const
export type Method = (typeof METHODS)[number]

export const SOURCES = ['whatsapp', 'portal', 'link'] as const
export type Source = (typeof SOURCES)[number]

/** The five settlement cycles of a day, named after their hours in Bogota (api.md, What the service does). */
export const CYCLES = ['11', '13', '16', '18', '20'] as const

/** When a payment method's money reaches a settlement. api.md does not show the calendar of each method. */
interface MethodCalendar {
  /** The cycles that settle this method, in order of the day. */
  readonly cycles: readonly string[]
  /** A payment must be made this many minutes before the cycle's hour. */
  readonly cutoffMinutes: number
  /** Business days between the cut-off and the settlement. */
  readonly businessDays: number
}

export type Calendars = Readonly<Record<Method, MethodCalendar>>

export interface SandboxSlot {
  readonly date: string
  readonly cycle: string
}

export const isMethod = (text: unknown): text is Method => METHODS.some((method) => method === text)
export const isSource = (text: unknown): text is Source => SOURCES.some((source) => source === text)

/** The instant of a cycle's hour. */
export const hourOf = ({ date, cycle }: SandboxSlot): number => instantOf(date, Number(cycle))

const cutoffOf = (calendar: MethodCalendar, slot: SandboxSlot): number =>
  hourOf(slot) - calendar.cutoffMinutes * MINUTE_MS

const neverOff = (): boolean => false

/**
 * The settlement in which a payment made at this instant is expected: the next one of its method that is still open.
 */
export const expectedSlot = (
  calendar: MethodCalendar,
  paidAt: number,
  closed: (slot: SandboxSlot) => boolean = neverOff,
): SandboxSlot => {
  for (let day = shiftBusinessDays(dayAt(paidAt), 0); ; day = shiftBusinessDays(day, 1)) {
    const date = shiftBusinessDays(day, calendar.businessDays)
    const cycle = calendar.cycles.find(
      (candidate) =>
        paidAt <= cutoffOf(calendar, { date: day, cycle: candidate }) && !closed({ date, cycle: candidate }),
    )
    if (cycle !== undefined) return { date, cycle }
  }
}

/** A settlement has the payments after the first instant, up to and including the second. */
export interface PaymentWindow {
  readonly after: number
  readonly until: number
}

/** The reverse of `expectedSlot`: the window of payments that are settled in this slot; undefined for some slots. */
export const paymentWindow = (calendar: MethodCalendar, slot: SandboxSlot): PaymentWindow | undefined => {
  const place = calendar.cycles.indexOf(slot.cycle)
  if (place < 0 || !isBusinessDay(slot.date)) return undefined
  const day = shiftBusinessDays(slot.date, -calendar.businessDays)
  const earlier = calendar.cycles[place - 1]
  const previous =
    earlier === undefined
      ? { date: shiftBusinessDays(day, -1), cycle: calendar.cycles.at(-1) ?? '' }
      : { date: day, cycle: earlier }
  return { after: cutoffOf(calendar, previous), until: cutoffOf(calendar, { date: day, cycle: slot.cycle }) }
}
