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
