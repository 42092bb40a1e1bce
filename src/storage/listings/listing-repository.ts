import type { DateListing, UnlistedInvoice } from '../../domain/pull/unlisted-invoice.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { beginDateListing } from './date-listing.ts'
import type { DateListingStart, OpenDateListing } from './open-date-listing.ts'
import { dateListings, unlistedInvoices } from './unlisted-invoices.ts'
import { type UnlistedPage, unlistedPages } from './unlisted-pages.ts'

/** Listings of a whole date, requested without a cycle. */
export interface ListingRepository {
  /** Begins the listing of a date, which is invisible until it is committed. No pull may be open at the same time. */
  begin(start: DateListingStart): Promise<OpenDateListing>
  /** The newest listing of each date, in order. */
  newest(): Promise<readonly DateListing[]>
  /**
   * The invoices of those listings that no slot listed then, in order of date and id, with the slots that list them now.
   * Call `keys.update` first.
   */
  unlistedInvoices(): Promise<readonly UnlistedInvoice[]>
  /** The pages that show those of them that no slot lists now. */
  unlistedPages(): AsyncIterable<UnlistedPage>
}

export const createListingRepository = (database: MerchantDatabase): ListingRepository =>
  withStoreErrors<ListingRepository>(database.path, {
    begin: async (start) => withStoreErrors<OpenDateListing>(database.path, await beginDateListing(database, start)),
    newest: () => dateListings(database),
    unlistedInvoices: () => unlistedInvoices(database),
    unlistedPages: () => unlistedPages(database),
  })
