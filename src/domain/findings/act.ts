import type { Instant } from '../calendar/calendar.ts'
import type { SlotDate } from '../slot.ts'

/**
 * The last day on which an acceptance or a claim holds, and the first moment at which it no longer does: the next midnight of the policy's
 * zone. Of a claim it is the day for which the operator promised an answer.
 */
export interface Until {
  readonly date: SlotDate
  readonly end: Instant
}

/** What somebody wants done to a discrepancy. The reason of a note is its text. */
export type DispositionIntent =
  | { readonly kind: 'accept'; readonly discrepancy: string; readonly reason: string; readonly until: Until | null }
  | {
      readonly kind: 'claim'
      readonly discrepancy: string
      readonly reason: string
      /** The operator's name for the claim; null while there is none. */
      readonly ticket: string | null
      readonly until: Until | null
    }
  | { readonly kind: 'reopen'; readonly discrepancy: string; readonly reason: string }
  | { readonly kind: 'note'; readonly discrepancy: string; readonly reason: string }

/** What is kept for good of everything a person does: a number of the one sequence, when, and who. */
export interface ActStamp {
  readonly number: number
  readonly at: Instant
  readonly by: string
}

/** What a person did to a discrepancy; a reopening `byItself` is that of an acceptance or a claim whose last day was over. */
export type Act = (
  | Extract<DispositionIntent, { kind: 'accept' | 'claim' }>
  | (Extract<DispositionIntent, { kind: 'reopen' }> & { readonly byItself: boolean })
  | Extract<DispositionIntent, { kind: 'note' }>
) &
  ActStamp

/** The books were closed through a day, with what stood open then; a forced one says why. */
export interface Closing extends ActStamp {
  readonly through: SlotDate
  readonly reason: string
  readonly isForced: boolean
}

/** An acceptance or a claim: what takes a discrepancy out of the open ones. */
export type Decision = Extract<Act, { kind: 'accept' | 'claim' }>

export const isDecision = (act: Act): act is Decision => act.kind === 'accept' || act.kind === 'claim'

/** The operator's name for a claim; null for every other act. */
export const ticketOf = (act: { readonly kind: string; readonly ticket?: string | null } | null): string | null =>
  act?.ticket ?? null
