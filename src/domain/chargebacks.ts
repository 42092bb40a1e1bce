import type { Instant } from './calendar.ts'
import { type Centavos, plus, ZERO } from './money.ts'
import { compareSlots, type Slot } from './slot.ts'

/** An invoice now read as chargeback. */
export interface ChargebackSeen {
  readonly slot: Slot
  readonly paid: Centavos
  /** When the run began that first read it so after having read it otherwise; null when it never was anything else. */
  readonly turnedAt: Instant | null
}

/** A settlement with adjustments: its slot, and when what it says was first read. */
export interface AdjustedAt {
  readonly slot: Slot
  readonly contentAt: Instant
}

/**
 * What the chargebacks come to that were seen since the previous adjustment and up to this one.
 * One that turned before our eyes is dated by when it was read; one that was a chargeback from its first reading
 * is dated by its slot, so that a backfill gives the answer that waiting would have given.
 */
export const chargebacksSince = (
  chargebacks: readonly ChargebackSeen[],
  previous: AdjustedAt | null,
  current: AdjustedAt,
): Centavos => {
  const isBetween = ({ slot, turnedAt }: ChargebackSeen): boolean =>
    turnedAt === null
      ? (previous === null || compareSlots(slot, previous.slot) > 0) && compareSlots(slot, current.slot) <= 0
      : (previous === null || turnedAt > previous.contentAt) && turnedAt <= current.contentAt
  return chargebacks.filter(isBetween).reduce((sum, { paid }) => plus(sum, paid), ZERO)
}
