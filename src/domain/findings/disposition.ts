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

/** What a request does to a case: the findings it is about, and the acts on those whose state it changes; or a refusal. */
export type CaseDecision =
  | {
      readonly kind: 'acts'
      readonly of: readonly KnownDiscrepancy[]
      readonly intents: readonly DispositionIntent[]
    }
  | Extract<DispositionDecision, { kind: 'refused' }>

/**
 * Decides the effect of a request on the case of a finding: it covers all findings of the case that are not resolved. Of a
 * case without any it is about the finding alone.
 */
export const decideCase = (
  request: DispositionRequest,
  named: KnownDiscrepancy,
  others: Iterable<KnownDiscrepancy>,
): CaseDecision => {
  const shown = [...others].filter(
    ({ discrepancy }) => discrepancy.case === named.discrepancy.case && discrepancy.state !== 'resolved',
  )
  const asked = shown.length > 0 ? shown : [named]
  const decided = asked.map((known) => ({ known, decision: decide(request, known) }))
  const done = decided.filter(({ decision }) => decision.kind !== 'refused')
  const [refused] = decided.flatMap(({ decision }) => (decision.kind === 'refused' ? [decision] : []))
  if (done.length === 0 && refused !== undefined) return refused
  return {
    kind: 'acts',
    of: done.map(({ known }) => known),
    intents: done.flatMap(({ decision }) => (decision.kind === 'act' ? [decision.intent] : [])),
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
