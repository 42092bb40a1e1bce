import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import { type Centavos, minus, negate, ZERO } from '../../src/domain/money.ts'
import type { Policy } from '../../src/domain/policy.ts'

/** One step from what was collected down to what was paid out. */
export interface WaterfallStep {
  readonly name: 'collected' | 'fees' | 'adjustments' | 'payout'
  readonly stated: Centavos | null
  /** Collected comes from the invoices that count, the payout from the stated parts; fees and adjustments are only stated. */
  readonly recomputed: Centavos | null
  /** Stated less recomputed; null where nothing is judged. */
  readonly difference: Centavos | null
  /** What the step does to the payout under the policy: fees that are billed later do nothing. */
  readonly effect: Centavos | null
}

/** Collected, fees, adjustments, payout: stated beside recomputed. */
export const waterfall = (report: SlotReport, policy: Policy): readonly WaterfallStep[] => {
  const { settlement, totals, payout, judged } = report
  const collected = totals?.collected ?? null
  const recomputed = payout?.payout ?? null
  const difference = (stated: Centavos | undefined, ours: Centavos | null): Centavos | null =>
    stated === undefined || ours === null ? null : minus(stated, ours)
  return [
    {
      name: 'collected',
      stated: settlement?.collected ?? null,
      recomputed: collected,
      difference: judged.list ? difference(settlement?.collected, collected) : null,
      effect: settlement?.collected ?? null,
    },
    onlyStated('fees', settlement?.fees ?? null, feesEffect(report, policy)),
    onlyStated('adjustments', settlement?.adjustments ?? null, adjustmentsEffect(report, policy)),
    {
      name: 'payout',
      stated: settlement?.payout ?? null,
      recomputed,
      difference: judged.payout ? difference(settlement?.payout, recomputed) : null,
      effect: null,
    },
  ]
}

const onlyStated = (name: 'fees' | 'adjustments', stated: Centavos | null, effect: Centavos | null): WaterfallStep => ({
  name,
  stated,
  recomputed: null,
  difference: null,
  effect,
})

/** Some gateway settlements are paid out without regard to fees and adjustments. */
const isLeftOut = ({ payout }: SlotReport): boolean =>
  payout?.rule === 'gateway-collected' || payout?.rule === 'gateway-zero'

const feesEffect = (report: SlotReport, policy: Policy): Centavos | null => {
  const { settlement } = report
  if (settlement === null) return null
  const isBilledLater = settlement.feesPostpaid && policy.postpaidFees === 'not-deducted'
  return isBilledLater || isLeftOut(report) ? ZERO : negate(settlement.fees)
}

const adjustmentsEffect = (report: SlotReport, policy: Policy): Centavos | null => {
  const { settlement } = report
  if (settlement === null) return null
  if (isLeftOut(report)) return ZERO
  return policy.adjustments === 'add' ? settlement.adjustments : negate(settlement.adjustments)
}
