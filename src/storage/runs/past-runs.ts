import { sql } from 'drizzle-orm'
import type { PastRun, SlotOfRun, WholeRun } from '../../domain/past-run.ts'
import type { Cycle, SlotDate } from '../../domain/slot.ts'
import { WORK_DONE_STATUSES } from '../../std/exit-statuses.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { parseVerdict } from '../findings/assessments.ts'

/** Selects runs, newest first. */
export interface RunFilter {
  /** Null for any. */
  readonly job: string | null
  /** Only runs that did not complete their work, or never ended. */
  readonly failed: boolean
  readonly most: number
}

interface RunRow {
  readonly ordinal: number
  readonly id: string
  readonly job: string
  readonly at: number
  readonly version: string
  readonly endedAt: number | null
  readonly exitCode: number | null
  readonly outcome: string | null
  readonly scope: WholeRun['scope']
  readonly lastNumber: number | null
  readonly read: number
  readonly notRead: number
  readonly invoices: number
}

const SELECT = sql`SELECT run.ordinal, run.id, run.job, run.at, run.version, run.ended_at AS endedAt, run.exit_code AS exitCode, run.outcome,
    run.scope, (SELECT max(number) FROM pull WHERE pull.run = run.id) AS lastNumber,
    (SELECT count(*) FROM pull WHERE pull.run = run.id AND pull.state = 'closed') AS read,
    (SELECT count(*) FROM pull WHERE pull.run = run.id AND pull.state = 'incomplete') AS notRead,
    (SELECT coalesce(sum(kept), 0) FROM pull WHERE pull.run = run.id AND pull.state = 'closed') AS invoices
  FROM run`

/** The merchant's runs, newest first. */
export const pastRuns = ({ db, merchant }: MerchantDatabase, { job, failed, most }: RunFilter): readonly PastRun[] =>
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
export const runsByName = (database: MerchantDatabase, name: string): readonly WholeRun[] =>
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
