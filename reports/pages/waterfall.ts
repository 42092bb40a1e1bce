import { type Centavos, minus, negate, ZERO } from '../../src/core/money.ts'
import type { Policy } from '../../src/core/policy.ts'
import { feesDeducted } from '../../src/rules/account/settlement-money.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'

/** One step from collected down to paid out. */
export interface WaterfallStep {
  readonly name: 'collected' | 'fees' | 'adjustments' | 'payout'
  readonly reported: Centavos | null
  /**
   * Collected comes from the invoices that count, the payout from listed sums; fees and adjustments have no expected
   * value.
   */
  readonly expected: Centavos | null
  /** Reported less expected; null when nothing is judged. */
  readonly difference: Centavos | null
  /** What the step adds to the payout under the policy; fees that are billed later add 0. */
  readonly effect: Centavos | null
}

/** Collected, fees, adjustments and payout, reported and expected. */
export const waterfall = (report: SlotReport, policy: Policy): readonly WaterfallStep[] => {
  const { settlement, totals, money } = report
  const collected = totals?.collected ?? null
  return [
    {
      name: 'collected',
      reported: settlement?.collected ?? null,
      expected: collected,
      difference:
        money.notCompared !== null || settlement === null || collected === null
          ? null
          : minus(settlement.collected, collected),
      effect: settlement?.collected ?? null,
    },
    onlyReported('fees', settlement?.fees ?? null, feesEffect(report, policy)),
    onlyReported('adjustments', settlement?.adjustments ?? null, adjustmentsEffect(report, policy)),
    {
      name: 'payout',
      reported: settlement?.payout ?? null,
      expected: money.expected,
      difference: money.difference,
      effect: null,
    },
  ]
}

const onlyReported = (
  name: 'fees' | 'adjustments',
  reported: Centavos | null,
  effect: Centavos | null,
): WaterfallStep => ({
  name,
  reported,
  expected: null,
  difference: null,
  effect,
})

/** Some gateway settlements are paid out regardless of fees and adjustments. */
const ignoresFeesAndAdjustments = ({ payout }: SlotReport): boolean =>
  payout?.rule === 'gateway-collected' || payout?.rule === 'gateway-zero'

const feesEffect = ({ settlement, payout }: SlotReport, policy: Policy): Centavos | null =>
  settlement === null || payout === null ? null : negate(feesDeducted(settlement, payout.rule, policy))

const adjustmentsEffect = (report: SlotReport, policy: Policy): Centavos | null => {
  const { settlement } = report
  if (settlement === null) return null
  if (ignoresFeesAndAdjustments(report)) return ZERO
  return policy.adjustments === 'add' ? settlement.adjustments : negate(settlement.adjustments)
}
