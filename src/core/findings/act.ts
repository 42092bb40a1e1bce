import type { Instant } from '../calendar/calendar.ts'
import { type Centavos, sumOf } from '../money.ts'
import type { Slot, SlotDate } from '../slot.ts'

/**
 * The last day on which an acceptance or a claim holds, and the first moment at which it no longer does: the next
 * midnight of the policy's zone. For a claim it is the day promised by the operator for an answer.
 */
export interface Until {
  readonly date: SlotDate
  readonly end: Instant
}

/** The longest reference of a claim. */
export const TICKET_MAX_CHARACTERS = 200

/** What paid a claim elsewhere: the adjustments of a settlement, or a credit at the bank. */
export type Payer =
  | { readonly kind: 'adjustment'; readonly slot: Slot }
  | { readonly kind: 'entry'; readonly entry: string }

/** What was paid of a claim elsewhere, and the day on which it was. */
export interface Recovery {
  readonly by: Payer
  readonly sum: Centavos
  readonly on: SlotDate
  /** It ends the claim: of a case of several findings one carries the sum, and all end with it. */
  readonly isAll?: true
}

/** The letter that asked for a claim, how much of the claim it asked for here, and by when it asked for an answer. */
export interface ClaimLetter {
  readonly number: number
  /** Of a case of several findings one carries the sum. */
  readonly asked: Centavos
  readonly answerBy: SlotDate
}

/** A requested act, before it is known on which discrepancy. The reason of a note is its text. */
export type DispositionRequest =
  | { readonly kind: 'accept'; readonly reason: string; readonly until: Until | null }
  | {
      readonly kind: 'claim'
      readonly reason: string
      /** The operator's reference for the claim; null while there is none. */
      readonly ticket: string | null
      readonly until: Until | null
      readonly letter?: ClaimLetter
    }
  | { readonly kind: 'settle'; readonly reason: string; readonly recovery: Recovery }
  | { readonly kind: 'reopen'; readonly reason: string }
  | { readonly kind: 'note'; readonly reason: string }

/** A requested act on a discrepancy. */
export type DispositionIntent = DispositionRequest & { readonly discrepancy: string }

/** Stored permanently with every act: its number in the event sequence, its time, and its author. */
export interface ActStamp {
  readonly number: number
  readonly at: Instant
  readonly by: string
}

/** An act of a person on a discrepancy. A reopening is automatic when the last day of an acceptance or a claim was over. */
export type Act = (
  | Extract<DispositionIntent, { kind: 'accept' | 'claim' | 'settle' }>
  | (Extract<DispositionIntent, { kind: 'reopen' }> & { readonly isAutomatic: boolean })
  | Extract<DispositionIntent, { kind: 'note' }>
) &
  ActStamp

/** The closing of a period through a day, with what was open then. A forced closing has a reason. */
export interface Closing extends ActStamp {
  readonly through: SlotDate
  readonly reason: string
  readonly isForced: boolean
}

/** A closing and, if it was undone, who undid it and why. */
export interface PastClosing extends Closing {
  readonly undone: (ActStamp & { readonly reason: string }) | null
}

/** An acceptance or a claim, which takes a discrepancy out of the open ones. */
export type Decision = Extract<Act, { kind: 'accept' | 'claim' }>

export const isDecision = (act: Act): act is Decision => act.kind === 'accept' || act.kind === 'claim'

/** What was paid elsewhere so far: every settle since a person last reopened it. What was paid stays paid when numbers change. */
export const recoveriesIn = (acts: readonly Act[]): readonly Recovery[] => {
  const last = acts.findLastIndex((act) => act.kind === 'reopen' && !act.isAutomatic)
  return acts.slice(last + 1).flatMap((act) => (act.kind === 'settle' ? [act.recovery] : []))
}

export const sumOfRecoveries = (recoveries: readonly Pick<Recovery, 'sum'>[]): Centavos =>
  sumOf(recoveries.map(({ sum }) => sum))

export const isSamePayer = (a: Payer, b: Payer): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The operator's reference for a claim; null for every other act. */
export const ticketOf = (act: { readonly kind: string; readonly ticket?: string | null } | null): string | null =>
  act?.ticket ?? null
