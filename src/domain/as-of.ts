import type { Instant } from './calendar/calendar.ts'

/** The past that is asked for: all that was known up to a number of the event sequence, or up to a moment, both included. */
export type AsOf =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'time'; readonly at: Instant }

/** A place in the event sequence of committed pulls, acts and changes of policy, and when it was reached. */
export interface Moment {
  readonly number: number
  readonly at: Instant
}
