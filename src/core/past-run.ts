import { WORK_DONE_STATUSES } from '../std/exit-statuses.ts'
import type { Instant } from './calendar/calendar.ts'
import type { Slot } from './slot.ts'
import type { Verdict } from './verdict.ts'

/** Every job whose executions are recorded. */
export const JOBS = [
  ...(['run', 'check', 'sweep', 'inbox', 'close'] as const),
  ...(['accept', 'claim', 'settle', 'reopen', 'note', 'import'] as const),
  ...(['bank import', 'bank tie', 'bank untie', 'bank void'] as const),
  ...(['fees invoice import', 'fees invoice void', 'chargebacks tie', 'chargebacks untie'] as const),
  ...(['receivables import', 'receivables tie', 'receivables untie', 'receivables void'] as const),
] as const

/** One execution of a job, as stored in the database. */
export interface PastRun {
  /** 1, 2, 3, ... in this database. */
  readonly ordinal: number
  readonly id: string
  readonly job: string
  /** When it began. */
  readonly at: Instant
  readonly version: string
  /** Null while it runs, and permanently if it was killed. */
  readonly end: { readonly at: Instant; readonly exitCode: number; readonly outcome: string } | null
  /** The number of slots read whole, and of those that were not. */
  readonly read: number
  readonly notRead: number
  /** The number of invoices in the lists it read whole. */
  readonly invoices: number
}

/** A run's result for one slot. */
export interface SlotOfRun {
  readonly slot: Slot
  /** Null when the run did not read the slot, and reported it only because it differs from its closing. */
  readonly at: Instant | null
  /** Null when no check has judged this pull. */
  readonly verdict: Verdict | null
  /** Why it could not be read whole; null when it was. */
  readonly reason: string | null
  readonly pages: number
  readonly invoices: number
}

export interface WholeRun extends PastRun {
  /** Whether the run was about all due slots or named ones; null for other jobs. */
  readonly scope: 'due' | 'named' | null
  /** The number of its last pull in the event sequence; null when it made none. */
  readonly lastNumber: number | null
  readonly slots: readonly SlotOfRun[]
}

/** Whether the run completed its work, with or without differences. A run that has not ended did not. */
export const hasSucceeded = ({ end }: Pick<PastRun, 'end'>): boolean => end !== null && isWorkDone(end.exitCode)

/** Whether a job that ends with this exit status did its work. */
export const isWorkDone = (exitCode: number): boolean => WORK_DONE_STATUSES.includes(exitCode)

/** A past state: everything known up to a number of the event sequence, or up to a moment, both included. */
export type AsOf =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'time'; readonly at: Instant }

/** The present: everything known. */
export const END_OF_TIME = { kind: 'time', at: Number.MAX_SAFE_INTEGER } as const satisfies AsOf

/** A place in the event sequence of committed pulls, acts and changes of policy, with its time. */
export interface Moment {
  readonly number: number
  readonly at: Instant
}
