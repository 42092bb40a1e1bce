import type { Settlement } from '../../settlement.ts'
import type { SlotFacts } from '../facts.ts'
import { isEcho } from '../judged.ts'

/** The settlements that the slot's pulls showed, oldest first, without echoes of other slots. */
export const ownSettlements = ({ settlements, slot, policy }: SlotFacts): readonly Settlement[] =>
  settlements.map(({ settlement }) => settlement).filter((settlement) => !isEcho(settlement, slot, policy))
