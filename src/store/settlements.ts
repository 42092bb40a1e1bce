import { and, asc, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { SettlementVersion } from '../domain/pull.ts'
import { type Settlement, sameSettlement } from '../domain/settlement.ts'
import { minuteOfDay, type Slot } from '../domain/slot.ts'
import type { Books } from './books.ts'
import { prepared } from './prepared.ts'
import { settlementVersion, slot as slotTable } from './schema.ts'

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

/** Oldest first; an absence ends one and is not in the list. */
export const settlementVersions = ({ db }: Books, slot: number, pull: number): readonly SettlementVersion[] =>
  db
    .select()
    .from(settlementVersion)
    .where(and(eq(settlementVersion.slot, slot), lte(settlementVersion.fromPull, pull)))
    .orderBy(asc(settlementVersion.fromPull))
    .all()
    .map((row) => ({ settlement: settlementOf(row), from: row.fromPull }))

const unended = prepared(({ db }) =>
  db
    .select()
    .from(settlementVersion)
    .where(and(eq(settlementVersion.slot, sql.placeholder('slot')), isNull(settlementVersion.toPull)))
    .prepare(),
)

/** Writes what an open pull read: nothing when it is what the last one read, undocumented fields included. */
export const writeSettlement = (books: Books, slot: number, pull: number, settlement: Settlement | null): void => {
  const { db } = books
  const current = unended(books).get({ slot })
  const before = current === undefined ? null : settlementOf(current)
  if (sameSettlement(before, settlement) && before?.extra === settlement?.extra) return
  if (current !== undefined) {
    db.update(settlementVersion).set({ toPull: pull }).where(eq(settlementVersion.id, current.id)).run()
  }
  if (settlement !== null)
    db.insert(settlementVersion)
      .values({ slot, fromPull: pull, ...settlement })
      .run()
}

/** A handful is what a look back usually needs. */
const PAGE = 100

/** The current settlement of every slot before this one, latest first. */
export async function* settlementsBefore(
  { db, merchant }: Books,
  slot: Slot,
): AsyncGenerator<readonly { readonly slot: Slot; readonly settlement: Settlement }[]> {
  let place = sql`(${slot.date}, ${minuteOfDay(slot.cycle)}, ${slot.cycle})`
  for (;;) {
    const rows = db
      .select({ slot: slotTable, settlement: settlementVersion })
      .from(slotTable)
      .innerJoin(settlementVersion, and(eq(settlementVersion.slot, slotTable.id), isLiveAt(latestPull)))
      .where(
        and(
          eq(slotTable.merchant, merchant),
          sql`(${slotTable.date}, ${slotTable.minute}, ${slotTable.cycle}) < ${place}`,
        ),
      )
      .orderBy(desc(slotTable.date), desc(slotTable.minute), desc(slotTable.cycle))
      .limit(PAGE)
      .all()
    const last = rows.at(-1)?.slot
    if (last === undefined) return
    yield rows.map((row) => ({
      slot: { date: row.slot.date, cycle: row.slot.cycle },
      settlement: settlementOf(row.settlement),
    }))
    place = sql`(${last.date}, ${last.minute}, ${last.cycle})`
  }
}

const latestPull = sql`(SELECT max(id) FROM pull WHERE pull.slot = ${slotTable.id} AND state = 'closed')`
