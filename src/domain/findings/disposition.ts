import type { DispositionIntent, Until } from './act.ts'
import type { Discrepancy } from './discrepancy.ts'
import { isWaived, type TimelineStep } from './timeline.ts'

/** What somebody wants done, before it is said to what. The reason of a note is its text. */
export type DispositionRequest =
  | { readonly kind: 'waive'; readonly reason: string; readonly until: Until | null }
  | { readonly kind: 'reopen'; readonly reason: string }
  | { readonly kind: 'note'; readonly reason: string }

/** A discrepancy with everything that happened to it. */
export interface KnownDiscrepancy {
  readonly discrepancy: Discrepancy
  readonly steps: readonly TimelineStep[]
}

/** What a wish comes to: an act, nothing since it is so already, or a refusal. */
export type DispositionDecision =
  | { readonly kind: 'act'; readonly intent: DispositionIntent }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly why: 'resolved' | 'not-waived' }

const UNCHANGED: DispositionDecision = { kind: 'unchanged' }

/** The same wish twice is one act: a waiver that stands with that reason and end, a reopening for that reason, a note of those words. */
export const decide = (wish: DispositionRequest, { discrepancy, steps }: KnownDiscrepancy): DispositionDecision => {
  const act: DispositionDecision = { kind: 'act', intent: { ...wish, discrepancy: discrepancy.id } }
  switch (wish.kind) {
    case 'note':
      return steps.some(({ event, why }) => event === 'noted' && why === wish.reason) ? UNCHANGED : act
    case 'waive': {
      if (discrepancy.state === 'resolved') return { kind: 'refused', why: 'resolved' }
      const standing = waiverOf(steps)
      const isSame = standing?.why === wish.reason && untilOf(standing) === (wish.until?.date ?? null)
      return isSame ? UNCHANGED : act
    }
    case 'reopen': {
      if (discrepancy.state === 'waived') return act
      const last = steps.findLast(({ event }) => event === 'reopened' || event === 'waived')
      return last?.event === 'reopened' && last.why === wish.reason ? UNCHANGED : { kind: 'refused', why: 'not-waived' }
    }
  }
}

/** The waiver that holds; null when none does. */
export const waiverOf = (steps: readonly TimelineStep[]): TimelineStep | null => {
  const last = steps.findLast(({ event }) => event === 'waived')
  return last !== undefined && isWaived(steps) ? last : null
}

/** The last day of a waiver; null for one without end, and for every other step. */
export const untilOf = ({ act }: TimelineStep): string | null =>
  act?.kind === 'waive' ? (act.until?.date ?? null) : null
