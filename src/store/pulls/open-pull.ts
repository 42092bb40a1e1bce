import type { Instant } from '../../core/calendar/calendar.ts'
import type { ParsedRecord } from '../../core/invoice.ts'
import type { Departure, KnownPage, Pull } from '../../core/pull/pull.ts'
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

/** One answer of the service, byte for byte. */
export interface Answer {
  /** Method and path with query, without host and without secrets: `GET /settlements/2026-03-12/11`. */
  readonly request: string
  readonly status: number
  readonly body: Uint8Array
}

export interface ListedPage extends Answer {
  /** The cursor of the next page as the answer gives it; null ends the list, undefined is absent. */
  readonly cursor: string | null | undefined
  readonly items: number
  /** The page's own `count`, when it is a number. */
  readonly count: number | null
  /** Undocumented fields of the page itself. */
  readonly unknownFields: readonly string[]
  /** Whether its bytes are those of the page that `known` gave. */
  readonly isKnown: boolean
  /** Reads the items into our words. Not called for a page that equals the last pull's. */
  readonly read: () => readonly ParsedRecord[]
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
