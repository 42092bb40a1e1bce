import type { Instant } from './calendar/calendar.ts'

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
