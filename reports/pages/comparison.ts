import { type Centavos, minus, negate, sumOf, ZERO } from '../../src/core/money.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { type WaterfallStep, waterfall } from './waterfall.ts'

/**
 * A part of a payout, reported and expected. Each column adds up to its payout, and the differences to the difference.
 */
export interface ComparedPart {
  readonly name: 'collected' | 'feesDeducted' | 'adjustments' | 'keptByGateway' | 'unexplained' | 'payout'
  readonly reported: Centavos | null
  readonly expected: Centavos | null
  /** Null when nothing was compared. */
  readonly difference: Centavos | null
}

/** The parts of a settlement's payout, reported and expected; parts of 0 are left out. */
export const comparison = (report: SlotReport, policy: Policy): readonly ComparedPart[] => {
  const { settlement, money, payout: reading } = report
  if (settlement === null) return []
  const steps = waterfall(report, policy)
  const isCompared = money.difference !== null
  const line = (name: ComparedPart['name'], reported: Centavos, expected: Centavos | null): ComparedPart => {
    const known = money.expected === null ? null : expected
    return { name, reported, expected: known, difference: isCompared && known !== null ? minus(reported, known) : null }
  }
  const listed = money.listed ?? ZERO
  const isKept = reading !== null && !reading.fromCollected && reading.rule !== 'unchecked'
  const parts = [
    line('collected', settlement.collected, listed),
    ...(['fees', 'adjustments'] as const).map((name) => {
      const effect = effectOf(steps, name)
      return line(name === 'fees' ? 'feesDeducted' : 'adjustments', effect, effect)
    }),
    line('keptByGateway', isKept ? negate(settlement.collected) : ZERO, isKept ? negate(listed) : ZERO),
  ]
  const rest = minus(settlement.payout, sumOf(parts.map(({ reported }) => reported ?? ZERO)))
  return [
    ...parts.filter(({ name, reported, expected }) => name === 'collected' || !isNothing(reported, expected)),
    ...(rest === ZERO ? [] : [line('unexplained', rest, ZERO)]),
    line('payout', settlement.payout, money.expected),
  ]
}

const effectOf = (steps: readonly WaterfallStep[], name: 'fees' | 'adjustments'): Centavos =>
  steps.find((step) => step.name === name)?.effect ?? ZERO

const isNothing = (reported: Centavos | null, expected: Centavos | null): boolean =>
  (reported ?? ZERO) === ZERO && (expected ?? ZERO) === ZERO
