import type { Instant } from '../../core/calendar/calendar.ts'
import type { ParsedRecord } from '../../core/invoice.ts'
import type { Answer, Departure, KnownPage, ListedPage, Pull } from '../../core/pull/pull.ts'
import type { Settlement } from '../../core/settlement.ts'
import type { Slot } from '../../core/slot.ts'

/** What a pull is begun with. */
export interface PullStart {
  readonly slot: Slot
  readonly runId: string
  readonly at: Instant
  /** Reads a stored page again when a list that looked unchanged differs after all. */
  readonly reread: (body: Uint8Array) => readonly ParsedRecord[]
}

/** The fate of an invoice that left its list, and the answer that shows it. */
export interface DepartureRead {
  readonly departure: Departure
  readonly answer: Answer
}

/** A pull being written. Its rows are invisible until it is committed; abandoning it undoes them. */
export interface OpenPull {
  /**
   * The last pull's page at that place, counted from 1. Null when it was another request's, and from the first page on
   * that differs from the last pull's.
   */
  known(position: number, request: string): Promise<KnownPage | null>
  page(page: ListedPage): Promise<void>
  /**
   * Ends the list. Returns the invoices of the last pull that it lacks, including earlier ones that were not asked for
   * by id yet.
   */
  endList(): Promise<{ readonly items: number; readonly left: readonly string[] }>
  departures(read: readonly DepartureRead[]): Promise<void>
  /**
   * Stores the settlement with its two answers, before and after the list. Null means that there is none, for which
   * there are answers as well.
   */
  settlement(settlement: Settlement | null, before: Answer, after: Answer): Promise<void>
  /** Gives the pull its number; from then on it exists. */
  commit(): Promise<Pull>
  /** Undoes it without a trace. */
  abandon(): Promise<void>
}
