import { and, asc, eq, sql } from 'drizzle-orm'
import { fromCentavos } from '../../domain/money.ts'
import type { DateListing, UnlistedInvoice } from '../../domain/pull/unlisted-invoice.ts'
import type { Slot } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { hashOf } from '../invoices/keys.ts'
import { dateListing, unlistedInvoice } from '../schema.ts'
import type { DateListingStart } from './open-date-listing.ts'

/** The newest listing of each date that was ever listed, in order of date. */
export const dateListings = ({ db, merchant }: MerchantDatabase): readonly DateListing[] =>
  db
    .select({
      date: dateListing.date,
      number: sql<number>`${dateListing.number}`,
      pages: sql<number>`${dateListing.pages}`,
      items: sql<number>`${dateListing.items}`,
      malformed: sql<number>`${dateListing.malformed}`,
      unlisted: sql<number>`(SELECT count(*) FROM stray WHERE stray.listing = ${dateListing.id})`,
    })
    .from(dateListing)
    .where(and(eq(dateListing.merchant, merchant), sql`${dateListing.number} IS NOT NULL`, isNewest))
    .orderBy(asc(dateListing.date))
    .all()

const isNewest = sql`NOT EXISTS (
  SELECT 1 FROM date_listing later WHERE later.merchant = ${dateListing.merchant} AND later.date = ${dateListing.date}
    AND later.number > ${dateListing.number})`

/** An unlisted invoice, and the page that shows it. */
interface UnlistedOnPage extends UnlistedInvoice {
  readonly listing: number
  readonly position: number
}

/**
 * The invoices that the newest listing of each date showed and no expected slot listed then, with the slots that list
 * them now.
 */
export const unlistedInvoices = (database: MerchantDatabase): readonly UnlistedOnPage[] =>
  database.db
    .select({ date: dateListing.date, stray: unlistedInvoice })
    .from(unlistedInvoice)
    .innerJoin(dateListing, eq(dateListing.id, unlistedInvoice.listing))
    .where(and(eq(dateListing.merchant, database.merchant), sql`${dateListing.number} IS NOT NULL`, isNewest))
    .orderBy(asc(dateListing.date), asc(unlistedInvoice.invoiceId))
    .all()
    .map(({ date, stray: { listing, position, invoiceId, status, paid, ownDate, ownCycle } }) => ({
      listing,
      position,
      date,
      invoiceId,
      status,
      paid: paid === null ? null : fromCentavos(paid),
      ownDate,
      ownCycle,
      listedIn: slotsHolding(database, invoiceId),
    }))

/** The slots whose latest whole pull lists the invoice; the keys give the slots that ever listed it. */
const slotsHolding = (database: MerchantDatabase, invoiceId: string): readonly Slot[] =>
  holding(database)
    .all({ hash: hashOf(database.merchant, 'invoice', invoiceId), merchant: database.merchant, invoiceId })
    .map(({ date, cycle }) => ({ date, cycle }))

const holding = prepared(({ sqlite }) =>
  sqlite.prepare<{ hash: number; merchant: string; invoiceId: string }, Slot>(
    `WITH ever AS (
       SELECT version.slot FROM key JOIN version ON version.id = key.version WHERE key.hash = :hash
       UNION SELECT slot FROM shared_key WHERE hash = :hash)
     SELECT slot.date, slot.cycle FROM ever JOIN slot ON slot.id = ever.slot JOIN version ON version.slot = slot.id
     WHERE slot.merchant = :merchant AND version.invoice_id = :invoiceId
       AND version.from_pull <= (SELECT max(id) FROM pull WHERE pull.slot = slot.id AND state = 'closed')
       AND coalesce(version.to_pull > (SELECT max(id) FROM pull WHERE pull.slot = slot.id AND state = 'closed'), 1)
     ORDER BY slot.date, slot.minute, slot.cycle`,
  ),
)

/**
 * Of these invoices, those that no expected slot holds: the slots of the date are searched first, all at once, and the
 * others only for the rest. The keys must be up to date, and no pull open.
 */
export const inNoSlot = (
  database: MerchantDatabase,
  { date, isAskedFor }: Pick<DateListingStart, 'date' | 'isAskedFor'>,
  invoiceIds: readonly string[],
): ReadonlySet<string> => {
  const onDate = listedOnDate(database).all(JSON.stringify(invoiceIds), database.merchant, date)
  const listed = new Set(onDate.filter(({ cycle }) => isAskedFor(cycle)).map(({ invoiceId }) => invoiceId))
  const left = invoiceIds.filter((id) => !listed.has(id))
  return new Set(left.filter((id) => !slotsHolding(database, id).some(({ cycle }) => isAskedFor(cycle))))
}

const listedOnDate = prepared(({ sqlite }) =>
  sqlite.prepare<[ids: string, merchant: string, date: string], { readonly invoiceId: string; readonly cycle: string }>(
    `SELECT version.invoice_id AS invoiceId, slot.cycle FROM slot CROSS JOIN json_each(?) wanted CROSS JOIN version
     WHERE slot.merchant = ? AND slot.date = ? AND version.slot = slot.id AND version.invoice_id = wanted.value
       AND version.to_pull IS NULL`,
  ),
)
