import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import { fromCentavos } from '../../core/money.ts'
import type { Pull, SettlementInPull, SettlementVersion } from '../../core/pull/pull.ts'
import { type Settlement, sameSettlement } from '../../core/settlement.ts'
import { type Cycle, nameOf, type Slot, type SlotDate } from '../../core/slot.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { inSlot, namesOfSlots, SLOTS_NAMED } from '../pulls/slots.ts'
import { pull, settlementVersion } from '../schema.ts'

/** A version as SQLite gives it: money as a number of centavos, yes and no as 1 and 0. */
export interface SettlementVersionRow {
  /** Its own number; null where a join found none. */
  readonly version: number | null
  readonly date: string
  readonly cycle: string
  readonly status: string
  readonly invoiceCount: number
  readonly collected: number
  readonly fees: number
  readonly feesPostpaid: number
  readonly adjustments: number
  readonly gateway: number
  readonly payout: number
  readonly extra: string | null
}

/** The columns of `SettlementVersionRow`. */
export const SETTLEMENT_COLUMNS = `settlement_version.id AS version, settlement_version.date, settlement_version.cycle,
  settlement_version.status, settlement_version.invoice_count AS invoiceCount, settlement_version.collected,
  settlement_version.fees, settlement_version.fees_postpaid AS feesPostpaid, settlement_version.adjustments,
  settlement_version.gateway, settlement_version.payout, settlement_version.extra`

export const settlementOf = (
  row: Omit<SettlementVersionRow, 'version'> | typeof settlementVersion.$inferSelect,
): Settlement => ({
  date: row.date,
  cycle: row.cycle,
  status: row.status,
  invoiceCount: row.invoiceCount,
  collected: fromCentavos(row.collected),
  fees: fromCentavos(row.fees),
  feesPostpaid: Boolean(row.feesPostpaid),
  adjustments: fromCentavos(row.adjustments),
  gateway: Boolean(row.gateway),
  payout: fromCentavos(row.payout),
  extra: row.extra,
})

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

interface ShownRow extends SettlementVersionRow {
  readonly slotDate: SlotDate
  readonly slotCycle: Cycle
  readonly fromPull: number
  readonly at: Instant
  readonly isFirst: number
}

const shownIn = <Of extends object>(slots: string) =>
  prepared(({ sqlite }) =>
    sqlite.prepare<Of, ShownRow>(`
      SELECT slot.date AS slotDate, slot.cycle AS slotCycle, ${SETTLEMENT_COLUMNS}, pull.id AS fromPull, pull.started_at AS at,
        pull.id = (SELECT min(id) FROM pull AS first WHERE first.slot = slot.id AND first.state = 'closed') AS isFirst
      FROM slot JOIN settlement_version ON settlement_version.slot = slot.id
        JOIN pull ON pull.id = settlement_version.from_pull AND pull.state = 'closed'
      WHERE slot.id IN (${slots}) ORDER BY slot.id, settlement_version.from_pull`),
  )

const shownOfSlot = shownIn<{ readonly of: number }>('@of')
const shownOfSlots = shownIn<{ readonly merchant: string; readonly slots: string }>(SLOTS_NAMED)

const settlementInPull = (row: ShownRow): SettlementInPull => ({
  settlement: settlementOf(row),
  pull: row.fromPull,
  at: row.at,
  isFirstPull: row.isFirst === 1,
})

/** The settlements that whole pulls of the slot have shown, oldest first, each with the time of the pull that first showed it. */
const settlementsInPulls = (database: MerchantDatabase, slot: number): readonly SettlementInPull[] =>
  shownOfSlot(database).all({ of: slot }).map(settlementInPull)

/** The same of several slots, by their names. */
const settlementsOfSlots = (
  database: MerchantDatabase,
  slots: readonly Slot[],
): ReadonlyMap<string, readonly SettlementInPull[]> => {
  const ofSlots = new Map<string, SettlementInPull[]>()
  for (const row of shownOfSlots(database).iterate({ merchant: database.merchant, slots: namesOfSlots(slots) })) {
    const name = nameOf({ date: row.slotDate, cycle: row.slotCycle })
    const shown = ofSlots.get(name)
    if (shown === undefined) ofSlots.set(name, [settlementInPull(row)])
    else shown.push(settlementInPull(row))
  }
  return ofSlots
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
  inPullsOf: settlementsOfSlots,
})
