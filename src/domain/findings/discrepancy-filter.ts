import type { Zone } from '../calendar/calendar.ts'
import { type Days, isWithin } from '../calendar/month.ts'
import type { Cycle } from '../slot.ts'
import {
  DISCREPANCY_STATES,
  type Discrepancy,
  type DiscrepancyState,
  type Severity,
  settledDays,
} from './discrepancy.ts'

/** Selects discrepancies; an empty list selects all. */
export interface DiscrepancyFilter {
  readonly states: readonly DiscrepancyState[]
  readonly codes: readonly string[]
  readonly severities: readonly Severity[]
  readonly dates: Days | null
  readonly cycles: readonly Cycle[]
  /** The settlement's age in days is at least, or less than, this. */
  readonly olderThanDays: number | null
  readonly newerThanDays: number | null
}

/** The states that a list shows when none is asked for. */
export const UNRESOLVED: readonly DiscrepancyState[] = DISCREPANCY_STATES.filter((state) => state !== 'resolved')

export const EVERYTHING: DiscrepancyFilter = {
  states: [],
  codes: [],
  severities: [],
  dates: null,
  cycles: [],
  olderThanDays: null,
  newerThanDays: null,
}

export const passesFilter = (filter: DiscrepancyFilter, zone: Zone, discrepancy: Discrepancy): boolean => {
  const { state, code, severity, slot } = discrepancy
  const { dates, olderThanDays, newerThanDays } = filter
  const days = settledDays(discrepancy, zone)
  return (
    isAmong(filter.states, state) &&
    isAmong(filter.codes, code) &&
    isAmong(filter.severities, severity) &&
    isAmong(filter.cycles, slot.cycle) &&
    (dates === null || isWithin(slot.date, dates)) &&
    (olderThanDays === null || days >= olderThanDays) &&
    (newerThanDays === null || days < newerThanDays)
  )
}

const isAmong = <T>(asked: readonly T[], one: T): boolean => asked.length === 0 || asked.includes(one)
