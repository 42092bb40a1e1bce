import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { PastRun, SlotOfRun, WholeRun } from '../../core/past-run.ts'
import type { Cycle, SlotDate } from '../../core/slot.ts'
import { FILES_WRITTEN_STATUSES, WORK_DONE_STATUSES } from '../../std/exit-statuses.ts'
import { addLink } from '../chain/chain.ts'
import { type MerchantDatabase, repository } from '../connection/merchant-database.ts'
import { parseVerdict } from '../findings/assessments.ts'
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

/** A run that ended well. */
interface RunSuccess {
  readonly id: string
  /** When it ended. */
  readonly at: Instant
  readonly outcome: string
}

/** Returns the run's ordinal: 1, 2, 3, ... in this database. */
const writeRunBegin = (database: MerchantDatabase, record: RunRecord): Promise<number> =>
  database.writeQueue.write(() => {
    const { db, merchant } = database
    const written = db.insert(run).values({ merchant, ...record })
    const ordinal = Number(written.run().lastInsertRowid)
    addLink(database, 'run', ordinal)
    return ordinal
  })

const writeRunEnd = (database: MerchantDatabase, id: string, end: NonNullable<PastRun['end']>): Promise<void> =>
  database.writeQueue.write(() => {
    const { at: endedAt, exitCode, outcome } = end
    const ended = database.db.update(run).set({ endedAt, exitCode, outcome }).where(eq(run.id, id))
    for (const { ordinal } of ended.returning({ ordinal: run.ordinal }).all()) addLink(database, 'run', ordinal)
  })

/** Whether an ordinary night ever ran, and not only named days. */
const hasNights = ({ db, merchant }: MerchantDatabase): boolean =>
  db
    .select({ id: run.id })
    .from(run)
    .where(and(eq(run.merchant, merchant), eq(run.job, MAIN_JOB), eq(run.scope, 'due')))
    .limit(1)
    .get() !== undefined

/** The start of the newest job that pulls or checks, as of which slots are due or not. Null before the first. */
const lastRunAt = ({ db, merchant }: MerchantDatabase): Instant | null =>
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
const lastSuccess = ({ db, merchant }: MerchantDatabase): RunSuccess | null => {
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
    .orderBy(desc(run.at), desc(run.ordinal))
    .limit(1)
    .get()
  if (row === undefined || row.endedAt === null || row.outcome === null) return null
  return { id: row.id, at: row.endedAt, outcome: row.outcome }
}

/** Selects runs, newest first. */
export interface RunFilter {
  /** Null for any. */
  readonly job: string | null
  /** Only runs that did not complete their work, or never ended. */
  readonly failed: boolean
  readonly most: number
}

interface RunRow extends Omit<WholeRun, 'end' | 'slots'> {
  readonly endedAt: number | null
  readonly exitCode: number | null
  readonly outcome: string | null
}

const SELECT = sql`SELECT run.ordinal, run.id, run.job, run.at, run.version, run.ended_at AS endedAt, run.exit_code AS exitCode, run.outcome,
    run.scope, (SELECT max(number) FROM pull WHERE pull.run = run.id) AS lastNumber,
    (SELECT count(*) FROM pull WHERE pull.run = run.id AND pull.state = 'closed') AS read,
    (SELECT count(*) FROM pull WHERE pull.run = run.id AND pull.state = 'incomplete') AS notRead,
    (SELECT coalesce(sum(kept), 0) FROM pull WHERE pull.run = run.id AND pull.state = 'closed') AS invoices
  FROM run`

/** The merchant's runs, newest first. */
const pastRuns = ({ db, merchant }: MerchantDatabase, { job, failed, most }: RunFilter): readonly PastRun[] =>
  db
    .all<RunRow>(
      sql`${SELECT} WHERE run.merchant = ${merchant} AND (${job} IS NULL OR run.job = ${job})
        AND (${failed ? 0 : 1} OR run.exit_code IS NULL OR run.exit_code NOT IN ${WORK_DONE_STATUSES})
        ORDER BY run.ordinal DESC LIMIT ${most}`,
    )
    .map(runOf)

const runOf = ({ endedAt, exitCode, outcome, scope: _, lastNumber: __, ...row }: RunRow): PastRun => ({
  ...row,
  end: endedAt === null ? null : { at: endedAt, exitCode: exitCode ?? 0, outcome: outcome ?? '' },
})

/** The runs with this ordinal, this id, or an id with this beginning; ideally one. */
const runsByName = (database: MerchantDatabase, name: string): readonly WholeRun[] =>
  database.db
    .all<RunRow>(
      sql`${SELECT} WHERE run.merchant = ${database.merchant}
        AND (CAST(run.ordinal AS TEXT) = ${name} OR substr(run.id, 1, length(${name})) = ${name})
        ORDER BY CAST(run.ordinal AS TEXT) = ${name} DESC, run.id = ${name} DESC, run.ordinal LIMIT 2`,
    )
    .map((row) => ({ ...runOf(row), scope: row.scope, lastNumber: row.lastNumber, slots: slotsOf(database, row.id) }))

interface SlotRow extends Omit<SlotOfRun, 'slot' | 'verdict'> {
  readonly date: SlotDate
  readonly cycle: Cycle
  readonly verdict: string | null
}

const slotsOf = ({ db }: MerchantDatabase, run: string): readonly SlotOfRun[] =>
  db
    .all<SlotRow>(
      sql`SELECT slot.date, slot.cycle, pull.started_at AS at, pull.reason,
          coalesce(json_extract(pull.facts, '$.pages'), 0) AS pages, coalesce(pull.kept, 0) AS invoices,
          (SELECT verdict FROM assessment WHERE assessment.slot = pull.slot AND assessment.pull = pull.id
            ORDER BY assessment.id LIMIT 1) AS verdict
        FROM pull JOIN slot ON slot.id = pull.slot WHERE pull.run = ${run} AND pull.state <> 'open'
        ORDER BY slot.date, slot.minute, slot.cycle, pull.id`,
    )
    .map(({ date, cycle, verdict, ...row }) => ({
      slot: { date, cycle },
      verdict: verdict === null ? null : parseVerdict(verdict),
      ...row,
    }))

/** A day with rows of a run, and that run's ordinal. */
interface DayOfRun {
  readonly date: SlotDate
  readonly run: number
}

/**
 * The days with rows of runs before that one that never ended with their files written, each with the last such run.
 * The chain shows what was written between the starts of two runs; sightings show how far the event sequence had come.
 * Mostly there is none: each join begins there, as CROSS tells SQLite, and not at all rows ever written.
 */
const daysOfUnfinishedRuns = ({ db, merchant }: MerchantDatabase, before: number): readonly DayOfRun[] =>
  db.all<DayOfRun>(sql`
    WITH unfinished AS (
      SELECT ordinal,
        (SELECT min(id) FROM link WHERE kind = 'run' AND row = run.ordinal) AS since,
        (SELECT min(id) FROM link WHERE kind = 'run'
          AND row = (SELECT min(ordinal) FROM run later WHERE later.ordinal > run.ordinal)) AS until
      FROM run WHERE merchant = ${merchant} AND ordinal < ${before} AND (exit_code IS NULL OR exit_code NOT IN ${FILES_WRITTEN_STATUSES})),
    written AS (
      SELECT ordinal, link.kind, link.row,
        CASE link.kind WHEN 'act' THEN link.row WHEN 'pull' THEN (SELECT number FROM pull WHERE id = link.row) END AS number
      FROM unfinished CROSS JOIN link ON link.id > since AND link.id < coalesce(until, 9e18)),
    changed AS (
      SELECT ordinal, slot FROM written CROSS JOIN pull ON kind = 'pull' AND pull.id = row
      UNION SELECT ordinal, slot FROM written CROSS JOIN assessment ON kind = 'assessment' AND assessment.id = row
      UNION SELECT ordinal, slot FROM written CROSS JOIN act ON written.kind = 'act' AND act.number = row
        CROSS JOIN discrepancy ON discrepancy.id = act.discrepancy
      UNION SELECT ordinal, slot FROM (SELECT ordinal, max(number) AS last FROM written GROUP BY ordinal)
        CROSS JOIN sighting ON sighting.after = last CROSS JOIN discrepancy ON discrepancy.id = sighting.discrepancy)
    SELECT slot.date, max(ordinal) AS run FROM changed CROSS JOIN slot ON slot.id = changed.slot
    WHERE slot.merchant = ${merchant} GROUP BY slot.date ORDER BY slot.date`)

/** The runs of the merchant. */
export const createRunRepository = repository({
  begin: writeRunBegin,
  end: writeRunEnd,
  lastStart: lastRunAt,
  lastSuccess,
  hasNights,
  unfinishedDays: daysOfUnfinishedRuns,
  list: pastRuns,
  find: runsByName,
})
