import type { DateListing, UnlistedInvoice } from '../../domain/pull/unlisted-invoice.ts'
import type { Books } from '../connection/books.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { beginDateListing } from './date-listing.ts'
import type { DateListingBegin, OpenDateListing } from './open-date-listing.ts'
import { dateListings, unlistedInvoices } from './unlisted-invoices.ts'

/** Lists of a whole date, asked for without a cycle. */
export interface ListingRepository {
  /** Begins the listing of a date that nobody sees until it is committed. No pull may be open meanwhile. */
  begin(begin: DateListingBegin): Promise<OpenDateListing>
  /** The newest listing of each date, in order. */
  newest(): Promise<readonly DateListing[]>
  /** The invoices of those listings that no slot held then, in order of date and id, with the slots that hold them now: after `keys.update`. */
  unlistedInvoices(): Promise<readonly UnlistedInvoice[]>
}

export const createListingRepository = (books: Books): ListingRepository =>
  withStoreErrors<ListingRepository>(books.path, {
    begin: async (begin) => withStoreErrors<OpenDateListing>(books.path, await beginDateListing(books, begin)),
    newest: () => dateListings(books),
    unlistedInvoices: () => unlistedInvoices(books),
  })
