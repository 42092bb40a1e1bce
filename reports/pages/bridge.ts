import { type Centavos, minus, negate, plus, sumOf, ZERO } from '../../src/core/money.ts'
import { kindOf, type MoneyOf } from './money-table.ts'

/** The steps from listed down to paid out, in this order. */
export const BRIDGE_STEPS = [
  'listed',
  'feesDeducted',
  'adjustments',
  'keptByGateway',
  'expected',
  'inProcess',
  'failed',
  'owed',
  'overpaid',
  'paidOut',
] as const
export type BridgeStepName = (typeof BRIDGE_STEPS)[number]

/** A running sum, a change of it, a sum that was not paid out (yet), or a difference. */
export type BridgeStepKind = 'level' | 'part' | 'awaited' | 'difference'

export interface BridgeStep {
  readonly name: BridgeStepName
  readonly kind: BridgeStepKind
  /** For a level its sum; for other steps the change, negative when it lowers the level. In centavos. */
  readonly sum: Centavos
  /** Both ends of the bar. */
  readonly from: Centavos
  readonly to: Centavos
}

/**
 * From listed to paid out, over the settlements with an expected payout. Each level is the previous level plus the
 * steps between.
 */
export interface Bridge {
  /** Steps of 0 are left out, levels never. */
  readonly steps: readonly BridgeStep[]
  /** The number of settlements in the sums. */
  readonly settlements: number
}

export const bridge = (reports: readonly Pick<MoneyOf, 'money'>[]): Bridge => {
  const withExpected = reports.filter((report) => kindOf(report) !== 'without-expected').map(({ money }) => money)
  const sum = (of: (money: MoneyOf['money']) => Centavos | null): Centavos =>
    sumOf(withExpected.map((money) => of(money) ?? ZERO))
  const difference = (hasSign: (sum: Centavos) => boolean): Centavos =>
    sum((money) => (money.difference !== null && hasSign(money.difference) ? money.difference : ZERO))
  const sums: Readonly<Record<BridgeStepName, Centavos>> = {
    listed: sum(({ listed }) => listed),
    feesDeducted: negate(sum(({ parts }) => parts?.feesDeducted ?? null)),
    adjustments: sum(({ parts }) => parts?.adjustments ?? null),
    keptByGateway: negate(sum(({ parts }) => parts?.keptByGateway ?? null)),
    expected: sum(({ expected }) => expected),
    inProcess: negate(sum((money) => (money.notCompared === 'not-final' ? money.expected : null))),
    failed: negate(sum((money) => (money.notCompared === 'failed' ? money.expected : null))),
    owed: difference((one) => one < ZERO),
    overpaid: difference((one) => one > ZERO),
    paidOut: sum((money) => (money.notCompared === null ? money.paidOut : null)),
  }
  return { steps: stepsOf(sums), settlements: withExpected.length }
}

const KINDS: Readonly<Record<BridgeStepName, BridgeStepKind>> = {
  listed: 'level',
  feesDeducted: 'part',
  adjustments: 'part',
  keptByGateway: 'part',
  expected: 'level',
  inProcess: 'awaited',
  failed: 'awaited',
  owed: 'difference',
  overpaid: 'difference',
  paidOut: 'level',
}

const stepsOf = (sums: Readonly<Record<BridgeStepName, Centavos>>): readonly BridgeStep[] => {
  let reached: Centavos = ZERO
  const steps = BRIDGE_STEPS.map((name): BridgeStep => {
    const [kind, sum] = [KINDS[name], sums[name]]
    if (kind === 'level') {
      // Every level must equal the sum of the steps before it; otherwise a settlement is in one sum and not in another.
      if (name !== 'listed' && minus(sum, reached) !== ZERO) throw new Error(`the bridge does not lead to ${name}`)
      reached = sum
      return { name, kind, sum, from: ZERO, to: sum }
    }
    const from = reached
    reached = plus(reached, sum)
    return { name, kind, sum, from, to: reached }
  })
  return steps.filter(({ kind, sum }) => kind === 'level' || sum !== ZERO)
}
