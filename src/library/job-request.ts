import { asOfText } from '../config/zone/as-of-text.ts'
import type { AsOf } from '../domain/as-of.ts'
import { FAIL_ON_LEVELS } from '../domain/assessment/outcome.ts'
import type { Zone } from '../domain/calendar/calendar.ts'
import { type Days, monthOf } from '../domain/calendar/month.ts'
import { asCycle, asSlotDate, type Cycle, type Slot, type SlotDate } from '../domain/slot.ts'
import type { JobRequest } from '../pipeline/run/context.ts'
import { inBoth } from '../std/both.ts'
import { CuadreError } from '../std/errors.ts'
import type { AsOfOption, CheckOptions, RunOptions, SlotSelection, StatementOptions } from './cuadre.ts'

export const jobRequest = (options: RunOptions & CheckOptions, zone: Zone): JobRequest => ({
  dates: datesIn(options),
  cycles: [...new Set((options.cycles ?? []).map(cycleIn))],
  dryRun: options.dryRun ?? false,
  failOn: oneOf('failOn', options.failOn ?? 'error', FAIL_ON_LEVELS),
  force: options.force ?? false,
  asOf: asOfIn(options, zone),
})

export const datesIn = ({ date, from, to }: SlotSelection): Days | null => {
  if (date !== undefined && (from ?? to) !== undefined) throw misuse('date excludes from and to')
  if ((from === undefined) !== (to === undefined)) throw misuse('from and to need each other')
  const [first, last] = [date ?? from, date ?? to]
  if (first === undefined || last === undefined) return null
  if (first > last) throw misuse(`from ${first} is after to ${last}`)
  return { from: dateIn(first), to: dateIn(last) }
}

export const monthOrDaysIn = ({ month, from, to }: StatementOptions): Days | null => {
  const days = datesIn({ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) })
  if (month === undefined) return days
  if (days !== null) throw misuse('month excludes from and to')
  const first = asSlotDate(`${month}-01`)
  if (first === null) throw misuse(`${JSON.stringify(month)} is not a valid month`, 'write it as YYYY-MM: 2026-03')
  return monthOf(first)
}

export const slotIn = (date: string, cycle: string): Slot => ({ date: dateIn(date), cycle: cycleIn(cycle) })

export const dateIn = (text: string): SlotDate => {
  const date = asSlotDate(text)
  if (date === null) throw misuse(`${JSON.stringify(text)} is not a valid date`, 'write it as YYYY-MM-DD: 2026-03-12')
  return date
}

export const cycleIn = (text: string): Cycle => {
  const cycle = asCycle(text)
  if (cycle === null) throw misuse(`${JSON.stringify(text)} is not a valid cycle`, 'a cycle is a text: "11"')
  return cycle
}

export const asOfIn = ({ asOf }: AsOfOption, zone: Zone): AsOf | null => {
  if (asOf === undefined) return null
  const moment = asOfText(String(asOf), zone)
  if (moment === null) throw misuse('asOf is neither a number nor a date nor a date-time')
  return moment
}

/** A JavaScript program may pass any text. */
export const oneOf = <T extends string>(name: string, given: string, known: readonly T[]): T => {
  const found = known.find((one) => one === given)
  if (found === undefined) throw misuse(`${name} must be one of ${known.join(', ')}`, 'choose one of them')
  return found
}

export const misuse = (message: string, next = 'see docs/library.md'): CuadreError =>
  new CuadreError('USAGE', inBoth(message), inBoth(next))
