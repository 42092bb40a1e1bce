import { sql } from 'drizzle-orm'
import { addDays, type Slot, type SlotDate } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'

/**
 * The slots that ever held an invoice whose payment date may be on one of those days, in order. Payment dates are
 * stored as received, in any zone; two more days on each side cover every zone. The caller checks the invoices
 * themselves.
 */
export const slotsPaidBetween = ({ db, merchant }: MerchantDatabase, from: SlotDate, to: SlotDate): readonly Slot[] =>
  db.all<Slot>(sql`
    SELECT slot.date, slot.cycle FROM slot
    WHERE slot.merchant = ${merchant} AND slot.id IN (
      SELECT version.slot FROM version JOIN pull ON pull.id = version.from_pull AND pull.state = 'closed'
      WHERE version.payment_date >= ${addDays(from, -2)} AND version.payment_date < ${addDays(to, 3)})
    ORDER BY slot.date, slot.minute, slot.cycle`)
