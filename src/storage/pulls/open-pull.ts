import type { Instant } from '../../domain/calendar/calendar.ts'
import type { RecordReading } from '../../domain/invoice.ts'
import type { Departure, Pull } from '../../domain/pull/pull.ts'
import type { Settlement } from '../../domain/settlement.ts'
import type { Slot } from '../../domain/slot.ts'

export interface PullBegin {
  readonly slot: Slot
  readonly runId: string
  readonly at: Instant
  /** Reads a stored page again, when a list that looked unchanged turns out not to be. */
  readonly reread: (body: Uint8Array) => readonly RecordReading[]
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
  /** Makes our words of the items; not called for a page whose bytes are those of the slot's last pull. */
  readonly read: () => readonly RecordReading[]
}

/** What became of an invoice that left its list, and the answer that says so. */
export interface DepartureRead {
  readonly departure: Departure
  readonly answer: Answer
}

/** A pull being written. Its rows are invisible until it is committed; abandoning it undoes them. */
export interface OpenPull {
  page(page: ListedPage): Promise<void>
  /** Ends the list: what the last pull listed and this one does not, with the reading still owed (not yet read by id once). */
  endList(): Promise<{ readonly items: number; readonly left: readonly string[] }>
  departures(read: readonly DepartureRead[]): Promise<void>
  /** The settlement as it held still: its reading before the list and after it, as answered. Null is an absence, answered too. */
  settlement(settlement: Settlement | null, before: Answer, after: Answer): Promise<void>
  /** Gives the pull its number: from here on it exists. */
  commit(): Promise<Pull>
  /** Undoes it without a trace. */
  abandon(): Promise<void>
}
