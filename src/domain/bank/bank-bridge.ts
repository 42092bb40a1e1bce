import { type Centavos, plus, ZERO } from '../money.ts'
import type { Slot } from '../slot.ts'
import type { Arrival } from './bank-facts.ts'

/** A settlement that was paid out, and what the bank's statements show of it. */
export interface PayoutAtBank {
  readonly slot: Slot
  readonly payout: Centavos
  readonly arrival: Arrival
}

/** A settlement that was paid out, and for which no credit is expected at the bank. */
export interface PayoutWithoutCredit {
  readonly slot: Slot
  readonly payout: Centavos
  /** `negative`: money of the operator. `echo`: the answer for another settlement. */
  readonly kind: 'negative' | 'echo'
}

export const BRIDGE_KINDS = ['arrived', 'unconfirmed', 'candidates', 'on-the-way', 'missing', 'not-covered'] as const
const KINDS_WITHOUT_CREDIT = ['negative', 'echo'] as const

/** Settlements with the same state at the bank. */
export interface BridgeRow {
  readonly kind: Arrival['kind'] | PayoutWithoutCredit['kind'] | 'total'
  readonly settlements: number
  readonly payouts: Centavos
  /** The sum of what arrived, to be confirmed or not; null when nothing did. */
  readonly banked: Centavos | null
}

/**
 * From paid out to arrived: one row for each state at the bank, one for each reason why no credit is expected, and
 * their total.
 */
export const bankBridge = (
  payouts: readonly PayoutAtBank[],
  withoutCredit: readonly PayoutWithoutCredit[],
): readonly BridgeRow[] => {
  const rows = BRIDGE_KINDS.map((kind) =>
    rowOf(
      kind,
      payouts.filter(({ arrival }) => arrival.kind === kind),
    ),
  )
  const others = KINDS_WITHOUT_CREDIT.map((kind) =>
    rowOf(
      kind,
      withoutCredit.filter((one) => one.kind === kind),
    ),
  )
  return [...rows, ...others, rowOf('total', [...payouts, ...withoutCredit])]
}

const rowOf = (kind: BridgeRow['kind'], payouts: readonly (PayoutAtBank | PayoutWithoutCredit)[]): BridgeRow => {
  const arrived = payouts.flatMap((one) => ('arrival' in one ? (bankedOf(one.arrival) ?? []) : []))
  return {
    kind,
    settlements: payouts.length,
    payouts: payouts.reduce((sum, { payout }) => plus(sum, payout), ZERO),
    banked: arrived.length === 0 ? null : arrived.reduce(plus, ZERO),
  }
}

/** What arrived of a payout, to be confirmed or not; null where nothing did. */
export const bankedOf = (arrival: Arrival): Centavos | null => {
  if (arrival.kind === 'unconfirmed') return arrival.credit.value
  return arrival.kind === 'arrived' ? arrival.banked : null
}
