import { sql } from 'drizzle-orm'
import { addDays, type Slot, type SlotDate } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'

/**
 * The slots that ever held an invoice whose payment date may fall on one of those days, in order. Payment dates are kept as they came,
 * in any zone: two days to each side, no zone is missed. Whoever asks looks at the invoices themselves.
 */
export const slotsPaidBetween = ({ db, merchant }: MerchantDatabase, from: SlotDate, to: SlotDate): readonly Slot[] =>
  db.all<Slot>(sql`
    SELECT slot.date, slot.cycle FROM slot
    WHERE slot.merchant = ${merchant} AND slot.id IN (
      SELECT version.slot FROM version JOIN pull ON pull.id = version.from_pull AND pull.state = 'closed'
      WHERE version.payment_date >= ${addDays(from, -2)} AND version.payment_date < ${addDays(to, 3)})
    ORDER BY slot.date, slot.minute, slot.cycle`)
