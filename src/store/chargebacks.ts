import { sql } from 'drizzle-orm'
import type { Instant } from '../domain/calendar.ts'
import { type Centavos, fromCentavos } from '../domain/money.ts'
import type { Slot } from '../domain/slot.ts'
import type { Books } from './books.ts'

interface Row extends Slot {
  readonly paid: number | null
  readonly turnedAt: Instant | null
}

/**
 * Every invoice now read as chargeback. It turned with its first version read so, unless that is its very first version in the slot:
 * then nobody here ever saw it as anything else.
 */
export const currentChargebacks = ({
  db,
  merchant,
}: Books): readonly { readonly slot: Slot; readonly paid: Centavos; readonly turnedAt: Instant | null }[] =>
  db
    .all<Row>(sql`
      WITH latest AS MATERIALIZED (SELECT slot, max(id) AS id FROM pull WHERE state = 'closed' GROUP BY slot)
      SELECT slot.date, slot.cycle, version.paid, (
          SELECT turned.started_at FROM version first JOIN pull turned ON turned.id = first.from_pull
          WHERE first.slot = version.slot AND first.invoice_id = version.invoice_id AND first.status = 'chargeback'
            AND EXISTS (
              SELECT 1 FROM version before WHERE before.slot = first.slot AND before.invoice_id = first.invoice_id
                AND before.from_pull < first.from_pull)
          ORDER BY first.from_pull LIMIT 1) AS turnedAt
      FROM version
        JOIN slot ON slot.id = version.slot
        JOIN latest ON latest.slot = version.slot
      WHERE version.status = 'chargeback' AND slot.merchant = ${merchant}
        AND version.from_pull <= latest.id AND (version.to_pull IS NULL OR version.to_pull > latest.id)
      ORDER BY slot.date, slot.minute, slot.cycle, version.invoice_id`)
    .map(({ date, cycle, paid, turnedAt }) => ({ slot: { date, cycle }, paid: fromCentavos(paid ?? 0), turnedAt }))
