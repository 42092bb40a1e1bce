import { DIFFERS } from './assessment/outcome.ts'
import type { Verdict } from './assessment/verdict.ts'
import type { Instant } from './calendar/calendar.ts'
import type { Slot } from './slot.ts'

/** One execution of a job, as the database remembers it. */
export interface PastRun {
  /** 1, 2, 3, ... in this database. */
  readonly ordinal: number
  readonly id: string
  readonly job: string
  /** When it began. */
  readonly at: Instant
  readonly version: string
  /** Null while it goes on, and for ever when it was killed. */
  readonly end: { readonly at: Instant; readonly exitCode: number; readonly outcome: string } | null
  /** Slots it read whole, and slots it could not. */
  readonly read: number
  readonly notRead: number
  /** Invoices of the lists it read whole. */
  readonly invoices: number
}

/** What a run made of one slot. */
export interface SlotOfRun {
  readonly slot: Slot
  /** Null: it did not read the slot, and told it because it differs from its closing. */
  readonly at: Instant | null
  /** Null when no check has looked at this very pull. */
  readonly verdict: Verdict | null
  /** Why it could not be read whole; null when it was. */
  readonly reason: string | null
  readonly pages: number
  readonly invoices: number
}

export interface WholeRun extends PastRun {
  /** Whether it was about all that was due; null of other jobs, and of an older version. */
  readonly scope: 'due' | 'named' | null
  /** The number of its last pull in the event sequence; null when it made none. */
  readonly lastNumber: number | null
  readonly slots: readonly SlotOfRun[]
}

/** It did all it was to do: it agrees, or it found differences. One that has not ended did not. */
export const hasSucceeded = ({ end }: Pick<PastRun, 'end'>): boolean =>
  end !== null && (end.exitCode === 0 || end.exitCode === DIFFERS)
