import type { Instant } from './calendar.ts'
import type { Code, Discrepancy, DiscrepancyState, Severity } from './discrepancy.ts'
import type { Cycle, SlotDate } from './slot.ts'

/** Which discrepancies are asked for; an empty list asks for all. */
export interface DiscrepancyFilter {
  readonly states: readonly DiscrepancyState[]
  readonly codes: readonly Code[]
  readonly severities: readonly Severity[]
  readonly dates: { readonly from: SlotDate; readonly to: SlotDate } | null
  readonly cycles: readonly Cycle[]
  /** First seen at least, and less than, so many days before now. */
  readonly olderThanDays: number | null
  readonly newerThanDays: number | null
}

export const EVERYTHING: DiscrepancyFilter = {
  states: [],
  codes: [],
  severities: [],
  dates: null,
  cycles: [],
  olderThanDays: null,
  newerThanDays: null,
}

const DAY = 86_400_000

export const passes = (filter: DiscrepancyFilter, now: Instant, discrepancy: Discrepancy): boolean => {
  const { state, code, severity, slot, firstSeen } = discrepancy
  const { dates, olderThanDays, newerThanDays } = filter
  const days = (now - firstSeen) / DAY
  return (
    isAmong(filter.states, state) &&
    isAmong(filter.codes, code) &&
    isAmong(filter.severities, severity) &&
    isAmong(filter.cycles, slot.cycle) &&
    (dates === null || (slot.date >= dates.from && slot.date <= dates.to)) &&
    (olderThanDays === null || days >= olderThanDays) &&
    (newerThanDays === null || days < newerThanDays)
  )
}

const isAmong = <T>(asked: readonly T[], one: T): boolean => asked.length === 0 || asked.includes(one)
