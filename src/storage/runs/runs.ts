import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Instant } from '../../domain/calendar/calendar.ts'
import { WORK_DONE_STATUSES } from '../../std/exit-statuses.ts'
import { addLink } from '../chain/links.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { run } from '../schema.ts'

/** Jobs that decide what is due; other commands do not change that. All that a closing closes is due. */
const JOBS_OF_WHAT_IS_DUE = ['run', 'sweep', 'inbox', 'check', 'close']

export interface RunRecord {
  readonly id: string
  readonly job: string
  readonly at: Instant
  readonly version: string
  readonly policyNumber: number
  /** See the table; null when it makes no difference. */
  readonly scope?: 'due' | 'named' | null
}

export interface RunEnd {
  readonly at: Instant
  readonly exitCode: number
  readonly outcome: string
}

/** A run that ended well. */
export interface RunSuccess {
  readonly id: string
  /** When it ended. */
  readonly at: Instant
  readonly outcome: string
}

/** Returns the run's ordinal. */
export const writeRunBegin = (database: MerchantDatabase, record: RunRecord): Promise<number> =>
  database.writeQueue.write(() => {
    const { db, merchant } = database
    const written = db.insert(run).values({ merchant, ...record })
    const ordinal = Number(written.run().lastInsertRowid)
    addLink(database, 'run', ordinal)
    return ordinal
  })

export const writeRunEnd = (database: MerchantDatabase, id: string, end: RunEnd): Promise<void> =>
  database.writeQueue.write(() => {
    const { at: endedAt, exitCode, outcome } = end
    const ended = database.db.update(run).set({ endedAt, exitCode, outcome }).where(eq(run.id, id))
    for (const { ordinal } of ended.returning({ ordinal: run.ordinal }).all()) addLink(database, 'run', ordinal)
  })

/** Whether an ordinary night ever ran, and not only named days. */
export const hasNights = ({ db, merchant }: MerchantDatabase): boolean =>
  db
    .select({ id: run.id })
    .from(run)
    .where(and(eq(run.merchant, merchant), eq(run.job, MAIN_JOB), eq(run.scope, 'due')))
    .limit(1)
    .get() !== undefined

export const lastRunAt = ({ db, merchant }: MerchantDatabase): Instant | null =>
  db
    .select({ at: run.at })
    .from(run)
    .where(and(eq(run.merchant, merchant), inArray(run.job, JOBS_OF_WHAT_IS_DUE)))
    .orderBy(desc(run.at))
    .limit(1)
    .get()?.at ?? null

const MAIN_JOB = 'run'

/**
 * The newest night that read everything due; null when there is none. A run about named slots, or in which nothing was
 * due, does not count, since it must not end an alarm about missing nights.
 */
export const lastSuccess = ({ db, merchant }: MerchantDatabase): RunSuccess | null => {
  const row = db
    .select({ id: run.id, endedAt: run.endedAt, outcome: run.outcome })
    .from(run)
    .where(
      and(
        eq(run.merchant, merchant),
        eq(run.job, MAIN_JOB),
        inArray(run.exitCode, WORK_DONE_STATUSES),
        ne(run.outcome, 'nothing-due'),
        eq(run.scope, 'due'),
      ),
    )
    .orderBy(desc(run.at))
    .limit(1)
    .get()
  if (row === undefined || row.endedAt === null || row.outcome === null) return null
  return { id: row.id, at: row.endedAt, outcome: row.outcome }
}
