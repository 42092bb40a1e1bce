import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { Departure, ListFacts, Pull, QuarantinedRecord, Repeat } from '../../core/pull/pull.ts'
import type { Cycle, SlotDate } from '../../core/slot.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { pick } from '../connection/rows.ts'
import { departure, eventSequence, pull, quarantine, repeat, run, version } from '../schema.ts'
import { SETTLEMENT_COLUMNS, type SettlementVersionRow, settlementOf } from '../settlements/settlements.ts'

/** A committed pull and its settlement in one flat row: thousands are read at once. Money is in centavos. */
export type PullRow = SettlementVersionRow & {
  readonly id: number
  readonly slot: number
  readonly slotDate: SlotDate
  readonly slotCycle: Cycle
  readonly number: number
  readonly run: string
  readonly startedAt: Instant
  readonly contentOf: number | null
  readonly contentAt: Instant | null
  readonly facts: string
  readonly listOf: number | null
  readonly readingOf: number | null
  readonly sumAmount: string | null
  readonly sumPaid: string | null
  readonly departuresOwed: number | null
}

/** The columns of `PullRow` but for those of the slot. */
export const PULL_COLUMNS = `pull.id, pull.slot, pull.number, pull.run, pull.started_at AS startedAt, pull.content_of AS contentOf,
  content.started_at AS contentAt, pull.facts, pull.list_of AS listOf, pull.reading_of AS readingOf,
  pull.sum_amount AS sumAmount, pull.sum_paid AS sumPaid, pull.departures_owed AS departuresOwed, ${SETTLEMENT_COLUMNS}`

export const PULL_JOINS = `LEFT JOIN pull AS content ON content.id = pull.content_of
  LEFT JOIN settlement_version ON settlement_version.slot = pull.slot AND settlement_version.from_pull <= pull.id
    AND (settlement_version.to_pull IS NULL OR settlement_version.to_pull > pull.id)`

/** The id of the last pull in such a state of the row of `slot`. */
export const lastPullWhere = (state: string): string =>
  `(SELECT max(id) FROM pull AS latest WHERE latest.slot = slot.id AND latest.state ${state})`

/** A committed pull of the merchant; `where` selects it by `@of`. */
const onePull = (where: string) =>
  prepared(({ sqlite }) =>
    sqlite.prepare<{ readonly merchant: string; readonly of: number }, PullRow>(
      `SELECT slot.date AS slotDate, slot.cycle AS slotCycle, ${PULL_COLUMNS}
       FROM pull JOIN slot ON slot.id = pull.slot ${PULL_JOINS}
       WHERE slot.merchant = @merchant AND pull.state = 'closed' AND ${where}`,
    ),
  )

/** The row of a committed pull, and the pull itself. */
export interface CommittedPull {
  readonly row: PullRow
  readonly pull: Pull
}

export const pullOf = (row: PullRow): Pull => ({
  id: row.id,
  number: row.number,
  runId: row.run,
  slot: { date: row.slotDate, cycle: row.slotCycle },
  at: row.startedAt,
  contentId: row.contentOf ?? row.id,
  contentAt: row.contentAt ?? row.startedAt,
  list: factsOf(row.facts),
  settlement: row.version === null ? null : settlementOf(row),
})

const factsOf = (json: string): ListFacts => JSON.parse(json)

const byId = onePull('pull.id = @of')
const latestOf = onePull("pull.id = (SELECT max(id) FROM pull WHERE slot = @of AND state = 'closed')")
const versionAndPolicyOfRun = prepared(({ db }) =>
  db
    .select({ version: run.version, policyNumber: run.policyNumber })
    .from(run)
    .where(eq(run.id, sql.placeholder('id')))
    .prepare(),
)

export const committedPull = (database: MerchantDatabase, id: number): Pull => {
  const found = byId(database).get({ merchant: database.merchant, of: id })
  if (found === undefined) throw new Error(`there is no committed pull ${id}`)
  return pullOf(found)
}

/** The slot's last whole pull. */
export const latestPull = (database: MerchantDatabase, slotNumber: number): CommittedPull | null => {
  const row = latestOf(database).get({ merchant: database.merchant, of: slotNumber })
  return row === undefined ? null : { row, pull: pullOf(row) }
}

/**
 * The version of cuadre and the policy that read a run's pulls. Another version may read the same bytes differently.
 */
export const readBy = (database: MerchantDatabase, runId: string) => versionAndPolicyOfRun(database).get({ id: runId })

/** The time of the merchant's first whole pull; null before it. */
export const firstPullAt = ({ db, merchant }: MerchantDatabase): Instant | null =>
  db
    .select({ at: pull.startedAt })
    .from(eventSequence)
    .innerJoin(pull, eq(pull.number, eventSequence.number))
    .where(and(eq(eventSequence.merchant, merchant), eq(eventSequence.kind, 'pull')))
    .orderBy(asc(eventSequence.number))
    .limit(1)
    .get()?.at ?? null

const timesIn = prepared(({ db }) =>
  db
    .select({ id: pull.id, at: pull.startedAt })
    .from(pull)
    .where(and(eq(pull.slot, sql.placeholder('slot')), eq(pull.state, 'closed')))
    .prepare(),
)

/** When each whole pull of the slot began, by its id. */
export const pullTimes = (database: MerchantDatabase, slot: number): ReadonlyMap<number, Instant> =>
  new Map(
    timesIn(database)
      .all({ slot })
      .map(({ id, at }) => [id, at]),
  )

const readingOfPull = prepared(({ db }) =>
  db
    .select({ of: pull.readingOf })
    .from(pull)
    .where(eq(pull.id, sql.placeholder('id')))
    .prepare(),
)

/** The pull that read the list whose content this one shares. */
const readingOf = (database: MerchantDatabase, id: number): number => readingOfPull(database).get({ id })?.of ?? id

const quarantineIn = prepared(({ db }) =>
  db
    .select(pick(quarantine, 'invoiceId', 'reference', 'field', 'reason', 'digest', 'page', 'item'))
    .from(quarantine)
    .where(eq(quarantine.pull, sql.placeholder('reading')))
    .orderBy(asc(quarantine.page), asc(quarantine.item))
    .prepare(),
)

/** Unreadable records of the pull's list: the first few hundred, and all of invoices that the slot held before. */
export const quarantineOf = (database: MerchantDatabase, { id }: Pick<Pull, 'id'>): readonly QuarantinedRecord[] =>
  quarantineIn(database).all({ reading: readingOf(database, id) })

const namedInQuarantine = prepared(({ db }) =>
  db
    .selectDistinct({ id: quarantine.invoiceId })
    .from(quarantine)
    .where(eq(quarantine.pull, sql.placeholder('reading')))
    .prepare(),
)

/** Ids of unreadable records of the list. These invoices have not left it. */
export const unreadableIn = (database: MerchantDatabase, reading: number): ReadonlySet<string> =>
  new Set(
    namedInQuarantine(database)
      .all({ reading })
      .flatMap(({ id }) => id ?? []),
  )

const repeatsIn = prepared(({ db }) =>
  db
    .select({ invoiceId: repeat.invoiceId, copiesDiffer: repeat.copiesDiffer, paid: version.paid })
    .from(repeat)
    .innerJoin(pull, eq(pull.id, repeat.pull))
    .leftJoin(
      version,
      sql`${version.slot} = ${pull.slot} AND ${version.invoiceId} = ${repeat.invoiceId} AND ${version.fromPull} <= ${sql.placeholder('id')}
        AND (${version.toPull} IS NULL OR ${version.toPull} > ${sql.placeholder('id')})`,
    )
    .where(eq(repeat.pull, sql.placeholder('reading')))
    .orderBy(asc(repeat.invoiceId))
    .prepare(),
)

/** The invoices that the pull's list holds more than once. */
export const repeatsOf = (database: MerchantDatabase, { id }: Pick<Pull, 'id'>): readonly Repeat[] =>
  repeatsIn(database).all({ id, reading: readingOf(database, id) })

/** Whether two lists had the same malformed records and repeats, on whatever pages. */
export const haveSameFlaws = ({ db }: MerchantDatabase, id: number, earlier: number): boolean => {
  const hasOther = (columns: string, table: string, one: number, other: number): boolean =>
    db.get(sql`
      SELECT 1 FROM (
        SELECT ${sql.raw(columns)} FROM ${sql.identifier(table)} WHERE pull = ${one}
        EXCEPT SELECT ${sql.raw(columns)} FROM ${sql.identifier(table)} WHERE pull = ${other}) LIMIT 1`) !== undefined
  const differs = (columns: string, table: string): boolean =>
    hasOther(columns, table, id, earlier) || hasOther(columns, table, earlier, id)
  return !differs('field, reason, digest', 'quarantine') && !differs('invoice_id, copies_differ', 'repeat')
}

const departuresUpTo = prepared(({ db }) =>
  db
    .select(pick(departure, 'invoiceId', 'status', 'ownDate', 'ownCycle'))
    .from(departure)
    .where(
      and(
        eq(departure.slot, sql.placeholder('slot')),
        lte(departure.pull, sql.placeholder('id')),
        sql`NOT EXISTS (
          SELECT 1 FROM version WHERE version.slot = ${departure.slot} AND version.invoice_id = ${departure.invoiceId}
            AND version.from_pull > ${departure.pull} AND version.from_pull <= ${sql.placeholder('id')})`,
        sql`NOT EXISTS (
          SELECT 1 FROM departure later WHERE later.slot = ${departure.slot} AND later.invoice_id = ${departure.invoiceId}
            AND later.pull > ${departure.pull} AND later.pull <= ${sql.placeholder('id')})`,
      ),
    )
    .orderBy(asc(departure.invoiceId))
    .prepare(),
)

/** The fate of invoices that left the slot and have not returned. An invoice that returned has a later version. */
export const departuresOf = (
  database: MerchantDatabase,
  slot: number,
  { id }: Pick<Pull, 'id'>,
): readonly Departure[] => departuresUpTo(database).all({ slot, id })
