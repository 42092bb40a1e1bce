import { addDays, daysBetween, type SlotDate } from '../../../src/core/slot.ts'
import type { CuadreError } from '../../../src/std/errors.ts'
import { listDates } from '../pull/list-dates.ts'
import type { PullContext } from '../pull/pull-slots.ts'
import type { JobContext } from '../run/context.ts'
import type { CurrentRun } from '../run/record-run.ts'
import type { SettlementQuery } from '../schedule/timetable.ts'
import { wholeDays } from './receivables-in-database.ts'

/** The fewest and the most days of payments that an ordinary night asks for. */
const [LEAST, MOST] = [10, 35]

/**
 * Asks for the invoices of days of payments, where there is a list of dues: those since the last that was read whole, or those that
 * somebody named. A day that cannot be read is left for the next run. Returns what ends the run.
 */
export const listPaymentDays = async (
  job: JobContext,
  pulls: PullContext,
  run: CurrentRun,
  request: SettlementQuery,
): Promise<CuadreError | null> => {
  if (request.slots !== undefined || !(await pulls.store.receivables.isKnown())) return null
  const today = job.zone.dateAt(run.at)
  const whole = [...wholeDays(await pulls.store.listings.paymentDays(), job.zone)].sort()
  const { stop } = await listDates(job, pulls, daysToAsk(today, whole.at(-1) ?? null, request.dates), null)
  return stop
}

/** The days to ask for, up to today. */
export const daysToAsk = (
  today: SlotDate,
  lastWhole: SlotDate | null,
  named: SettlementQuery['dates'],
): readonly SlotDate[] => {
  if (named !== null) return daysBetween(named.from, named.to < today ? named.to : today)
  const [least, most] = [addDays(today, 1 - LEAST), addDays(today, 1 - MOST)]
  const since = lastWhole === null ? most : addDays(lastWhole, 1)
  const from = since < least ? since : least
  return daysBetween(from > most ? from : most, today)
}
