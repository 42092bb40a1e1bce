import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import { isPaid, type ParsedRecord } from '../../core/invoice.ts'
import { fromCentavos } from '../../core/money.ts'
import type { ListedPage } from '../../core/pull/pull.ts'
import type { DateListing, UnlistedInvoice } from '../../core/pull/unlisted-invoice.ts'
import type { Slot, SlotDate } from '../../core/slot.ts'
import { compareText } from '../../std/compare-text.ts'
import { addLink, nextInSequence } from '../chain/chain.ts'
import { withStoreErrors } from '../connection/fault.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { cutAtCursor, keepBody, packCut } from '../evidence/body.ts'
import { type AnswerRow, answerFromRow, type KeptAnswer } from '../evidence/evidence-repository.ts'
import { hashOf, indexKeys } from '../invoices/keys.ts'
import { removeBodies } from '../pulls/pull-stamp.ts'
import { body, dateListing, dateListingPage, dayPayment, unlistedInvoice } from '../schema.ts'

/** Begins the listing of a date, which is invisible until it is committed. No pull may be open at the same time. */
const openDateListing = async (database: MerchantDatabase, start: DateListingStart): Promise<OpenDateListing> =>
  withStoreErrors<OpenDateListing>(database.path, await beginDateListing(database, start))

type UnlistedRow = Omit<typeof unlistedInvoice.$inferInsert, 'listing'>

/**
 * Begins the listing of a whole date. It is invisible until it is committed; its pages are written as they arrive and
 * none stays in memory.
 */
const beginDateListing = async (
  database: MerchantDatabase,
  { date, runId, at, isAskedFor }: DateListingStart,
): Promise<OpenDateListing> => {
  const { db, writeQueue, merchant } = database
  const listed = isAskedFor === null ? ('payment' as const) : null
  if (isAskedFor !== null) await indexKeys(database)
  const payments = new Map<string, DayPaymentRow>()
  const id = await writeQueue.write(() => {
    const last = db
      .select({ id: sql<number>`coalesce(max(${body.id}), 0)` })
      .from(body)
      .get()
    const row = { merchant, run: runId, date, listed, startedAt: at, bodiesBefore: last?.id ?? 0 }
    return Number(db.insert(dateListing).values(row).run().lastInsertRowid)
  })
  const seen = { pages: 0, items: 0, malformed: 0 }

  const page = async (given: ListedPage): Promise<void> => {
    const position = seen.pages + 1
    const records = given.read()
    const unlisted = isAskedFor === null ? [] : unlistedIn(database, { date, isAskedFor }, records, position)
    if (isAskedFor === null) for (const row of paymentsIn(records)) payments.set(row.invoiceId, row)
    const cut = cutAtCursor(given.body, given.cursor)
    const packed = packCut(given.body, cut)
    await writeQueue.write(() => {
      const { request, status, items, count } = given
      const kept = {
        body: keepBody(database, packed),
        digest: cut.digest,
        cursor: given.cursor ?? null,
        cursorAt: cut.cursorAt,
      }
      db.insert(dateListingPage)
        .values({ listing: id, position, request, status, items, count, ...kept })
        .run()
      for (const row of unlisted) writeUnlisted(database, id, row)
    })
    seen.pages = position
    seen.items += given.items
    seen.malformed += records.filter(({ kind }) => kind === 'malformed').length
  }

  const commit = async (): Promise<DateListing> => {
    const number = await writeQueue.write(() => {
      const closedAt = database.clock()
      const paymentsOf = isAskedFor === null ? writePayments(database, id, date, payments) : null
      const number = nextInSequence(database, 'pull', closedAt)
      db.update(dateListing)
        .set({ number, closedAt, paymentsOf, ...seen })
        .where(eq(dateListing.id, id))
        .run()
      addLink(database, 'date_listing', id)
      return number
    })
    return { date, number, ...seen, unlisted: countUnlisted(database, id) }
  }

  return { page, commit, abandon: () => undoDateListing(database, id) }
}

type DayPaymentRow = Omit<typeof dayPayment.$inferInsert, 'listing'>

const paymentsIn = (records: readonly ParsedRecord[]): readonly DayPaymentRow[] =>
  records.flatMap((record) => {
    if (record.kind !== 'invoice' || !isPaid(record.invoice)) return []
    const { id, status, paid, reference, contract, customerDocument, paymentMethod, paymentDate } = record.invoice
    return [{ invoiceId: id, status, paid, reference, contract, customerDocument, paymentMethod, paymentDate }]
  })

/** Writes the payments of a day, unless the listing before it has the same. Returns the number of the row of that listing. */
const writePayments = (
  database: MerchantDatabase,
  listing: number,
  date: SlotDate,
  payments: ReadonlyMap<string, DayPaymentRow>,
): number | null => {
  const { db, merchant } = database
  const rows = [...payments.values()].sort((a, b) => compareText(a.invoiceId, b.invoiceId))
  const earlier = db
    .select({ id: sql<number>`coalesce(${dateListing.paymentsOf}, ${dateListing.id})` })
    .from(dateListing)
    .where(
      and(
        eq(dateListing.merchant, merchant),
        eq(dateListing.listed, 'payment'),
        eq(dateListing.date, date),
        sql`${dateListing.number} IS NOT NULL`,
      ),
    )
    .orderBy(desc(dateListing.number))
    .limit(1)
    .get()
  if (earlier !== undefined && isSamePayments(rows, paymentsOfListing(database, earlier.id))) return earlier.id
  for (const row of rows)
    db.insert(dayPayment)
      .values({ listing, ...row })
      .run()
  return null
}

const paymentsOfListing = ({ db }: MerchantDatabase, listing: number): readonly DayPaymentRow[] =>
  db
    .select()
    .from(dayPayment)
    .where(eq(dayPayment.listing, listing))
    .orderBy(asc(dayPayment.invoiceId))
    .all()
    .map(({ listing: _listing, ...row }) => row)

const isSamePayments = (rows: readonly DayPaymentRow[], others: readonly DayPaymentRow[]): boolean => {
  const textOf = (all: readonly DayPaymentRow[]): string =>
    JSON.stringify(
      all.map((one) => [
        one.invoiceId,
        one.status,
        `${one.paid}`,
        one.reference,
        one.contract,
        one.customerDocument,
        one.paymentMethod,
        one.paymentDate,
      ]),
    )
  return textOf(rows) === textOf(others)
}

const countUnlisted = ({ db }: MerchantDatabase, listing: number): number => {
  const number = sql<number>`count(*)`
  return db.select({ number }).from(unlistedInvoice).where(eq(unlistedInvoice.listing, listing)).get()?.number ?? 0
}

const unlistedIn = (
  database: MerchantDatabase,
  asked: DateAsked,
  records: readonly ParsedRecord[],
  position: number,
): readonly UnlistedRow[] => {
  const invoices = records.flatMap((record) => (record.kind === 'invoice' ? [record.invoice] : []))
  const outside = inNoSlot(
    database,
    asked,
    invoices.map(({ id }) => id),
  )
  return invoices
    .filter(({ id }) => outside.has(id))
    .map(({ id, status, paid, ownDate, ownCycle }) => ({ invoiceId: id, position, status, paid, ownDate, ownCycle }))
}

/** An invoice may appear twice: the last copy counts, as in the list of a slot. */
const writeUnlisted = ({ db }: MerchantDatabase, listing: number, { invoiceId, ...row }: UnlistedRow): void => {
  db.insert(unlistedInvoice)
    .values({ listing, invoiceId, ...row })
    .onConflictDoUpdate({ target: [unlistedInvoice.listing, unlistedInvoice.invoiceId], set: row })
    .run()
}

const undoDateListing = async (database: MerchantDatabase, id: number): Promise<void> => {
  const { db, writeQueue } = database
  const open = db.select().from(dateListing).where(eq(dateListing.id, id)).get()
  if (open === undefined) return
  await writeQueue.write(() => {
    db.delete(unlistedInvoice).where(eq(unlistedInvoice.listing, id)).run()
    db.delete(dayPayment).where(eq(dayPayment.listing, id)).run()
    db.delete(dateListingPage).where(eq(dateListingPage.listing, id)).run()
  })
  await removeBodies(database, open.bodiesBefore)
  await writeQueue.write(() => db.delete(dateListing).where(eq(dateListing.id, id)).run())
}

/** Undoes listings that a crash left open. Only for the holder of the run lock. */
export const undoOpenDateListings = async (database: MerchantDatabase): Promise<void> => {
  const open = database.db
    .select({ id: dateListing.id })
    .from(dateListing)
    .where(sql`${dateListing.number} IS NULL`)
    .all()
  for (const { id } of open) await undoDateListing(database, id)
}

interface DateAsked extends Pick<DateListingStart, 'date'> {
  readonly isAskedFor: NonNullable<DateListingStart['isAskedFor']>
}

/** What the listing of a date is begun with. */
interface DateListingStart {
  readonly date: SlotDate
  readonly runId: string
  readonly at: Instant
  /**
   * Whether settlements of this cycle are expected; a slot that only a sweep has read does not count as holding an
   * invoice. Null for a day of payments: what was paid on it is kept, wherever it is settled.
   */
  readonly isAskedFor: ((cycle: string) => boolean) | null
}

/**
 * The listing of a date being written: each page is stored as evidence and its unlisted invoices are recorded as it
 * arrives.
 */
interface OpenDateListing {
  page(page: ListedPage): Promise<void>
  /** Gives the listing its number; from then on it exists. */
  commit(): Promise<DateListing>
  /** Undoes it without a trace. */
  abandon(): Promise<void>
}

/** The newest listing of each date that was ever listed, in order of date. */
const dateListings = ({ db, merchant }: MerchantDatabase): readonly DateListing[] =>
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
    .where(and(eq(dateListing.merchant, merchant), isNull(dateListing.listed), isCommitted, isNewest))
    .orderBy(asc(dateListing.date))
    .all()

const isCommitted = sql`${dateListing.number} IS NOT NULL`
const isNewest = sql`NOT EXISTS (
  SELECT 1 FROM date_listing later WHERE later.merchant = ${dateListing.merchant} AND later.date = ${dateListing.date}
    AND later.listed IS ${dateListing.listed}
    AND later.number > ${dateListing.number})`

/** The newest listing of each day of payments, in order of day, with the moment at which it began. */
const paymentDays = ({
  db,
  merchant,
}: MerchantDatabase): readonly { readonly date: SlotDate; readonly at: Instant }[] =>
  db
    .select({ date: dateListing.date, at: dateListing.startedAt })
    .from(dateListing)
    .where(and(eq(dateListing.merchant, merchant), eq(dateListing.listed, 'payment'), isCommitted, isNewest))
    .orderBy(asc(dateListing.date))
    .all()

/** An unlisted invoice, and the page that shows it. */
interface UnlistedOnPage extends UnlistedInvoice {
  readonly listing: number
  readonly position: number
}

/**
 * The invoices that the newest listing of each date showed and no expected slot listed then, in order of date and id,
 * with the slots that list them now. The keys must be up to date.
 */
const unlistedInvoices = (database: MerchantDatabase): readonly UnlistedOnPage[] =>
  database.db
    .select({ date: dateListing.date, stray: unlistedInvoice })
    .from(unlistedInvoice)
    .innerJoin(dateListing, eq(dateListing.id, unlistedInvoice.listing))
    .where(and(eq(dateListing.merchant, database.merchant), isCommitted, isNewest))
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
const inNoSlot = (
  database: MerchantDatabase,
  { date, isAskedFor }: DateAsked,
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

/** A page of the listing of a date, and those of its invoices that no slot lists. */
interface UnlistedPage extends Pick<KeptAnswer, 'bytes'> {
  readonly invoiceIds: ReadonlySet<string>
}

type PageRow = AnswerRow & { readonly number: number }

const pages = prepared(({ sqlite }) =>
  sqlite.prepare<[listing: number, position: number], PageRow>(
    `SELECT date_listing.number, position AS place, request, status, digest, body, cursor, cursor_at AS cursorAt
     FROM date_listing_page JOIN date_listing ON date_listing.id = listing WHERE listing = ? AND position = ?`,
  ),
)

/** The pages of the newest listings that show an invoice that no slot lists now; their bytes have all of its fields. */
async function* unlistedPages(database: MerchantDatabase): AsyncGenerator<UnlistedPage> {
  const byPage = new Map<string, { readonly listing: number; readonly position: number; readonly ids: Set<string> }>()
  for (const { listing, position, invoiceId, listedIn } of unlistedInvoices(database)) {
    if (listedIn.length > 0) continue
    const name = `${listing} ${position}`
    const page = byPage.get(name) ?? { listing, position, ids: new Set() }
    byPage.set(name, page)
    page.ids.add(invoiceId)
  }
  for (const { listing, position, ids } of byPage.values()) {
    const row = pages(database).get(listing, position)
    if (row === undefined) continue
    const { number } = row
    const { bytes } = answerFromRow(database, { id: number, number, pagesOf: number }, 'page', row)
    yield { invoiceIds: ids, bytes }
  }
}

/** Listings of a whole date, requested without a cycle. */
export const createListingRepository = repository({
  begin: openDateListing,
  newest: dateListings,
  paymentDays,
  unlistedInvoices,
  unlistedPages,
})
