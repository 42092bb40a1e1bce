import { sql } from 'drizzle-orm'
import type { Chargeback } from '../../domain/assessment/chargeback-account.ts'
import { fromCentavos } from '../../domain/money.ts'
import type { Slot } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'

interface Row extends Slot {
  readonly invoiceId: string
  readonly paid: number | null
}

/** Every invoice that the latest pull of its slot reads as chargeback, in order of slot and id. */
export const currentChargebacks = ({ db, merchant }: MerchantDatabase): readonly Chargeback[] =>
  db
    .all<Row>(sql`
      WITH latest AS MATERIALIZED (SELECT slot, max(id) AS id FROM pull WHERE state = 'closed' GROUP BY slot)
      SELECT slot.date, slot.cycle, version.invoice_id AS invoiceId, version.paid
      FROM version
        JOIN slot ON slot.id = version.slot
        JOIN latest ON latest.slot = version.slot
      WHERE version.status = 'chargeback' AND slot.merchant = ${merchant}
        AND version.from_pull <= latest.id AND (version.to_pull IS NULL OR version.to_pull > latest.id)
      ORDER BY slot.date, slot.minute, slot.cycle, version.invoice_id`)
    .map(({ date, cycle, invoiceId, paid }) => ({ slot: { date, cycle }, invoiceId, paid: fromCentavos(paid ?? 0) }))
