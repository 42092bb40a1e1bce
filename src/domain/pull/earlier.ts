import { type PayoutRule, payoutReading } from '../assessment/payout.ts'
import { minus, size } from '../money.ts'
import type { Policy } from '../policy.ts'
import { isJudged } from '../rules/judged.ts'
import type { Settlement } from '../settlement.ts'
import { compareSlots, nameOf, type Slot } from '../slot.ts'
import type { Pull } from './pull.ts'

/**
 * A settlement that fits no reading is a mismatch and does not show how this merchant's gateway settlements are read.
 */
const fitsItsReading = (settlement: Settlement, policy: Policy): boolean => {
  const { payout } = payoutReading(settlement, policy)
  return payout !== null && size(minus(settlement.payout, payout)) <= policy.tolerance
}

/** A gateway settlement that shows how this merchant's gateway settlements are read. */
const isExample = (settlement: Settlement | null, slot: Slot, policy: Policy): settlement is Settlement =>
  settlement?.gateway === true && isJudged(settlement, slot, policy) && fitsItsReading(settlement, policy)

/** Finds earlier settlements of the merchant. Built once a run, from the latest pull of every slot. */
export const earlierSettlements = (pulls: readonly Pull[], policy: Policy) => {
  const gateways = pulls
    .flatMap(({ slot, settlement }) => (isExample(settlement, slot, policy) ? [{ slot, settlement }] : []))
    .sort((a, b) => compareSlots(a.slot, b.slot))
  return {
    /** The reading of the merchant's previous gateway settlement; null without one. */
    gatewayRule: (slot: Slot): PayoutRule | null => {
      const last = gateways.findLast((gateway) => compareSlots(gateway.slot, slot) < 0)
      return last === undefined ? null : payoutReading(last.settlement, policy).rule
    },
  }
}

/**
 * The gateway settlements whose previous one may be, or may have been, one of these slots: those after them, up to and
 * including the next that fits a reading.
 */
export const gatewaysAfter = (slots: readonly Slot[], pulls: readonly Pull[], policy: Policy): readonly Slot[] => {
  const names = new Set(slots.map(nameOf))
  const found: Slot[] = []
  let isAfterOne = false
  for (const { slot, settlement } of [...pulls].sort((a, b) => compareSlots(a.slot, b.slot))) {
    if (isAfterOne && settlement?.gateway && isJudged(settlement, slot, policy)) {
      found.push(slot)
      isAfterOne = !fitsItsReading(settlement, policy)
    }
    isAfterOne ||= names.has(nameOf(slot))
  }
  return found
}
