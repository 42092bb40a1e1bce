import { type Centavos, minus, negate, plus, ZERO } from '../../src/domain/money.ts'
import { kindOf, type MoneyOf } from './money-table.ts'

/** The steps from what the invoices come to, down to what was paid out, in this order. */
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

/** A level that is reached, what changes it, what has not been paid out (yet), or what is off. */
export type BridgeStepKind = 'level' | 'part' | 'awaited' | 'difference'

export interface BridgeStep {
  readonly name: BridgeStepName
  readonly kind: BridgeStepKind
  /** A level itself; of the others what they add, negative where they take. */
  readonly sum: Centavos
  /** Where its bar begins and ends. */
  readonly from: Centavos
  readonly to: Centavos
}

/** From listed to paid out, over the settlements with an expected payout: each level is the one before it and what lies between. */
export interface Bridge {
  /** Steps of nothing are left out, levels never. */
  readonly steps: readonly BridgeStep[]
  /** How many settlements it adds up. */
  readonly settlements: number
}

export const bridge = (reports: readonly Pick<MoneyOf, 'money'>[]): Bridge => {
  const told = reports.filter((report) => kindOf(report) !== 'without-expected').map(({ money }) => money)
  const sum = (of: (money: MoneyOf['money']) => Centavos | null): Centavos =>
    told.reduce<Centavos>((all, money) => plus(all, of(money) ?? ZERO), ZERO)
  const difference = (isSuch: (sum: Centavos) => boolean): Centavos =>
    sum((money) => (money.difference !== null && isSuch(money.difference) ? money.difference : ZERO))
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
  return { steps: stepsOf(sums), settlements: told.length }
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
      // A level is where the steps before it lead to; otherwise a settlement would be in one sum and not in another.
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
