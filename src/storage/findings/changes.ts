import { sql } from 'drizzle-orm'
import type { Change } from '../../domain/findings/timeline.ts'
import type { Cycle, SlotDate } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'

/** The number of the last sighting. Later ones have greater numbers. */
export const lastSighting = ({ db }: MerchantDatabase): number =>
  db.get<{ readonly last: number }>(sql`SELECT coalesce(max(id), 0) AS last FROM sighting`).last

interface Row extends Pick<Change, 'id' | 'code' | 'before' | 'after'> {
  readonly date: SlotDate
  readonly cycle: Cycle
}

/** The merchant's discrepancies with a sighting after that one: their states then and now. */
export const changesSince = ({ db, merchant }: MerchantDatabase, sighting: number): readonly Change[] =>
  db
    .all<Row>(
      sql`SELECT d.id, d.code, slot.date, slot.cycle,
          (SELECT severity FROM sighting WHERE discrepancy = d.id AND id <= ${sighting} ORDER BY id DESC LIMIT 1) AS before,
          (SELECT severity FROM sighting WHERE discrepancy = d.id ORDER BY id DESC LIMIT 1) AS after
        FROM discrepancy d JOIN slot ON slot.id = d.slot
        WHERE slot.merchant = ${merchant} AND d.id IN (SELECT discrepancy FROM sighting WHERE id > ${sighting})
        ORDER BY slot.date, slot.minute, slot.cycle, d.code, d.subject`,
    )
    .map(({ date, cycle, ...row }) => ({ slot: { date, cycle }, ...row }))
