import { dayAt, instantOf, MINUTE_MS } from '../time/day-at.ts'
import { isBusinessDay, shiftBusinessDays } from './holidays.ts'

export const METHODS = ['pse', 'nequiButton', 'bancolombiaButton', 'breb', 'card'] as const
export type Method = (typeof METHODS)[number]

export const SOURCES = ['whatsapp', 'portal', 'link'] as const
export type Source = (typeof SOURCES)[number]

/** The five settlement cycles of a day, named after their hours in Bogota (api.md, What the service does). */
export const CYCLES = ['11', '13', '16', '18', '20'] as const

/** When a payment method's money reaches a settlement. api.md does not show the calendar of each method. */
export interface MethodCalendar {
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
