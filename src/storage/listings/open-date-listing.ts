import type { Instant } from '../../domain/calendar/calendar.ts'
import type { DateListing } from '../../domain/pull/unlisted-invoice.ts'
import type { SlotDate } from '../../domain/slot.ts'
import type { ListedPage } from '../pulls/open-pull.ts'

/** What the listing of a date is begun with. */
export interface DateListingStart {
  readonly date: SlotDate
  readonly runId: string
  readonly at: Instant
  /**
   * Whether settlements of this cycle are expected; a slot that only a sweep has read does not count as holding an
   * invoice.
   */
  readonly isAskedFor: (cycle: string) => boolean
}

/**
 * The listing of a date being written: each page is stored as evidence and its unlisted invoices are recorded as it
 * arrives.
 */
export interface OpenDateListing {
  page(page: ListedPage): Promise<void>
  /** Gives the listing its number; from then on it exists. */
  commit(): Promise<DateListing>
  /** Undoes it without a trace. */
  abandon(): Promise<void>
}
