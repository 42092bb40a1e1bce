import { feesOf, type ListFees, type MethodFees, type UnpricedPayments } from '../../core/fees/list-fees.ts'
import type { SettlementCharge } from '../../core/fees/operator-invoice.ts'
import { type Amount, type Centavos, minus, negate, plus, sumOf, ZERO } from '../../core/money.ts'
import { payoutReading } from '../../core/payout.ts'
import type { Policy } from '../../core/policy.ts'
import type { Slot } from '../../core/slot.ts'
import { compareText } from '../../std/compare-text.ts'
import { groupBy } from '../../std/group-by.ts'
import type { SlotReport } from '../assessment/slot-report.ts'
import { type FeesNotCompared, isOffTariff, type SettlementFees } from './settlement-fees.ts'
import { feesDeducted } from './settlement-money.ts'

/** Payments by one method. */
export interface MethodSum {
  /** As received, empty when it is absent. */
  readonly method: string
  readonly payments: number
  readonly paid: Centavos
}

/** The payments of a list by one method, with their fees under the tariff. */
interface MethodPayments extends MethodSum {
  /** Null when the settlement's fees were not compared. */
  readonly fees: MethodFees | null
}

/** One settlement of a range: its charged fees, and the fees expected for its payments. */
export interface FeesEntry extends SettlementFees {
  readonly slot: Slot
  /** The number of payments in its list that count; null when no list was read. */
  readonly payments: number | null
  readonly paid: Centavos | null
  /** As reported; null without a settlement of this slot. */
  readonly collected: Centavos | null
  /** The parts of charged; null without a settlement of this slot. */
  readonly deducted: Centavos | null
  readonly billedApart: Centavos | null
  /** Neither deducted nor billed: a gateway's reading leaves them out of the payout. */
  readonly otherNotDeducted: Centavos | null
  /** Whether the difference exceeds the tolerance. */
  readonly isOff: boolean
  readonly methods: readonly MethodPayments[]
  /** What rounding the whole settlement adds to the fees of its methods; zero when it was not compared. */
  readonly rounding: Centavos
  /** Payments without a rate in the tariff. */
  readonly unpriced: readonly UnpricedPayments[]
}

type EntryReport = Pick<SlotReport, 'slot' | 'settlement' | 'money' | 'fees' | 'totals' | 'verdict'>

/** Null for a slot without anything that could have fees; a due slot that was never read has unknown fees. */
export const feesEntry = (report: EntryReport, policy: Policy): FeesEntry | null => {
  const { slot, money, fees, totals, verdict } = report
  const settlement = money.isEcho === true ? null : report.settlement
  if (settlement === null && (totals?.counted ?? 0) === 0 && verdict !== 'not-pulled' && verdict !== 'incomplete')
    return null
  const costs = fees.notCompared === null ? totals?.fees : undefined
  const methods = methodsOf(totals, costs)
  return {
    slot,
    ...fees,
    payments: totals?.counted ?? null,
    paid: totals && sumOf(methods.map(({ paid }) => paid)),
    collected: settlement?.collected ?? null,
    ...chargedParts(settlement, policy),
    isOff: isOffTariff(fees, totals, policy),
    methods,
    rounding: costs?.rounding ?? ZERO,
    unpriced: totals?.fees?.unpriced ?? [],
  }
}

const methodsOf = (totals: EntryReport['totals'], costs: ListFees | undefined): readonly MethodPayments[] =>
  [...(totals?.byMethod ?? [])].map(([method, { invoices, paid }]) => ({
    method,
    payments: invoices,
    paid,
    fees: costs?.byMethod.get(method) ?? null,
  }))

/** The fees of a settlement: deducted, billed apart, and those that nobody bills; null without one. */
export const chargedParts = (settlement: EntryReport['settlement'], policy: Policy) => {
  if (settlement === null) return { deducted: null, billedApart: null, otherNotDeducted: null }
  const deducted = feesDeducted(settlement, payoutReading(settlement, policy).rule, policy)
  const rest = minus(settlement.fees, deducted)
  return settlement.feesPostpaid
    ? { deducted, billedApart: rest, otherNotDeducted: ZERO }
    : { deducted, billedApart: ZERO, otherNotDeducted: rest }
}

/** The charge that an invoice of the operator covers; null for a slot without a settlement of its own. */
export const chargeOf = ({
  slot,
  deducted,
  billedApart,
  methods,
  payments,
}: Pick<FeesEntry, 'slot' | 'deducted' | 'billedApart' | 'methods' | 'payments'>): SettlementCharge | null =>
  deducted === null || billedApart === null
    ? null
    : {
        slot,
        charged: plus(deducted, billedApart),
        withheld: sumBy(methods, ({ fees }) => fees?.withheld ?? null),
        payments: payments ?? 0,
      }

/** The sums of some settlements. Charged is deducted plus billed apart plus what is neither. */
export interface FeesSum {
  readonly settlements: number
  readonly payments: number
  readonly paid: Centavos
  /** As reported, over settlements only. */
  readonly collected: Centavos
  readonly charged: Centavos
  readonly deducted: Centavos
  readonly billedApart: Centavos
  /** See FeesEntry: nobody bills them. */
  readonly otherNotDeducted: Centavos
}

/** Expected is fee plus tax plus withheld. */
export interface MethodCost extends MethodSum {
  readonly fee: Centavos
  readonly tax: Centavos
  readonly withheld: Centavos
  /** What is withheld, by the name in the tariff. */
  readonly withholdings: readonly WithheldSum[]
  readonly expected: Centavos
}

export interface WithheldSum {
  readonly name: string
  readonly sum: Centavos
}

/** Charged less expected: too much, too little, and within the tolerance. */
interface FeesDifference {
  readonly difference: Centavos
  readonly tooMuch: Amount
  /** Positive. */
  readonly tooLittle: Amount
  /** Signed, and rarely more than a few pesos. */
  readonly withinTolerance: Amount
}

/** The fees of some settlements (SPEC, section 8). Its tables add up; settlements that were not compared have sums of their own. */
export interface FeesSummary {
  readonly compared: FeesSum & FeesDifference & { readonly expected: Centavos }
  /** Over the compared settlements; together with `rounding` they add up to expected. */
  readonly methods: readonly MethodCost[]
  readonly rounding: Centavos
  readonly notCompared: FeesSum
  readonly reasons: readonly (Amount & { readonly reason: FeesNotCompared })[]
  readonly methodsNotCompared: readonly MethodSum[]
  /** Compared and not compared together. */
  readonly all: FeesSum
}

export const feesSummary = (entries: readonly FeesEntry[]): FeesSummary => {
  const compared = entries.filter(({ notCompared }) => notCompared === null)
  const rest = entries.filter(({ notCompared }) => notCompared !== null)
  return {
    compared: {
      ...feesSum(compared),
      expected: sumBy(compared, ({ expected }) => expected),
      ...differenceOf(compared),
    },
    methods: methodCosts(compared),
    rounding: sumBy(compared, ({ rounding }) => rounding),
    notCompared: feesSum(rest),
    reasons: reasonsOf(rest),
    methodsNotCompared: methodSums(rest),
    all: feesSum(entries),
  }
}

const sumBy = <T>(items: readonly T[], of: (item: T) => Centavos | null): Centavos =>
  sumOf(items.map((item) => of(item) ?? ZERO))

const countOf = <T>(items: readonly T[], of: (item: T) => number | null): number =>
  items.reduce((all, item) => all + (of(item) ?? 0), 0)

const feesSum = (entries: readonly FeesEntry[]): FeesSum => ({
  settlements: entries.length,
  payments: countOf(entries, ({ payments }) => payments),
  paid: sumBy(entries, ({ paid }) => paid),
  collected: sumBy(entries, ({ collected }) => collected),
  charged: sumBy(entries, ({ charged }) => charged),
  deducted: sumBy(entries, ({ deducted }) => deducted),
  billedApart: sumBy(entries, ({ billedApart }) => billedApart),
  otherNotDeducted: sumBy(entries, ({ otherNotDeducted }) => otherNotDeducted),
})

const differenceOf = (compared: readonly FeesEntry[]): FeesDifference => {
  const amountOf = (isWanted: (difference: Centavos, isOff: boolean) => boolean): Amount => {
    const some = compared.filter(({ difference, isOff }) => difference !== null && isWanted(difference, isOff))
    return { number: some.length, sum: sumBy(some, ({ difference }) => difference) }
  }
  const tooLittle = amountOf((difference, isOff) => isOff && difference < ZERO)
  return {
    difference: sumBy(compared, ({ difference }) => difference),
    tooMuch: amountOf((difference, isOff) => isOff && difference > ZERO),
    tooLittle: { ...tooLittle, sum: negate(tooLittle.sum) },
    withinTolerance: amountOf((difference, isOff) => !isOff && difference !== ZERO),
  }
}

/** Groups by a text, in ascending order of it. */
const groupsInOrder = <T>(items: readonly T[], of: (item: T) => string): readonly (readonly [string, readonly T[]])[] =>
  [...groupBy(items, of)].sort(([a], [b]) => compareText(a, b))

const byMethod = (entries: readonly FeesEntry[]) =>
  groupsInOrder(
    entries.flatMap(({ methods }) => methods),
    ({ method }) => method,
  )

const methodSum = (method: string, parts: readonly MethodPayments[]): MethodSum => ({
  method,
  payments: countOf(parts, ({ payments }) => payments),
  paid: sumBy(parts, ({ paid }) => paid),
})

const methodSums = (entries: readonly FeesEntry[]): readonly MethodSum[] =>
  byMethod(entries).map(([method, parts]) => methodSum(method, parts))

const methodCosts = (compared: readonly FeesEntry[]): readonly MethodCost[] =>
  byMethod(compared).map(([method, parts]) => {
    const costs = parts.map(({ fees }) => fees).filter((fees) => fees !== null)
    return {
      ...methodSum(method, parts),
      fee: sumBy(costs, ({ fee }) => fee),
      tax: sumBy(costs, ({ tax }) => tax),
      withheld: sumBy(costs, ({ withheld }) => withheld),
      withholdings: withholdingsIn(costs.flatMap(({ withholdings }) => [...withholdings])),
      expected: sumBy(costs, feesOf),
    }
  })

/** The sums of each name, in order of name. */
const withholdingsIn = (sums: readonly (readonly [name: string, sum: Centavos])[]): readonly WithheldSum[] =>
  groupsInOrder(sums, ([name]) => name).map(([name, ofName]) => ({ name, sum: sumOf(ofName.map(([, sum]) => sum)) }))

const reasonsOf = (rest: readonly FeesEntry[]): FeesSummary['reasons'] => {
  const reasons = new Set(rest.map(({ notCompared }) => notCompared).filter((reason) => reason !== null))
  return [...reasons].map((reason) => {
    const some = rest.filter(({ notCompared }) => notCompared === reason)
    return { reason, number: some.length, sum: sumBy(some, ({ charged }) => charged) }
  })
}

/** Summaries by a part of the settlement's date: its month, its week. */
export const summariesBy = (
  entries: readonly FeesEntry[],
  of: (entry: FeesEntry) => string,
): readonly (FeesSummary & { readonly key: string })[] =>
  groupsInOrder(entries, of).map(([key, group]) => ({ key, ...feesSummary(group) }))

/** The operator's bill for a month against the fees of the settlements. */
export interface BillComparison {
  readonly billed: Centavos
  readonly lines: readonly { readonly of: BillBasis; readonly sum: Centavos; readonly difference: Centavos }[]
  /** The first sum that equals the bill exactly. */
  readonly matches: BillBasis | null
}

/** The sums a bill may be: fees billed apart, fees deducted, other fees, those billed apart and those others, all fees charged, or those expected of the compared settlements. */
export const BILL_BASES = [
  'billed-apart',
  'deducted',
  'other-not-deducted',
  'not-deducted',
  'charged',
  'expected',
] as const
export type BillBasis = (typeof BILL_BASES)[number]

export const compareBill = (billed: Centavos, { all, compared }: FeesSummary): BillComparison => {
  const sums = {
    'billed-apart': all.billedApart,
    deducted: all.deducted,
    'other-not-deducted': all.otherNotDeducted,
    'not-deducted': plus(all.billedApart, all.otherNotDeducted),
    charged: all.charged,
    expected: compared.expected,
  }
  const isWithOthers = all.otherNotDeducted !== ZERO
  const bases = BILL_BASES.filter((of) => isWithOthers || (of !== 'other-not-deducted' && of !== 'not-deducted'))
  const lines = bases.map((of) => ({ of, sum: sums[of], difference: minus(billed, sums[of]) }))
  return { billed, lines, matches: lines.find(({ difference }) => difference === ZERO)?.of ?? null }
}
