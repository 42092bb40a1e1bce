import { isFinal, isKnownCycle, type Policy, sameCycle, withoutAlias } from '../policy.ts'
import type { ListFacts, Pull } from '../pull/pull.ts'
import type { Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'

/** A slot, and the settlement in the answer for it. */
interface AnsweredSlot {
  readonly slot: Slot
  readonly policy: Policy
  readonly settlement: Settlement | null
}

/** Whether the settlement's cycle is spelt differently from the requested one, and no alias makes them equal. */
export const carriesAnotherLabel = (settlement: Settlement, slot: Slot, policy: Policy): boolean =>
  !sameCycle(settlement.cycle, slot.cycle, policy)

/** Whether the settlement is of another slot: another date, or another known cycle. */
export const isEcho = (settlement: Settlement, slot: Slot, policy: Policy): boolean =>
  settlement.date !== slot.date ||
  (carriesAnotherLabel(settlement, slot, policy) && isKnownCycle(withoutAlias(settlement.cycle, policy), policy))

/** The settlement, if it is of this slot. An echo is reported as such and not checked further. */
export const ownSettlement = ({ settlement, slot, policy }: AnsweredSlot): Settlement | null =>
  settlement !== null && isEcho(settlement, slot, policy) ? null : settlement

/** Figures are compared when there is a final settlement of this slot. Before that there is nothing to judge. */
export const isJudged = (settlement: Settlement | null, slot: Slot, policy: Policy): settlement is Settlement =>
  settlement !== null && isFinal(settlement.status, policy) && !isEcho(settlement, slot, policy)

/** A list is judged when no record of it is quarantined, since that record may be the missing money. */
export const isListJudged = (list: ListFacts): boolean => list.malformed === 0

/** Whether the settlement has invoices but lists none. */
export const isListEmpty = ({ invoiceCount }: Settlement, { items }: ListFacts): boolean =>
  invoiceCount > 0 && items === 0

export const judgedSettlement = ({ settlement, slot, policy }: AnsweredSlot): Settlement | null =>
  isJudged(settlement, slot, policy) ? settlement : null

export const judgedWithList = (facts: AnsweredSlot & { readonly pull: Pick<Pull, 'list'> }): Settlement | null =>
  isListJudged(facts.pull.list) ? judgedSettlement(facts) : null
