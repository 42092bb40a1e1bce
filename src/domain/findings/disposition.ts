import { type Decision, type DispositionIntent, type DispositionRequest, isDecision, ticketOf } from './act.ts'
import type { Discrepancy } from './discrepancy.ts'
import { isDecisionInForce, type TimelineStep } from './timeline.ts'

/** A discrepancy with its whole timeline. */
export interface KnownDiscrepancy {
  readonly discrepancy: Discrepancy
  readonly steps: readonly TimelineStep[]
}

/** The result of a request: an act, no change, or a refusal. */
export type DispositionDecision =
  | { readonly kind: 'act'; readonly intent: DispositionIntent }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly why: 'resolved' | 'not-decided' }

const UNCHANGED: DispositionDecision = { kind: 'unchanged' }

/**
 * Decides the effect of a request. The same request twice is one act: for a decision the same reason, ticket and end,
 * for a reopening the same reason, for a note the same words.
 */
export const decide = (request: DispositionRequest, { discrepancy, steps }: KnownDiscrepancy): DispositionDecision => {
  const act: DispositionDecision = { kind: 'act', intent: { ...request, discrepancy: discrepancy.id } }
  switch (request.kind) {
    case 'note':
      return steps.some(({ event, why }) => event === 'noted' && why?.en === request.reason) ? UNCHANGED : act
    case 'accept':
    case 'claim': {
      if (discrepancy.state === 'resolved') return { kind: 'refused', why: 'resolved' }
      const inForce = decisionOf(steps)
      return inForce !== null && isSameDecision(inForce, request) ? UNCHANGED : act
    }
    case 'reopen': {
      if (discrepancy.state === 'accepted' || discrepancy.state === 'claimed') return act
      const last = steps.findLast(({ event }) => event === 'reopened' || event === 'accepted' || event === 'claimed')
      return last?.event === 'reopened' && last.why?.en === request.reason
        ? UNCHANGED
        : { kind: 'refused', why: 'not-decided' }
    }
  }
}

const isSameDecision = (
  decision: Decision,
  request: Extract<DispositionRequest, { kind: 'accept' | 'claim' }>,
): boolean =>
  decision.kind === request.kind &&
  decision.reason === request.reason &&
  (decision.until?.date ?? null) === (request.until?.date ?? null) &&
  ticketOf(decision) === ticketOf(request)

/** The acceptance or claim in force; null when there is none. */
export const decisionOf = (steps: readonly TimelineStep[]): Decision | null => {
  const decisions = steps.flatMap(({ act }) => (act !== null && isDecision(act) ? [act] : []))
  return (isDecisionInForce(steps) ? decisions : []).at(-1) ?? null
}
