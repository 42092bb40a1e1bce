import { expectedPayout } from '../assessment/expected-payout.ts'
import { adjustmentsInPayout, type PayoutRule, payoutReading } from '../assessment/payout.ts'
import { type Discrepancy, differenceOf, isOpen } from '../findings/discrepancy.ts'
import { type Centavos, minus, negate, plus, size, sumOf, sumOfKnown, ZERO } from '../money.ts'
import { isFinal, type Policy } from '../policy.ts'
import type { ListFacts, Pull } from '../pull/pull.ts'
import type { Totals } from '../pull/tally.ts'
import { isEcho, isListJudged } from '../rules/judged.ts'
import type { Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'

/** Why a settlement's figures were not compared with its invoices. */
export const NOT_COMPARED = ['unread', 'no-settlement', 'not-final', 'failed', 'malformed', 'echo'] as const
export type NotCompared = (typeof NOT_COMPARED)[number]

/** Why a payout was not compared (column `not_compared`): its figures were not, or the policy leaves gateway payouts unchecked. */
export type PayoutNotCompared = NotCompared | 'unchecked'

/** The decision about a difference: none yet, claimed from the operator, accepted, allowed by the policy, or paid elsewhere after a claim. */
export type DifferenceState = 'none' | 'open' | 'claimed' | 'accepted' | 'tolerated' | 'paid'

/** A difference by the decision about each part of it, in centavos and signed; the parts add up to the difference. */
export type DifferenceShares = Readonly<Record<Exclude<DifferenceState, 'none'>, Centavos>>

const NO_SHARES: DifferenceShares = { open: ZERO, claimed: ZERO, accepted: ZERO, tolerated: ZERO, paid: ZERO }

/**
 * The parts of an expected payout: listed - fees deducted + adjustments - kept by the gateway. Null without a
 * settlement, since its fees are then unknown.
 */
export interface PayoutParts {
  readonly feesDeducted: Centavos
  /** Fees that are billed apart, or that a gateway reading leaves out. */
  readonly feesNotDeducted: Centavos
  /** The effect of the adjustments on the payout, by the policy; zero where a gateway reading leaves them out. */
  readonly adjustments: Centavos
  /** The part that a gateway settlement collects but does not pay out. */
  readonly keptByGateway: Centavos
}

/** The money of one settlement (SPEC, section 7). All in centavos; `null` means unknown, never zero. */
export interface SettlementMoney {
  /** S: the sum of the invoices that count; null for a slot never read whole. */
  readonly listed: Centavos | null
  /**
   * E: the expected payout; null without a settlement, and when the list or the settlement cannot be used for this
   * slot.
   */
  readonly expected: Centavos | null
  readonly parts: PayoutParts | null
  /**
   * Exactly one of the three is the reported payout, the other two are zero; all are null without a settlement. An
   * echo has those of the other slot's settlement.
   */
  readonly paidOut: Centavos | null
  readonly inProcess: Centavos | null
  readonly failed: Centavos | null
  /** Reported payout less expected: negative when the operator owes. Null when nothing was compared. */
  readonly difference: Centavos | null
  /** Null when everything was compared. */
  readonly notCompared: NotCompared | null
  /**
   * The decision about the difference; for a failed settlement about its failure, for one in process or missing about
   * its delay. Open while a part of the difference is open, and claimed while a part is claimed.
   */
  readonly state: DifferenceState
  /** All zero when nothing was compared. */
  readonly shares: DifferenceShares
}

/** Whether a credit should arrive at the bank: not for a negative payout, nor for that of another settlement's answer. */
export const isCreditExpected = ({ paidOut, notCompared }: Pick<SettlementMoney, 'paidOut' | 'notCompared'>): boolean =>
  paidOut !== null && paidOut > ZERO && notCompared !== 'echo'

/** The reported payout, regardless of its status. The payout of an echo belongs to another slot. */
export const reportedPayout = ({ paidOut, inProcess, failed }: SettlementMoney): Centavos =>
  sumOfKnown([paidOut, inProcess, failed]) ?? ZERO

/** The facts from which a slot's money is computed. */
export interface MoneyFacts {
  readonly slot: Slot
  /** The last whole pull, with the totals of its list; null for a slot never read whole. */
  readonly read: { readonly pull: Pick<Pull, 'settlement' | 'list'>; readonly totals: Totals } | null
  /** Whether the last attempt was not read whole. */
  readonly isIncomplete: boolean
  readonly discrepancies: readonly Discrepancy[]
}

/** Null where the payout was compared: exactly then there is a difference. */
export const payoutNotCompared = ({
  notCompared,
  expected,
}: Pick<SettlementMoney, 'notCompared' | 'expected'>): PayoutNotCompared | null =>
  notCompared ?? (expected === null ? 'unchecked' : null)

const NEVER_READ: SettlementMoney = {
  listed: null,
  expected: null,
  parts: null,
  paidOut: null,
  inProcess: null,
  failed: null,
  difference: null,
  notCompared: 'unread',
  state: 'none',
  shares: NO_SHARES,
}

export const settlementMoney = (facts: MoneyFacts, policy: Policy): SettlementMoney => {
  const { slot, read, isIncomplete, discrepancies } = facts
  if (read === null) return NEVER_READ
  const { settlement, list } = read.pull
  const notCompared = isIncomplete ? 'unread' : notComparedOf(slot, settlement, list, policy)
  const listed = read.totals.collected
  if (settlement === null)
    return {
      ...NEVER_READ,
      listed,
      notCompared,
      state: stateOf({ difference: null, notCompared }, discrepancies, policy),
    }
  const basis = { slot, settlement, totals: read.totals, pull: { list }, policy }
  const expected = isIncomplete ? null : expectedPayout(basis)
  const difference = notCompared !== null || expected === null ? null : minus(settlement.payout, expected)
  return {
    listed,
    expected,
    parts: expected === null ? null : payoutParts(settlement, listed, policy),
    ...payoutByStatus(settlement, policy),
    difference,
    notCompared,
    state: stateOf({ difference, notCompared }, discrepancies, policy),
    shares: sharesOf(difference, discrepancies, policy),
  }
}

const notComparedOf = (
  slot: Slot,
  settlement: Settlement | null,
  list: ListFacts,
  policy: Policy,
): NotCompared | null => {
  if (settlement === null) return 'no-settlement'
  if (isEcho(settlement, slot, policy)) return 'echo'
  if (settlement.status === 'error') return 'failed'
  if (!isFinal(settlement.status, policy)) return 'not-final'
  return isListJudged(list) ? null : 'malformed'
}

const payoutByStatus = ({ status, payout }: Settlement, policy: Policy) => {
  const hasFailed = status === 'error'
  const isPaidOut = !hasFailed && isFinal(status, policy)
  return {
    paidOut: isPaidOut ? payout : ZERO,
    inProcess: isPaidOut || hasFailed ? ZERO : payout,
    failed: hasFailed ? payout : ZERO,
  }
}

const payoutParts = (settlement: Settlement, listed: Centavos, policy: Policy): PayoutParts => {
  const reading = payoutReading(settlement, policy)
  const deducted = feesDeducted(settlement, reading.rule, policy)
  return {
    feesDeducted: deducted,
    feesNotDeducted: minus(settlement.fees, deducted),
    adjustments: adjustmentsInPayout(settlement, policy),
    keptByGateway: reading.fromCollected ? ZERO : listed,
  }
}

/** The fees that lower the payout, by the payout rule. */
export const feesDeducted = ({ fees }: Settlement, rule: PayoutRule, { postpaidFees }: Policy): Centavos => {
  if (rule === 'gross') return postpaidFees === 'deducted' ? fees : ZERO
  return rule === 'net' || rule === 'gateway-adjustments-less-fees' ? fees : ZERO
}

/**
 * Codes of findings about a difference; for a settlement that was not compared, that it failed, is late or is gone. By
 * name, since checks of the registry are made with this file.
 */
const OF_DIFFERENCE: ReadonlySet<string> = new Set(['PAYOUT_MISMATCH', 'COLLECTED_MISMATCH', 'INVOICES_MISSING'])
const OF_NOT_COMPARED: Readonly<Partial<Record<NotCompared, ReadonlySet<string>>>> = {
  failed: new Set(['SETTLEMENT_ERROR']),
  'not-final': new Set(['SETTLEMENT_OVERDUE']),
  'no-settlement': new Set(['SETTLEMENT_MISSING', 'SETTLEMENT_VANISHED']),
}

/** The codes of claims whose payment elsewhere takes what they are about out of the account. */
export const CODES_OF_MONEY: ReadonlySet<string> = new Set(
  [OF_DIFFERENCE, ...Object.values(OF_NOT_COMPARED)].flatMap((codes) => [...codes]),
)

/** Whether a discrepancy that is not resolved is about the settlement's difference, failure or delay. */
export const isAboutMoney = (
  { code, state, severity }: Pick<Discrepancy, 'code' | 'state' | 'severity'>,
  { notCompared }: Pick<SettlementMoney, 'notCompared'>,
): boolean => {
  const codes = notCompared === null ? OF_DIFFERENCE : OF_NOT_COMPARED[notCompared]
  return state !== 'resolved' && severity !== 'info' && codes?.has(code) === true
}

/**
 * The payout that does not follow from its parts and the sum collected that is not that of the list are two findings,
 * and their differences add up to that of the settlement (SPEC, section 7): each part has the decision about its finding.
 */
const sharesOf = (
  difference: Centavos | null,
  discrepancies: readonly Discrepancy[],
  policy: Policy,
): DifferenceShares => {
  const compared = { difference, notCompared: null }
  const whole = stateOf(compared, discrepancies, policy)
  if (difference === null || whole === 'none') return NO_SHARES
  const about = discrepancies.filter((one) => isAboutMoney(one, compared))
  const ofPayout = about.filter(isOfPayout)
  const ofCollected = about.filter((one) => !isOfPayout(one))
  const [part] = ofPayout.map(({ figures }) => differenceOf(figures))
  if (typeof part !== 'bigint' || ofCollected.length === 0) return shareOf(whole, difference, about)
  const [payout, collected] = [decisionOf(ofPayout), decisionOf(ofCollected)]
  return payout === collected
    ? shareOf(whole, difference, about)
    : addShares(shareOf(payout, part, ofPayout), shareOf(collected, minus(difference, part), ofCollected))
}

/** What was paid elsewhere of a claim is no part of what is claimed. */
const shareOf = (
  state: keyof DifferenceShares,
  difference: Centavos,
  about: readonly Discrepancy[],
): DifferenceShares => {
  const paid = sumOf(about.map(({ recovered }) => recovered ?? ZERO))
  if (state === 'paid' || paid === ZERO || state === 'accepted') return { ...NO_SHARES, [state]: difference }
  const [signed, isAll] = [difference < ZERO ? negate(paid) : paid, paid >= size(difference)]
  return isAll ? { ...NO_SHARES, paid: difference } : { ...NO_SHARES, paid: signed, [state]: minus(difference, signed) }
}

const addShares = (a: DifferenceShares, b: DifferenceShares): DifferenceShares => ({
  open: plus(a.open, b.open),
  claimed: plus(a.claimed, b.claimed),
  accepted: plus(a.accepted, b.accepted),
  tolerated: plus(a.tolerated, b.tolerated),
  paid: plus(a.paid, b.paid),
})

const isOfPayout = ({ code }: Discrepancy): boolean => code === 'PAYOUT_MISMATCH'

const stateOf = (
  { difference, notCompared }: Pick<SettlementMoney, 'difference' | 'notCompared'>,
  discrepancies: readonly Discrepancy[],
  policy: Policy,
): DifferenceState => {
  if (notCompared === null && (difference === null || difference === ZERO)) return 'none'
  const about = discrepancies.filter((one) => isAboutMoney(one, { notCompared }))
  if (about.length > 0) return decisionOf(about)
  if (difference !== null) return isTolerated(difference, policy) ? 'tolerated' : 'open'
  return notCompared === 'failed' ? 'open' : 'none'
}

/** Of one or more discrepancies: open while one is, then claimed while one is, then accepted while one is. */
const decisionOf = (discrepancies: readonly Discrepancy[]): 'open' | 'claimed' | 'accepted' | 'paid' => {
  if (discrepancies.some(isOpen)) return 'open'
  const first = (['claimed', 'accepted'] as const).find((state) => discrepancies.some((one) => one.state === state))
  return first ?? 'paid'
}

/** Payout and collected may each be off by the tolerance. */
const isTolerated = (difference: Centavos, { tolerance }: Policy): boolean => size(difference) <= 2n * tolerance
