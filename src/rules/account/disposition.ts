import {
  type Decision,
  type DispositionIntent,
  type DispositionRequest,
  isDecision,
  isSamePayer,
  type Payer,
  type Recovery,
  recoveriesIn,
  ticketOf,
} from '../../core/findings/act.ts'
import { type Discrepancy, differenceOf, isDecided, isOpen } from '../../core/findings/discrepancy.ts'
import { isDecisionInForce, type TimelineStep } from '../../core/findings/timeline.ts'
import { type Centavos, minus, ZERO } from '../../core/money.ts'
import { type SlotDate, sameSlot } from '../../core/slot.ts'
import { groupBy } from '../../std/group-by.ts'
import { restOfCase } from '../assessment/case.ts'
import { CODES_AT_BANK, CODES_OF_MONEY } from './settlement-money.ts'

/** A discrepancy with its whole timeline. */
export interface KnownDiscrepancy {
  readonly discrepancy: Discrepancy
  readonly steps: readonly TimelineStep[]
}

/** The result of a request: an act, no change, or a refusal. */
export type DispositionDecision =
  | { readonly kind: 'act'; readonly intent: DispositionIntent }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly why: DispositionRefusal }

export type DispositionRefusal = 'resolved' | 'not-decided' | 'not-claimed' | 'nothing-left'

const UNCHANGED: DispositionDecision = { kind: 'unchanged' }

/**
 * Decides the effect of a request. The same request twice is one act: for a decision the same reason, ticket, end and day to
 * answer, for a reopening the same reason, for a note the same words.
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
    case 'settle':
      return isPayable({ discrepancy, steps }) ? act : { kind: 'refused', why: 'not-claimed' }
    case 'reopen': {
      if (isDecided(discrepancy)) return act
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
  ticketOf(decision) === ticketOf(request) &&
  (answerByOf(request) ?? answerByOf(decision)) === answerByOf(decision)

const answerByOf = (act: Decision | DispositionRequest): SlotDate | null =>
  act.kind === 'claim' ? (act.letter?.answerBy ?? null) : null

/** Whether it is claimed, or was until the day of its claim was over: what comes late pays it, too. */
export const isPayable = ({ discrepancy, steps }: KnownDiscrepancy): boolean =>
  discrepancy.state === 'claimed' ||
  (isOpen(discrepancy) && steps.findLast(({ event }) => event !== 'noted' && event !== 'paid')?.event === 'claim-ended')

/** The acceptance or claim in force; null when there is none. */
export const decisionOf = (steps: readonly TimelineStep[]): Decision | null => {
  const decisions = steps.flatMap(({ act }) => (act !== null && isDecision(act) ? [act] : []))
  return (isDecisionInForce(steps) ? decisions : []).at(-1) ?? null
}

/** What is there to pay claims: the pesos of it that nothing explains yet. */
export interface ClaimPayment extends Pick<Recovery, 'by' | 'on'> {
  readonly left: Centavos
}

/** The findings of a claimed case that are not resolved. */
type ClaimedCase = readonly [KnownDiscrepancy, ...KnownDiscrepancy[]]

/**
 * Pays cases, as far as a payment reaches: first one of exactly its pesos, then the others in their order. What is left of a claim
 * stays claimed, what is over stays open. A claim that it does not reach is as it was, and one that it paid already is unchanged.
 * Adjustments pay nothing of their own settlement: a claim is paid elsewhere.
 */
export const decideSettle = (
  { by, on, left: all }: ClaimPayment,
  reason: string,
  cases: readonly ClaimedCase[],
): readonly (readonly DispositionDecision[])[] => {
  let left = all
  const isElsewhere = ([{ discrepancy }]: ClaimedCase): boolean => !isOwn(by, discrepancy)
  const pay = (claim: ClaimedCase): readonly DispositionDecision[] => {
    const open = openOf(claim)
    const sum = open < left ? open : left
    const paidBy = recoveriesIn(claim.flatMap(({ steps }) => steps.flatMap(({ act }) => act ?? [])))
    if (sum === ZERO && paidBy.some((one) => isSamePayer(one.by, by))) return [UNCHANGED]
    if (sum === ZERO && claim.some(isPayable))
      return left === ZERO && all > ZERO ? [] : [{ kind: 'refused', why: 'nothing-left' }]
    const carrier = carrierOf(claim)
    const decisions = claim
      .filter((one) => one === carrier || sum === open)
      .map((one) => {
        const recovery = { by, on, sum: one === carrier ? sum : ZERO, ...(sum === open && { isAll: true as const }) }
        return decide({ kind: 'settle', reason, recovery }, one)
      })
    if (decisions.every(({ kind }) => kind === 'act')) left = minus(left, sum)
    return decisions
  }
  const payable = cases.filter(isElsewhere)
  if (payable.length === 0) return cases.map(() => [{ kind: 'refused', why: 'nothing-left' }])
  const exact = payable.find((claim) => openOf(claim) === all)
  const ofExact = exact === undefined ? [] : pay(exact)
  return cases.map((claim) => (claim === exact ? ofExact : isElsewhere(claim) ? pay(claim) : []))
}

const isOwn = (by: Payer, { slot }: Pick<Discrepancy, 'slot'>): boolean =>
  by.kind === 'adjustment' && sameSlot(by.slot, slot)

const openOf = (claim: ClaimedCase): Centavos => restOfCase(claim.map(({ discrepancy }) => discrepancy)) ?? ZERO

/**
 * The finding that carries what was paid of its case: one whose payment the account knows, about the figures or about what the bank
 * lacks; else that with the pesos of the case.
 */
const carrierOf = (claim: ClaimedCase): KnownDiscrepancy =>
  claim.find(({ discrepancy: { code, amount } }) => CODES_OF_MONEY.has(code) && amount !== null) ??
  claim.find(({ discrepancy: { code, figures } }) => CODES_AT_BANK.has(code) && Number(differenceOf(figures)) < 0) ??
  claim.find(
    ({ discrepancy: { code, amount, caseAmount } }) =>
      !CODES_AT_BANK.has(code) && amount !== null && amount === caseAmount,
  ) ??
  claim[0]

/** A claim of exactly the pesos of a payment, which may be what it paid: the id of its case. Proposed where there is only one, never taken. */
export const claimOfPayment = (
  { by, left }: Pick<ClaimPayment, 'by' | 'left'>,
  known: readonly KnownDiscrepancy[],
): string | null => {
  const claimed = groupBy(
    known.flatMap((one) => (isPayable(one) && !isOwn(by, one.discrepancy) ? one.discrepancy : [])),
    (one) => one.case,
  )
  const [one, another] = [...claimed].filter(([, findings]) => restOfCase(findings) === left)
  return one !== undefined && another === undefined ? one[0] : null
}
