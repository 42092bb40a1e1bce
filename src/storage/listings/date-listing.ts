import { eq, sql } from 'drizzle-orm'
import type { ParsedRecord } from '../../domain/invoice.ts'
import type { DateListing } from '../../domain/pull/unlisted-invoice.ts'
import { addLink } from '../chain/links.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { cutAtCursor, keepBody, packCut } from '../evidence/body.ts'
import { indexKeys } from '../invoices/keys.ts'
import type { ListedPage } from '../pulls/open-pull.ts'
import { removeBodies } from '../pulls/undo.ts'
import { body, dateListing, dateListingPage, unlistedInvoice } from '../schema.ts'
import { nextInSequence } from '../snapshot/sequence.ts'
import type { DateListingStart, OpenDateListing } from './open-date-listing.ts'
import { inNoSlot } from './unlisted-invoices.ts'

type UnlistedRow = Omit<typeof unlistedInvoice.$inferInsert, 'listing'>

/**
 * Begins the listing of a whole date. It is invisible until it is committed; its pages are written as they arrive and
 * none stays in memory.
 */
export const beginDateListing = async (
  database: MerchantDatabase,
  { date, runId, at, isAskedFor }: DateListingStart,
): Promise<OpenDateListing> => {
  const { db, writeQueue, merchant } = database
  await indexKeys(database)
  const id = await writeQueue.write(() => {
    const last = db
      .select({ id: sql<number>`coalesce(max(${body.id}), 0)` })
      .from(body)
      .get()
    const row = { merchant, run: runId, date, startedAt: at, bodiesBefore: last?.id ?? 0 }
    return Number(db.insert(dateListing).values(row).run().lastInsertRowid)
  })
  const seen = { pages: 0, items: 0, malformed: 0 }

  const page = async (given: ListedPage): Promise<void> => {
    const position = seen.pages + 1
    const records = given.read()
    const unlisted = unlistedIn(database, { date, isAskedFor }, records, position)
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
      const number = nextInSequence(database, 'pull', closedAt)
      db.update(dateListing)
        .set({ number, closedAt, ...seen })
        .where(eq(dateListing.id, id))
        .run()
      addLink(database, 'date_listing', id)
      return number
    })
    return { date, number, ...seen, unlisted: countUnlisted(database, id) }
  }

  return { page, commit, abandon: () => undoDateListing(database, id) }
}

const countUnlisted = ({ db }: MerchantDatabase, listing: number): number => {
  const number = sql<number>`count(*)`
  return db.select({ number }).from(unlistedInvoice).where(eq(unlistedInvoice.listing, listing)).get()?.number ?? 0
}

const unlistedIn = (
  database: MerchantDatabase,
  asked: Pick<DateListingStart, 'date' | 'isAskedFor'>,
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
