import { type Centavos, minus } from '../../money.ts'
import type { Slot } from '../../slot.ts'

/** A settlement whose fees differ from the schedules. */
export interface FeesDeviation {
  readonly slot: Slot
  readonly charged: Centavos
  readonly expected: Centavos
  /** Charged less expected. */
  readonly difference: Centavos
}

/** A settlement with the fees that the proposed schedules expect; null where the rate of a payment is open. */
export interface JudgedSettlement {
  readonly slot: Slot
  readonly charged: Centavos
  readonly expected: Centavos | null
}

export const deviationOf = ({ slot, charged, expected }: JudgedSettlement): readonly FeesDeviation[] =>
  expected === null || expected === charged ? [] : [{ slot, charged, expected, difference: minus(charged, expected) }]
