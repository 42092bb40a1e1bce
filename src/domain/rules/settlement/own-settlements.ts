import type { SettlementVersion } from '../../pull/pull.ts'
import type { Settlement } from '../../settlement.ts'
import type { SlotContext } from '../facts.ts'
import { isEcho } from '../judged.ts'

type Shown = Pick<SlotContext, 'settlements' | 'slot' | 'policy'>

/** The settlements that the slot's pulls showed, oldest first, without echoes of other slots. */
export const ownSettlements = (shown: Shown): readonly Settlement[] =>
  ownVersions(shown).map(({ settlement }) => settlement)

export const ownVersions = ({ settlements, slot, policy }: Shown): readonly SettlementVersion[] =>
  settlements.filter(({ settlement }) => !isEcho(settlement, slot, policy))
