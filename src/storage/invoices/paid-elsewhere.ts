import type { Slot } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { hashOf } from './keys.ts'

/**
 * Of these invoices, those that the latest pull of another slot lists as paid or charged back, with that status. The
 * keys must be up to date.
 */
export const paidElsewhere = (
  database: MerchantDatabase,
  slot: Slot,
  invoiceIds: readonly string[],
): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const invoiceId of invoiceIds) {
    const hash = hashOf(database.merchant, 'invoice', invoiceId)
    const status = statusIn(database).get({ hash, invoiceId, date: slot.date, cycle: slot.cycle })
    if (status !== undefined) found.set(invoiceId, status)
  }
  return found
}

/** A key names the slot of its first holder, and the shared keys name those of the others. A chargeback comes before a payment. */
const statusIn = prepared(({ sqlite }) =>
  sqlite
    .prepare<[{ hash: number; invoiceId: string } & Slot], string>(
      `WITH holder AS (
         SELECT version.slot FROM key JOIN version ON version.id = key.version WHERE key.hash = @hash
         UNION SELECT slot FROM shared_key WHERE hash = @hash AND invoice_id = @invoiceId
       )
       SELECT version.status
       FROM holder
         JOIN slot ON slot.id = holder.slot
         JOIN version ON version.slot = holder.slot AND version.invoice_id = @invoiceId
         JOIN (SELECT slot, max(id) AS id FROM pull WHERE state = 'closed' GROUP BY slot) AS latest
           ON latest.slot = holder.slot
       WHERE NOT (slot.date = @date AND slot.cycle = @cycle)
         AND version.status IN ('paid', 'chargeback')
         AND version.from_pull <= latest.id AND (version.to_pull IS NULL OR version.to_pull > latest.id)
       ORDER BY version.status LIMIT 1`,
    )
    .pluck(),
)
