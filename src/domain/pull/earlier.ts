import { type PayoutRule, payoutReading } from '../assessment/payout.ts'
import { minus, size } from '../money.ts'
import type { Policy } from '../policy.ts'
import { isJudged } from '../rules/judged.ts'
import type { Settlement } from '../settlement.ts'
import { compareSlots, nameOf, type Slot } from '../slot.ts'
import type { Pull } from './pull.ts'

/** One that fits no reading is a mismatch, and says nothing of how this merchant's gateway settlements are read. */
const fitsItsReading = (settlement: Settlement, policy: Policy): boolean => {
  const { payout } = payoutReading(settlement, policy)
  return payout !== null && size(minus(settlement.payout, payout)) <= policy.tolerance
}

/** Finds what came before a slot in the merchant's database: built once for a run, from the latest pull of every slot. */
export const earlierSettlements = (pulls: readonly Pull[], policy: Policy) => {
  const inOrder = [...pulls].sort((a, b) => compareSlots(a.slot, b.slot))
  const lastBefore = (slot: Slot, which: (settlement: Settlement, own: Slot) => boolean) =>
    inOrder.findLast(
      (pull) => pull.settlement !== null && compareSlots(pull.slot, slot) < 0 && which(pull.settlement, pull.slot),
    )

  return {
    /** How the merchant's previous gateway settlement was read; null when there is none. */
    gatewayRule: (slot: Slot): PayoutRule | null => {
      const last = lastBefore(
        slot,
        (settlement, own) =>
          settlement.gateway && isJudged(settlement, own, policy) && fitsItsReading(settlement, policy),
      )?.settlement
      return last ? payoutReading(last, policy).rule : null
    },
  }
}

/**
 * The gateway settlements for which one of these slots may be the previous one, or may have been until it was read again: those after it,
 * up to and including the next that fits its reading.
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
