import type { Notes } from '../notes.ts'

/** The sandbox's clock: the machine's, or a fixed one that only moves on request. */
export interface SandboxClock {
  readonly isFixed: () => boolean
  readonly now: () => number
  /** Stops a real clock. */
  readonly stop: () => void
  /** Moves a fixed clock forwards, never back. */
  readonly moveTo: (instant: number) => void
}

/** A fixed clock is stored, so that a sandbox with a file continues where it stopped. */
export const openClock = (notes: Notes, start: number | undefined): SandboxClock => {
  const noted = notes.get('clock')
  let stopped = noted === undefined ? start : Math.max(Number(noted), start ?? 0)
  const now = (): number => stopped ?? Date.now()
  const standAt = (instant: number): void => {
    if (instant === stopped) return
    stopped = instant
    notes.put('clock', String(instant))
  }
  return {
    isFixed: () => stopped !== undefined,
    now,
    stop: () => standAt(now()),
    moveTo: (instant) => {
      if (stopped === undefined || instant < stopped) throw new Error('Only a fixed clock moves, and only forwards')
      standAt(instant)
    },
  }
}

/** Colombia keeps UTC-5 the whole year and has had no summer time since 1993, so its civil time is arithmetic. */
const OFFSET_MS = 5 * 3_600_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** The civil day in Bogota at an instant, `YYYY-MM-DD`. */
export const dayAt = (instant: number): string => new Date(instant - OFFSET_MS).toISOString().slice(0, 10)

/** The instant of an hour of a civil day in Bogota. */
export const instantOf = (day: string, hour: number): number =>
  Date.parse(`${day}T00:00:00.000Z`) + OFFSET_MS + hour * HOUR_MS

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** 0 is Sunday, as everywhere in JavaScript. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00.000Z`).getUTCDay()

/** Text of the form `YYYY-MM-DD` that names a day of the calendar; 30 February does not. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}

const PATTERN = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
const SECONDS = [604_800, 86_400, 3_600, 60, 1] as const

/** The ms of an ISO 8601 duration without months and years, whose lengths vary. */
export const durationMs = (text: string): number | undefined => {
  const parts = PATTERN.exec(text)?.slice(1)
  if (parts === undefined || parts.every((part) => part === undefined)) return undefined
  return parts.reduce((sum, part, index) => sum + Number(part ?? 0) * (SECONDS[index] ?? 0) * 1_000, 0)
}

/** The instant of a date-time with an offset, which is the same on every machine. */
export const instantMs = (text: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? undefined : instant
}

const FIRST_INSTANT = Date.parse('2000-01-01T00:00:00Z')
const LAST_INSTANT = Date.parse('2200-01-01T00:00:00Z')

/** Whether the sandbox supports this instant: years have four digits, and holidays are known. */
export const isSupportedInstant = (instant: number): boolean => instant >= FIRST_INSTANT && instant < LAST_INSTANT
