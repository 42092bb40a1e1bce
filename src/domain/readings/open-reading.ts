import type { PayoutRule } from '../assessment/payout.ts'
import { payoutsOfGateway } from '../assessment/payout.ts'
import { type Centavos, minus, negate, plus, size } from '../money.ts'
import type { Policy } from '../policy.ts'
import type { Sum, Totals } from '../pull/tally.ts'
import type { Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'

/** A final settlement of its own slot. `totals` are those of its list; null with a malformed record. */
export interface ReadingCase {
  readonly slot: Slot
  readonly settlement: Settlement
  readonly totals: Totals | null
  /**
   * Whether an invoice of it was read as paid and is charged back now: the settlement may have included it as a
   * payment.
   */
  readonly isChargedBackSince: boolean
}

/** An undocumented point of the description: its possible values, and the settlements that can distinguish them. */
export interface OpenReading {
  /** The setting for it. */
  readonly setting: 'adjustments' | 'postpaidFees' | 'gateway' | 'chargebacks' | 'collectedBasis' | 'cycleAliases'
  /** The value in force, as one of the values that `fits` returns; null when the setting names no single one. */
  readonly inForce: (policy: Policy) => string | null
  /**
   * Each value and whether the settlement fits it; null when the settlement cannot tell because all values agree on it.
   */
  readonly fits: (one: ReadingCase, policy: Policy) => ReadonlyMap<string, boolean> | null
}

/** The payouts that the values expect; null for a settlement on which all of them agree. */
const byPayout = (
  reported: Centavos,
  payouts: readonly (readonly [string, Centavos])[],
  { tolerance }: Pick<Policy, 'tolerance'>,
) => {
  if (new Set(payouts.map(([, payout]) => payout)).size < 2) return null
  return fitting(
    payouts.map(([value, payout]) => [value, size(minus(reported, payout))]),
    tolerance,
  )
}

/**
 * Whether each value fits, by how far it is off (null: it cannot fit). Values that fit exactly come first, then those within the tolerance, as in the
 * ledger; null where the tolerance lets all of them fit.
 */
const fitting = (off: readonly (readonly [string, Centavos | null])[], tolerance: Centavos) => {
  const within = off.some(([, by]) => by === 0n) ? 0n : tolerance
  const fits = new Map(off.map(([value, by]) => [value, by !== null && by <= within] as const))
  return [...fits.values()].every(Boolean) ? null : fits
}

const adjustments: OpenReading = {
  setting: 'adjustments',
  inForce: (policy) => policy.adjustments,
  fits: ({ settlement }, policy) => {
    const { collected, fees, feesPostpaid, gateway, payout } = settlement
    if (gateway || (feesPostpaid && fees !== 0n)) return null
    const net = minus(collected, fees)
    const payouts = [
      ['add', plus(net, settlement.adjustments)],
      ['subtract', minus(net, settlement.adjustments)],
    ] as const
    return byPayout(payout, payouts, policy)
  },
}

const postpaidFees: OpenReading = {
  setting: 'postpaidFees',
  inForce: (policy) => policy.postpaidFees,
  fits: ({ settlement }, policy) => {
    const { collected, fees, feesPostpaid, gateway, payout } = settlement
    if (gateway || !feesPostpaid) return null
    const gross = plus(
      collected,
      policy.adjustments === 'add' ? settlement.adjustments : negate(settlement.adjustments),
    )
    const payouts = [
      ['not-deducted', gross],
      ['deducted', minus(gross, fees)],
    ] as const
    return byPayout(payout, payouts, policy)
  },
}

/** A settlement fits `candidates` where it fits any of the others; with `unchecked` nothing is asserted. */
const gateway: OpenReading = {
  setting: 'gateway',
  inForce: (policy) => (policy.gateway === 'unchecked' ? null : policy.gateway),
  fits: ({ settlement }, policy) => {
    if (!settlement.gateway) return null
    const payouts = payoutsOfGateway(settlement, policy).map(
      ({ rule, payout }) => [isUsual(rule) ? USUAL : rule, payout] as const,
    )
    const fits = byPayout(settlement.payout, payouts, policy)
    return fits === null ? null : new Map([[ANY, [...fits.values()].includes(true)], ...fits])
  },
}
const USUAL = 'same' satisfies Policy['gateway']
const ANY = 'candidates' satisfies Policy['gateway']
const isUsual = (rule: PayoutRule): boolean => rule === 'net' || rule === 'gross'

/** The sum of a list, and the number of invoices that count. */
interface Count {
  readonly invoices: number
  readonly sum: Centavos
}

const byList = (
  { collected, invoiceCount }: Settlement,
  counts: readonly (readonly [string, Count])[],
  { tolerance }: Pick<Policy, 'tolerance'>,
) => {
  const [first] = counts
  const isAlike = counts.every(([, { invoices, sum }]) => invoices === first?.[1].invoices && sum === first[1].sum)
  if (isAlike) return null
  return fitting(
    counts.map(([value, { invoices, sum }]) => [value, invoices === invoiceCount ? size(minus(sum, collected)) : null]),
    tolerance,
  )
}

const countOf = (sums: readonly (Sum | undefined)[], basis: Policy['collectedBasis']): Count =>
  sums.reduce<Count>(
    (all, one) => (one === undefined ? all : { invoices: all.invoices + one.invoices, sum: plus(all.sum, one[basis]) }),
    { invoices: 0, sum: 0n as Centavos },
  )

const chargebacks: OpenReading = {
  setting: 'chargebacks',
  inForce: (policy) => policy.chargebacks,
  fits: ({ settlement, totals, isChargedBackSince }, policy) => {
    if (totals === null || isChargedBackSince) return null
    const [paid, charged] = [totals.byStatus.get('paid'), totals.byStatus.get('chargeback')]
    const counts = [
      ['counted', countOf([paid, charged], policy.collectedBasis)],
      ['excluded', countOf([paid], policy.collectedBasis)],
    ] as const
    return byList(settlement, counts, policy)
  },
}

const collectedBasis: OpenReading = {
  setting: 'collectedBasis',
  inForce: (policy) => policy.collectedBasis,
  fits: ({ settlement, totals }, policy) => {
    if (totals === null) return null
    const counting = policy.chargebacks === 'counted' ? ['paid', 'chargeback'] : ['paid']
    const sums = counting.map((status) => totals.byStatus.get(status))
    const counts = [
      ['paid', countOf(sums, 'paid')],
      ['amount', countOf(sums, 'amount')],
    ] as const
    return byList(settlement, counts, policy)
  },
}

/** The label in a settlement's answer: its own, or another one that a person can make an alias. */
const cycleAliases: OpenReading = {
  setting: 'cycleAliases',
  inForce: (policy) => (Object.keys(policy.cycleAliases).length === 0 ? OWN_LABEL : null),
  fits: ({ slot, settlement }) => {
    const isOwn = settlement.cycle === slot.cycle
    return new Map([
      [OWN_LABEL, isOwn],
      ['other-labels', !isOwn],
    ])
  },
}
const OWN_LABEL = 'own-labels'

/** Every undocumented reading that history can decide (SPEC, section 8). */
export const READINGS: readonly OpenReading[] = [
  adjustments,
  postpaidFees,
  gateway,
  chargebacks,
  collectedBasis,
  cycleAliases,
]
