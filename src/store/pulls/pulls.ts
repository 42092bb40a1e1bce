import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { Departure, ListFacts, Pull, QuarantinedRecord, Repeat } from '../../core/pull/pull.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { departure, eventSequence, pull, quarantine, repeat, run, settlementVersion, slot, version } from '../schema.ts'
import { isLiveAt, settlementOf } from '../settlements/settlements.ts'

type PullRow = typeof pull.$inferSelect

const content = alias(pull, 'content')

/** The row of a committed pull, and the pull itself. */
export interface CommittedPull {
  readonly row: PullRow
  readonly pull: Pull
}

/** Reads committed pulls of the merchant; `where` selects them. */
export const selectPulls = ({ db, merchant }: MerchantDatabase, where: SQL | undefined) =>
  db
    .select({
      row: pull,
      slot: { date: slot.date, cycle: slot.cycle },
      contentAt: content.startedAt,
      settlement: settlementVersion,
    })
    .from(pull)
    .innerJoin(slot, eq(slot.id, pull.slot))
    .leftJoin(content, eq(content.id, pull.contentOf))
    .leftJoin(settlementVersion, and(eq(settlementVersion.slot, pull.slot), isLiveAt(sql`${pull.id}`)))
    .where(and(eq(slot.merchant, merchant), eq(pull.state, 'closed'), where))

export const pullOf = ({
  row,
  slot,
  contentAt,
  settlement,
}: ReturnType<ReturnType<typeof selectPulls>['all']>[number]): Pull => {
  if (row.number === null || row.facts === null) throw new Error(`pull ${row.id} is not committed`)
  return {
    id: row.id,
    number: row.number,
    runId: row.run,
    slot,
    at: row.startedAt,
    contentId: row.contentOf ?? row.id,
    contentAt: contentAt ?? row.startedAt,
    list: factsOf(row.facts),
    settlement: settlement === null ? null : settlementOf(settlement),
  }
}

const factsOf = (json: string): ListFacts => JSON.parse(json)

const byId = prepared((database) => selectPulls(database, eq(pull.id, sql.placeholder('id'))).prepare())
const latestOf = prepared((database) =>
  selectPulls(
    database,
    sql`${pull.id} = (SELECT max(id) FROM pull WHERE slot = ${sql.placeholder('slot')} AND state = 'closed')`,
  ).prepare(),
)
const versionAndPolicyOfRun = prepared(({ db }) =>
  db
    .select({ version: run.version, policyNumber: run.policyNumber })
    .from(run)
    .where(eq(run.id, sql.placeholder('id')))
    .prepare(),
)

export const committedPull = (database: MerchantDatabase, id: number): Pull => {
  const found = byId(database).get({ id })
  if (found === undefined) throw new Error(`there is no committed pull ${id}`)
  return pullOf(found)
}

/** The slot's last whole pull. */
export const latestPull = (database: MerchantDatabase, slotNumber: number): CommittedPull | null => {
  const found = latestOf(database).get({ slot: slotNumber })
  return found === undefined ? null : { row: found.row, pull: pullOf(found) }
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
    .select({
      invoiceId: quarantine.invoiceId,
      reference: quarantine.reference,
      field: quarantine.field,
      reason: quarantine.reason,
      digest: quarantine.digest,
      page: quarantine.page,
      item: quarantine.item,
    })
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
    .select({
      invoiceId: departure.invoiceId,
      status: departure.status,
      ownDate: departure.ownDate,
      ownCycle: departure.ownCycle,
    })
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
