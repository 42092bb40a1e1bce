import { feesDeducted } from '../account/settlement-money.ts'
import { payoutReading } from '../assessment/payout.ts'
import type { SlotReport } from '../assessment/slot-report.ts'
import { type Centavos, minus, sumOf, ZERO } from '../money.ts'
import type { Policy } from '../policy.ts'
import type { Slot } from '../slot.ts'
import type { ListFees, MethodFees, UnpricedPayments } from './list-fees.ts'
import { isOffTariff, type SettlementFees } from './settlement-fees.ts'

/** The payments of a list by one method, with their fees under the tariff. */
export interface MethodPayments {
  /** As received, empty when it is absent. */
  readonly method: string
  readonly payments: number
  readonly paid: Centavos
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

type EntryReport = Pick<SlotReport, 'slot' | 'settlement' | 'fees' | 'totals' | 'verdict'>

/** Null for a slot without anything that could have fees; a due slot that was never read has unknown fees. */
export const feesEntry = (report: EntryReport, policy: Policy): FeesEntry | null => {
  const { slot, fees, totals, verdict } = report
  const settlement = fees.notCompared === 'echo' ? null : report.settlement
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

const chargedParts = (settlement: EntryReport['settlement'], policy: Policy) => {
  if (settlement === null) return { deducted: null, billedApart: null, otherNotDeducted: null }
  const deducted = feesDeducted(settlement, payoutReading(settlement, policy).rule, policy)
  const rest = minus(settlement.fees, deducted)
  return settlement.feesPostpaid
    ? { deducted, billedApart: rest, otherNotDeducted: ZERO }
    : { deducted, billedApart: ZERO, otherNotDeducted: rest }
}
