import { eq, sql } from 'drizzle-orm'
import type { PastPull } from '../../core/pull/pull.ts'
import type { Settlement } from '../../core/settlement.ts'
import { withStoreErrors } from '../connection/fault.ts'
import { type MerchantDatabase, repository } from '../connection/merchant-database.ts'
import { parseVerdict } from '../findings/assessments.ts'
import { settlementVersion } from '../schema.ts'
import { settlementOf } from '../settlements/settlements.ts'
import { beginPull, recordIncomplete } from './begin-pull.ts'
import type { OpenPull, PullStart } from './open-pull.ts'
import { departuresOf, firstPullAt, pullTimes, quarantineOf, repeatsOf } from './pulls.ts'
import { inSlot } from './slots.ts'

/**
 * Begins a pull, which is invisible until it is committed. Pulls that an earlier crash left open were undone when the
 * database was opened.
 */
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

/** Everything read of a slot at one moment, and the attempts that could not be read whole. */
export const createPullRepository = repository({
  begin: openPull,
  recordIncomplete,
  firstTime: firstPullAt,
  times: inSlot(new Map(), pullTimes),
  history: inSlot([], pastPulls),
  quarantine: quarantineOf,
  repeats: repeatsOf,
  departures: inSlot([], departuresOf),
})
