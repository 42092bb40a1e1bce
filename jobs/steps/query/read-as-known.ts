import { type Days, monthOf } from '../../../src/core/calendar/calendar.ts'
import { type AsOf, END_OF_TIME, type Moment } from '../../../src/core/past-run.ts'
import { CuadreError } from '../../../src/std/errors.ts'
import type { Store } from '../../../src/store/store.ts'
import type { JobContext } from '../run/context.ts'
import { readDatabase } from './read-database.ts'

/**
 * Reads the present as of the last number of the event sequence, so that a concurrent run is not seen in part, and the
 * same database gives the same answer.
 */
export const readAsKnown = async <T>(
  job: JobContext,
  asOf: AsOf | null,
  work: (store: Store, context: JobContext, moment: Moment) => Promise<T | null>,
): Promise<T | null> => {
  const known = asOf ?? (await lastNumber(job))
  if (known === null) return null
  return readDatabase({ ...job, asOf: known }, async (store, context, moment) =>
    moment === null ? null : work(store, context, moment),
  )
}

const lastNumber = async (job: JobContext): Promise<AsOf | null> => {
  try {
    return await readDatabase({ ...job, asOf: END_OF_TIME }, async (_store, _context, moment) =>
      moment === null ? null : { kind: 'number' as const, number: moment.number },
    )
  } catch (error) {
    if (error instanceof CuadreError && error.code === 'AS_OF_TOO_EARLY') return null
    throw error
  }
}

/** The month of the newest settlement, or of the newest slot when there is none. */
export const newestMonth = async (store: Store): Promise<Days | null> => {
  const newest = await store.slots.newestDay()
  return newest === null ? null : monthOf(newest)
}
