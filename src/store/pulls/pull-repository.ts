import { eq, sql } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { IncompleteAttempt, PastPull, Pull } from '../../core/pull/pull.ts'
import type { Settlement } from '../../core/settlement.ts'
import type { Slot } from '../../core/slot.ts'
import { withStoreErrors } from '../connection/fault.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { parseVerdict } from '../findings/assessments.ts'
import { settlementVersion } from '../schema.ts'
import { settlementOf } from '../settlements/settlements.ts'
import { beginPull, recordIncomplete } from './begin-pull.ts'
import type { OpenPull, PullStart } from './open-pull.ts'
import { departuresOf, firstPullAt, pullTimes, quarantineOf, repeatsOf } from './pulls.ts'
import { ofSlot } from './slots.ts'

/** Everything read of a slot at one moment, and the attempts that could not be read whole. */
export const createPullRepository = (database: MerchantDatabase) =>
  withStoreErrors(database.path, {
    /**
     * Begins a pull, which is invisible until it is committed. Pulls that an earlier crash left open were undone when the
     * database was opened.
     */
    begin: (start: PullStart) => openPull(database, start),
    /** Records that a slot could not be read whole. */
    recordIncomplete: (attempt: IncompleteAttempt & { readonly runId: string }) => recordIncomplete(database, attempt),
    /** The time of the first whole pull of the database; null before it. */
    firstTime: () => firstPullAt(database),
    /** The start of each whole pull of the slot, by its id. */
    times: (slot: Slot) =>
      ofSlot<ReadonlyMap<number, Instant>>(database, slot, new Map(), (number) => pullTimes(database, number)),
    /** Every whole pull of a slot and every attempt at one, oldest first, with its changes. */
    history: (slot: Slot) => ofSlot(database, slot, [], (number) => pastPulls(database, number)),
    /** Unreadable records of the pull's list: the first few hundred, and all of invoices that the slot held before. */
    quarantine: (pull: Pick<Pull, 'id'>) => quarantineOf(database, pull.id),
    /** The invoices that the pull's list holds more than once. */
    repeats: (pull: Pull) => repeatsOf(database, pull.id),
    /** The fate of invoices that have left the slot and have not returned, as of that pull. */
    departures: (slot: Slot, pull: Pull) =>
      ofSlot(database, slot, [], (number) => departuresOf(database, number, pull.id)),
  })

const openPull = (database: MerchantDatabase, start: PullStart): OpenPull => {
  const pull = beginPull(database, start)
  return withStoreErrors<OpenPull>(database.path, {
    known: (position, request) => pull.known(position, request),
    page: (page) => pull.page(page),
    endList: () => pull.endList(),
    departures: (read) => pull.departures(read),
    settlement: (settlement, before, after) => pull.settlement(settlement, before, after),
    commit: () => pull.commit(),
    abandon: () => pull.abandon(),
  })
}

interface PullRow {
  readonly id: number
  readonly number: number | null
  readonly at: number
  readonly code: string | null
  readonly reason: string | null
  readonly verdict: string | null
  readonly checkedAfter: number | null
}

/** Every whole pull of the slot and every attempt at one, oldest first. */
const pastPulls = (database: MerchantDatabase, slot: number): readonly PastPull[] => {
  const rows = database.db.all<PullRow>(sql`
    SELECT p.id, p.number, p.started_at AS at, p.reason_code AS code, p.reason,
      first.verdict, first.after AS checkedAfter
    FROM pull p LEFT JOIN assessment first ON first.id = (
      SELECT min(id) FROM assessment WHERE assessment.slot = p.slot AND assessment.pull = p.id)
    WHERE p.slot = ${slot} AND p.state <> 'open' ORDER BY p.id`)
  const settlementAt = settlementsByPull(database, slot)
  const began = countsOf(
    database,
    sql`SELECT from_pull AS pull, count(*) AS number FROM version WHERE slot = ${slot} GROUP BY 1`,
  )
  const ended = countsOf(
    database,
    sql`SELECT to_pull AS pull, count(*) AS number FROM version WHERE slot = ${slot} AND to_pull IS NOT NULL GROUP BY 1`,
  )
  const replaced = countsOf(
    database,
    sql`SELECT before.to_pull AS pull, count(*) AS number FROM version before
        JOIN version after ON after.slot = before.slot AND after.invoice_id = before.invoice_id
          AND after.from_pull = before.to_pull
      WHERE before.slot = ${slot} AND before.to_pull IS NOT NULL GROUP BY 1`,
  )
  return rows.map(({ id, number, at, code, reason, verdict, checkedAfter }) => {
    const changed = replaced(id)
    return {
      id,
      number,
      at,
      incomplete: number === null ? { code: code ?? '', reason: reason ?? '' } : null,
      verdict: verdict === null ? null : parseVerdict(verdict),
      checkedAfter,
      settlement: number === null ? null : settlementAt(id),
      invoices: { added: began(id) - changed, left: ended(id) - changed, changed },
    }
  })
}

const settlementsByPull = ({ db }: MerchantDatabase, slot: number): ((pull: number) => Settlement | null) => {
  const rows = db.select().from(settlementVersion).where(eq(settlementVersion.slot, slot)).all()
  return (pull) => {
    const row = rows.find(({ fromPull, toPull }) => fromPull <= pull && (toPull === null || toPull > pull))
    return row === undefined ? null : settlementOf(row)
  }
}

const countsOf = ({ db }: MerchantDatabase, query: ReturnType<typeof sql>): ((pull: number) => number) => {
  const counts = new Map(
    db.all<{ readonly pull: number; readonly number: number }>(query).map((row) => [row.pull, row.number]),
  )
  return (pull) => counts.get(pull) ?? 0
}
