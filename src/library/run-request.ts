import type { JobRequest } from '../../jobs/steps/run/context.ts'
import type { Zone } from '../core/calendar/calendar.ts'
import { asOf, datesIn, type ReadersOf, SELECTION } from '../input/dates.ts'
import { oneOf, optionsIn, orElse, truth } from '../input/readers.ts'
import { FAIL_ON_LEVELS } from '../rules/assessment/slot-report.ts'
import type { CheckOptions, RunOptions } from './cuadre.ts'

const FAIL_ON = orElse(oneOf(FAIL_ON_LEVELS), 'error' as const)

export const runRequest = (options: unknown): JobRequest => {
  const { cycles, dryRun, failOn, force, ...days } = optionsIn('run', options, {
    ...SELECTION,
    dryRun: orElse(truth, false),
    failOn: FAIL_ON,
    force: orElse(truth, false),
  } satisfies ReadersOf<RunOptions>)
  return { dates: datesIn(days), cycles: [...new Set(cycles)], dryRun, failOn, force, asOf: null }
}

export const checkRequest = (options: unknown, zone: Zone): JobRequest => {
  const { cycles, failOn, ...given } = optionsIn('check', options, {
    ...SELECTION,
    failOn: FAIL_ON,
    asOf: asOf(zone),
  } satisfies ReadersOf<CheckOptions>)
  const dates = datesIn(given)
  return { dates, cycles: [...new Set(cycles)], dryRun: false, failOn, force: false, asOf: given.asOf }
}
