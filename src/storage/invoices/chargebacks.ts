import { sql } from 'drizzle-orm'
import type { Chargeback } from '../../domain/assessment/chargeback-account.ts'
import { fromCentavos } from '../../domain/money.ts'
import type { Slot } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'

interface Row extends Slot {
  readonly invoiceId: string
  readonly paid: number | null
  readonly isReversed: number
}

/**
 * Every invoice that is a chargeback, in order of slot and id: as the latest pull of its slot lists it, as it was read by its id after it
 * had left the list, or as one that was a chargeback and is paid again.
 */
export const currentChargebacks = ({ db, merchant }: MerchantDatabase): readonly Chargeback[] =>
  db
    .all<Row>(sql`
      WITH latest AS MATERIALIZED (SELECT slot, max(id) AS id FROM pull WHERE state = 'closed' GROUP BY slot),
      gone AS MATERIALIZED (
        SELECT departure.slot, departure.invoice_id, max(departure.pull), departure.status
        FROM departure JOIN latest ON latest.slot = departure.slot AND departure.pull <= latest.id
        GROUP BY departure.slot, departure.invoice_id),
      candidate AS (
        SELECT version.slot, version.invoice_id
        FROM version JOIN latest ON latest.slot = version.slot AND version.from_pull <= latest.id
        WHERE version.status = 'chargeback'
        UNION SELECT slot, invoice_id FROM gone WHERE status = 'chargeback')
      SELECT slot.date, slot.cycle, version.invoice_id AS invoiceId, version.paid,
        version.status = 'paid' AND gone.status IS NOT 'chargeback' AS isReversed
      FROM candidate
        JOIN slot ON slot.id = candidate.slot AND slot.merchant = ${merchant}
        JOIN latest ON latest.slot = candidate.slot
        JOIN version ON version.slot = candidate.slot AND version.invoice_id = candidate.invoice_id
          AND version.from_pull = (
            SELECT max(later.from_pull) FROM version later WHERE later.slot = candidate.slot
              AND later.invoice_id = candidate.invoice_id AND later.from_pull <= latest.id)
        LEFT JOIN gone ON gone.slot = candidate.slot AND gone.invoice_id = candidate.invoice_id
          AND version.to_pull <= latest.id
      WHERE CASE WHEN version.to_pull <= latest.id THEN gone.status = 'chargeback'
        ELSE version.status IN ('chargeback', 'paid') END
      ORDER BY slot.date, slot.minute, slot.cycle, version.invoice_id`)
    .map(({ date, cycle, invoiceId, paid, isReversed }) => ({
      slot: { date, cycle },
      invoiceId,
      paid: fromCentavos(paid ?? 0),
      isReversed: isReversed === 1,
    }))
