import { and, asc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Pull, SettlementInPull, SettlementVersion } from '../../core/pull/pull.ts'
import { type Settlement, sameSettlement } from '../../core/settlement.ts'
import { nameOf } from '../../core/slot.ts'
import { groupBy } from '../../std/group-by.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { inSlot } from '../pulls/slots.ts'
import { pull, settlementVersion, slot as slotTable } from '../schema.ts'

type Row = typeof settlementVersion.$inferSelect

export const settlementOf = (row: Row): Settlement => ({
  date: row.date,
  cycle: row.cycle,
  status: row.status,
  invoiceCount: row.invoiceCount,
  collected: row.collected,
  fees: row.fees,
  feesPostpaid: row.feesPostpaid,
  adjustments: row.adjustments,
  gateway: row.gateway,
  payout: row.payout,
  extra: row.extra,
})

/** The version that the pull of that id showed. */
export const isLiveAt = (pull: SQL): SQL =>
  sql`${settlementVersion.fromPull} <= ${pull} AND (${settlementVersion.toPull} IS NULL OR ${settlementVersion.toPull} > ${pull})`

const upTo = prepared(({ db }) =>
  db
    .select({ row: settlementVersion, at: pull.startedAt })
    .from(settlementVersion)
    .innerJoin(pull, eq(pull.id, settlementVersion.fromPull))
    .where(
      and(
        eq(settlementVersion.slot, sql.placeholder('slot')),
        lte(settlementVersion.fromPull, sql.placeholder('until')),
      ),
    )
    .orderBy(asc(settlementVersion.fromPull))
    .prepare(),
)

/** The versions up to that pull, oldest first; an absence ends one and is not in the list. */
const settlementVersions = (
  database: MerchantDatabase,
  slot: number,
  pull: Pick<Pull, 'id'>,
): readonly SettlementVersion[] =>
  upTo(database)
    .all({ slot, until: pull.id })
    .map(({ row, at }) => ({ settlement: settlementOf(row), from: row.fromPull, to: row.toPull, at }))

const FIRST_PULL = sql`(SELECT min(first.id) FROM pull first WHERE first.slot = ${settlementVersion.slot} AND first.state = 'closed')`

const selectShown = ({ db }: MerchantDatabase, where: SQL | undefined) =>
  db
    .select({
      row: settlementVersion,
      at: pull.startedAt,
      first: sql<number>`${FIRST_PULL}`,
      slot: { date: slotTable.date, cycle: slotTable.cycle },
    })
    .from(settlementVersion)
    .innerJoin(pull, eq(pull.id, settlementVersion.fromPull))
    .innerJoin(slotTable, eq(slotTable.id, settlementVersion.slot))
    .where(and(where, eq(pull.state, 'closed')))
    .orderBy(asc(settlementVersion.slot), asc(settlementVersion.fromPull))

const shownOfSlot = prepared((database) =>
  selectShown(database, eq(settlementVersion.slot, sql.placeholder('slot'))).prepare(),
)
const shownOfAll = prepared((database) => selectShown(database, eq(slotTable.merchant, database.merchant)).prepare())

const settlementInPull = ({
  row,
  at,
  first,
}: ReturnType<ReturnType<typeof selectShown>['all']>[number]): SettlementInPull => ({
  settlement: settlementOf(row),
  pull: row.fromPull,
  at,
  isFirstPull: row.fromPull === first,
})

/** The settlements that whole pulls of the slot have shown, oldest first, each with the time of the pull that first showed it. */
const settlementsInPulls = (database: MerchantDatabase, slot: number): readonly SettlementInPull[] =>
  shownOfSlot(database).all({ slot }).map(settlementInPull)

/** The same of every slot, by its name: for who asks for most of them. */
const settlementsOfAll = (database: MerchantDatabase): ReadonlyMap<string, readonly SettlementInPull[]> => {
  const ofSlots = groupBy(shownOfAll(database).all(), ({ slot }) => nameOf(slot))
  return new Map([...ofSlots].map(([name, rows]) => [name, rows.map(settlementInPull)]))
}

const unended = prepared(({ db }) =>
  db
    .select()
    .from(settlementVersion)
    .where(and(eq(settlementVersion.slot, sql.placeholder('slot')), isNull(settlementVersion.toPull)))
    .prepare(),
)

const insert = prepared(({ db }) =>
  db
    .insert(settlementVersion)
    .values({
      slot: sql.placeholder('slot'),
      fromPull: sql.placeholder('fromPull'),
      date: sql.placeholder('date'),
      cycle: sql.placeholder('cycle'),
      status: sql.placeholder('status'),
      invoiceCount: sql.placeholder('invoiceCount'),
      collected: sql.placeholder('collected'),
      fees: sql.placeholder('fees'),
      feesPostpaid: sql.placeholder('feesPostpaid'),
      adjustments: sql.placeholder('adjustments'),
      gateway: sql.placeholder('gateway'),
      payout: sql.placeholder('payout'),
      extra: sql.placeholder('extra'),
    })
    .prepare(),
)

/**
 * Writes the settlement of an open pull; nothing when it equals that of the last pull, undocumented fields included.
 */
export const writeSettlement = (
  database: MerchantDatabase,
  slot: number,
  pull: number,
  settlement: Settlement | null,
): void => {
  const { db } = database
  const current = unended(database).get({ slot })
  const before = current === undefined ? null : settlementOf(current)
  if (sameSettlement(before, settlement) && before?.extra === settlement?.extra) return
  if (current !== undefined) {
    db.update(settlementVersion).set({ toPull: pull }).where(eq(settlementVersion.id, current.id)).run()
  }
  if (settlement !== null) insert(database).run({ slot, fromPull: pull, ...settlement })
}

/** The settlements of slots. */
export const createSettlementRepository = repository({
  versions: inSlot([], settlementVersions),
  inPulls: inSlot([], settlementsInPulls),
  inPullsOfAll: settlementsOfAll,
})
