import { type Centavos, minus, negate, plus, size } from '../money.ts'
import { type PayoutRule, payoutsOfGateway } from '../payout.ts'
import { PINNED, type Policy } from '../policy.ts'
import type { Sum, Totals } from '../pull/tally.ts'
import type { Settlement } from '../settlement.ts'
import { compareSlots, type Slot } from '../slot.ts'

/** A final settlement of its own slot. `totals` are those of its list; null with a malformed record. */
export interface ReadingCase {
  readonly slot: Slot
  readonly settlement: Settlement
  readonly totals: Totals | null
  /** Whether an invoice of it was read as paid and is charged back now: the settlement may have included it as a payment. */
  readonly isChargedBackSince: boolean
}

/** An undocumented point of the description: its possible values, and the settlements that can distinguish them. */
export interface OpenReading {
  /** The setting for it. */
  readonly setting: 'adjustments' | 'postpaidFees' | 'gateway' | 'chargebacks' | 'collectedBasis' | 'cycleAliases'
  /** The value in force, as one of the values that `fits` returns; null when the setting names no single one. */
  readonly inForce: (policy: Policy) => string | null
  /** Each value and whether the settlement fits it; null when the settlement cannot tell because all values agree on it. */
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
const READINGS: readonly OpenReading[] = [adjustments, postpaidFees, gateway, chargebacks, collectedBasis, cycleAliases]

/**
 * The evidence of history about the value in force: supported when it fits wherever any value fits, contradicted when
 * another value fits and it does not, undecided when no settlement can tell.
 */
export type ReadingStanding = 'supported' | 'contradicted' | 'undecided'

/** One value of a reading, and the settlements that fit it. */
interface ReadingValue {
  readonly value: string
  readonly fits: number
  readonly doesNotFit: number
}

export interface ReadingRow {
  readonly setting: OpenReading['setting']
  /** The value in force; null when the setting names no single one. */
  readonly inForce: string | null
  readonly values: readonly ReadingValue[]
  /** The number of settlements on which the values differ. */
  readonly canTell: number
  /** Those of them that fit no value: something else is wrong with them, and they decide nothing. */
  readonly fitNone: number
  readonly standing: ReadingStanding
  /** Settlements that fit another value but not the one in force, oldest first. */
  readonly against: readonly Slot[]
}

/** Every undocumented reading against history, in the order of READINGS. */
export const readingsTable = (cases: readonly ReadingCase[], policy: Policy): readonly ReadingRow[] =>
  READINGS.map((reading) => rowOf(reading, cases, policy))

const rowOf = (reading: OpenReading, cases: readonly ReadingCase[], policy: Policy): ReadingRow => {
  const comparisons = cases.flatMap((one) => {
    const fits = reading.fits(one, policy)
    return fits === null ? [] : [{ slot: one.slot, fits }]
  })
  const inForce = reading.inForce(policy)
  const names = [...new Set(comparisons.flatMap(({ fits }) => [...fits.keys()]))]
  const values = names.map((value) => {
    const fits = comparisons.filter((one) => one.fits.get(value) === true).length
    return { value, fits, doesNotFit: comparisons.length - fits }
  })
  const against = comparisons
    .filter(({ fits }) => isAgainst(fits, inForce))
    .map(({ slot }) => slot)
    .sort(compareSlots)
  return {
    setting: reading.setting,
    inForce,
    values,
    canTell: comparisons.length,
    fitNone: comparisons.filter(({ fits }) => ![...fits.values()].includes(true)).length,
    standing: standingOf(values, against),
    against,
  }
}

/** Whether it fits another value, but not the one in force. */
const isAgainst = (fits: ReadonlyMap<string, boolean>, inForce: string | null): boolean =>
  inForce !== null && fits.get(inForce) !== true && [...fits.values()].includes(true)

const standingOf = (values: readonly ReadingValue[], against: readonly Slot[]): ReadingStanding => {
  if (against.length > 0) return 'contradicted'
  // Here a settlement that fits any value fits the one in force; any other would have contradicted it.
  return values.some(({ fits }) => fits > 0) ? 'supported' : 'undecided'
}

/** A settlement that fits another value of a reading than the one in force. */
export interface Contradiction {
  readonly setting: OpenReading['setting']
  readonly inForce: string
  /** The values that it fits. */
  readonly fitting: readonly string[]
}

/**
 * For each pinned reading the first settlement, from the day of the pin on, that contradicts the value in force; it is
 * reported once. The person who pinned the reading knew the settlements before.
 */
export const firstContradictions = (
  cases: readonly Pick<ReadingCase, 'slot' | 'settlement'>[],
  policy: Policy,
): readonly (Contradiction & { readonly slot: Slot })[] => {
  const inOrder = [...cases].sort((a, b) => compareSlots(a.slot, b.slot))
  return PINNED.flatMap((setting) => {
    const pin = policy.pinnedReadings[setting]
    const reading = READINGS.find((one) => one.setting === setting)
    const inForce = reading?.inForce(policy) ?? null
    if (pin === undefined || reading === undefined || inForce === null) return []
    const later = inOrder.filter(({ slot }) => slot.date >= pin.at)
    return firstAgainst(reading, inForce, later, policy)
  })
}

const firstAgainst = (
  reading: OpenReading,
  inForce: string,
  cases: readonly Pick<ReadingCase, 'slot' | 'settlement'>[],
  policy: Policy,
): readonly (Contradiction & { readonly slot: Slot })[] => {
  for (const one of cases) {
    const fits = reading.fits({ ...one, totals: null, isChargedBackSince: false }, policy)
    if (fits === null || !isAgainst(fits, inForce)) continue
    const fitting = [...fits].filter(([, isFit]) => isFit).map(([value]) => value)
    return [{ setting: reading.setting, inForce, fitting, slot: one.slot }]
  }
  return []
}
