import { type Centavos, plus, ZERO } from '../money.ts'
import type { Slot } from '../slot.ts'
import type { Arrival } from './bank-facts.ts'

/** A settlement that was paid out, and what the bank's statements show of it. */
export interface PayoutAtBank {
  readonly slot: Slot
  readonly payout: Centavos
  readonly arrival: Arrival
}

export const BRIDGE_KINDS = ['arrived', 'candidates', 'on-the-way', 'missing', 'not-covered'] as const

/** Settlements with the same state at the bank. */
export interface BridgeRow {
  readonly kind: Arrival['kind'] | 'total'
  readonly settlements: number
  readonly payouts: Centavos
  /** The sum of what arrived; null when nothing is tied. */
  readonly banked: Centavos | null
}

/** From paid out to arrived: one row for each state at the bank, and their total. */
export const bankBridge = (payouts: readonly PayoutAtBank[]): readonly BridgeRow[] => {
  const rows = BRIDGE_KINDS.map((kind) =>
    rowOf(
      kind,
      payouts.filter(({ arrival }) => arrival.kind === kind),
    ),
  )
  return [...rows, rowOf('total', payouts)]
}

const rowOf = (kind: BridgeRow['kind'], payouts: readonly PayoutAtBank[]): BridgeRow => {
  const arrived = payouts.flatMap(({ arrival }) => (arrival.kind === 'arrived' ? [arrival.banked] : []))
  return {
    kind,
    settlements: payouts.length,
    payouts: payouts.reduce((sum, { payout }) => plus(sum, payout), ZERO),
    banked: arrived.length === 0 ? null : arrived.reduce(plus, ZERO),
  }
}
