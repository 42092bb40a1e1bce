import type { Policy } from '../policy.ts'
import { minuteOfDay } from '../slot.ts'
import { expectedCycles } from './calendar.ts'

/** How long after a slot is due a run reads it: the service may be late by some minutes, and its clock may be off. */
const SPARE_MINUTES = 30
const DAY = 24 * 60

/** The starts of a day's runs, half an hour after each cycle's grace, in the five fields of cron: `30 13 * * *`. */
export const runTimes = (policy: Policy): readonly string[] => {
  const minutes = expectedCycles(policy).map(
    (cycle) => (minuteOfDay(cycle) + policy.graceMinutes + SPARE_MINUTES) % DAY,
  )
  return [...new Set(minutes)].map((minute) => `${minute % 60} ${Math.floor(minute / 60)} * * *`)
}
