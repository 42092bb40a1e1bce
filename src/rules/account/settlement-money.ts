import { type Discrepancy, differenceOf, isOpen } from '../../core/findings/discrepancy.ts'
import { type Centavos, minus, negate, plus, size, sumOf, sumOfKnown, ZERO } from '../../core/money.ts'
import { adjustmentsInPayout, expectedPayout, type PayoutRule, payoutReading } from '../../core/payout.ts'
import { isFinal, type Policy } from '../../core/policy.ts'
import { isEcho, isListJudged, type ListFacts, type Pull } from '../../core/pull/pull.ts'
import type { Totals } from '../../core/pull/tally.ts'
import type { Settlement } from '../../core/settlement.ts'
import type { Slot } from '../../core/slot.ts'
import { payoutMismatch } from '../checks/figures.ts'
import { codesIn } from '../registry.ts'
import {
  BANK_BUCKETS,
  type Bucket,
  type DifferenceShares,
  type DifferenceState,
  type NotCompared,
  type PayoutParts,
  type SettlementMoney,
} from './position.ts'

/** Why a payout was not compared (column `not_compared`): its figures were not, or the policy leaves gateway payouts unchecked. */
export type PayoutNotCompared = NotCompared | 'unchecked'

const sharesBy = (share: (state: keyof DifferenceShares) => Centavos): DifferenceShares => ({
  open: share('open'),
  claimed: share('claimed'),
  accepted: share('accepted'),
  tolerated: share('tolerated'),
  paid: share('paid'),
})

const NO_SHARES = sharesBy(() => ZERO)

/** Whether a credit should arrive at the bank: not for a negative payout, nor for that of another settlement's answer. */
export const isCreditExpected = ({ paidOut, isEcho }: Pick<SettlementMoney, 'paidOut' | 'isEcho'>): boolean =>
  paidOut !== null && paidOut > ZERO && isEcho !== true

/** The reported payout, regardless of its status. The payout of an echo belongs to another slot. */
export const reportedPayout = ({ paidOut, inProcess, failed }: SettlementMoney): Centavos =>
  sumOfKnown([paidOut, inProcess, failed]) ?? ZERO

/** The facts from which a slot's money is computed. */
interface MoneyFacts {
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
    ...(isEcho(settlement, slot, policy) && { isEcho: true as const }),
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

export const payoutParts = (settlement: Settlement, listed: Centavos, policy: Policy): PayoutParts => {
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

/** Where a settlement that was not compared stands by its delay or failure; one that was compared has a difference. */
const BUCKETS_OF: Readonly<Partial<Record<NotCompared, readonly Bucket[]>>> = {
  failed: ['failed'],
  'not-final': ['inProcess'],
  'no-settlement': ['noSettlement', 'gone'],
}
const OF_DIFFERENCE: readonly Bucket[] = ['owed', 'overpaid']
/** The codes about the figures of a settlement: what it paid too little or too much. */
export const CODES_OF_DIFFERENCE = codesIn(OF_DIFFERENCE)
const CODES_OF = new Map(Object.entries(BUCKETS_OF).map(([why, buckets]) => [why, codesIn(buckets)]))

/** The codes of claims whose payment elsewhere takes what they are about out of the account. */
export const CODES_OF_MONEY = codesIn([OF_DIFFERENCE, ...Object.values(BUCKETS_OF)].flat())

/** The codes about the arrival of a payout at the bank. */
export const CODES_AT_BANK = codesIn(BANK_BUCKETS)

/** Whether a discrepancy that is not resolved is about the settlement's difference, failure or delay. */
export const isAboutMoney = (
  { code, state, severity }: Pick<Discrepancy, 'code' | 'state' | 'severity'>,
  { notCompared }: Pick<SettlementMoney, 'notCompared'>,
): boolean => {
  const codes = notCompared === null ? CODES_OF_DIFFERENCE : CODES_OF.get(notCompared)
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

const addShares = (a: DifferenceShares, b: DifferenceShares): DifferenceShares =>
  sharesBy((state) => plus(a[state], b[state]))

const isOfPayout = ({ code }: Discrepancy): boolean => code === payoutMismatch.code

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
export const decisionOf = (
  discrepancies: readonly Pick<Discrepancy, 'state'>[],
): 'open' | 'claimed' | 'accepted' | 'paid' => {
  if (discrepancies.some(isOpen)) return 'open'
  const first = (['claimed', 'accepted'] as const).find((state) => discrepancies.some((one) => one.state === state))
  return first ?? 'paid'
}

/** Payout and collected may each be off by the tolerance. */
const isTolerated = (difference: Centavos, { tolerance }: Policy): boolean => size(difference) <= 2n * tolerance
