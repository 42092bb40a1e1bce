import type { Settlement } from '../../settlement.ts'
import type { SlotFacts } from '../facts.ts'
import { isEcho } from '../judged.ts'

/** What the slot's pulls have shown of it so far, oldest first: what once answered for another slot is no part of its past. */
export const ownSettlements = ({ settlements, slot, policy }: SlotFacts): readonly Settlement[] =>
  settlements.map(({ settlement }) => settlement).filter((settlement) => !isEcho(settlement, slot, policy))
