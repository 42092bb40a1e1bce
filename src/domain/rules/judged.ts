import { isFinal, isKnownCycle, type Policy, sameCycle, withoutAlias } from '../policy.ts'
import type { ListFacts, Pull } from '../pull/pull.ts'
import type { Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'

/** A slot, with the settlement that answered. */
interface AnsweredSlot {
  readonly slot: Slot
  readonly policy: Policy
  readonly settlement: Settlement | null
}

/** The settlement's cycle is written differently from the one asked for, and no alias says that they are the same. */
export const carriesAnotherLabel = (settlement: Settlement, slot: Slot, policy: Policy): boolean =>
  !sameCycle(settlement.cycle, slot.cycle, policy)

/** The settlement answers for another slot than the one asked for: another date, or another cycle that is known, by whatever name. */
export const isEcho = (settlement: Settlement, slot: Slot, policy: Policy): boolean =>
  settlement.date !== slot.date ||
  (carriesAnotherLabel(settlement, slot, policy) && isKnownCycle(withoutAlias(settlement.cycle, policy), policy))

/** The settlement of this very slot: one that answers for another is told as such and not looked at further. */
export const ownSettlement = ({ settlement, slot, policy }: AnsweredSlot): Settlement | null =>
  settlement !== null && isEcho(settlement, slot, policy) ? null : settlement

/** Figures are held against a settlement that is there, final, and of this slot. Before that there is nothing to judge. */
export const isJudged = (settlement: Settlement | null, slot: Slot, policy: Policy): settlement is Settlement =>
  settlement !== null && isFinal(settlement.status, policy) && !isEcho(settlement, slot, policy)

/** The list is judged where no record of it is in quarantine: that one may be the money that is missing. */
export const isListJudged = (list: ListFacts): boolean => list.malformed === 0

/** The settlement has invoices, and lists none. */
export const isListEmpty = ({ invoiceCount }: Settlement, { items }: ListFacts): boolean =>
  invoiceCount > 0 && items === 0

export const judgedSettlement = ({ settlement, slot, policy }: AnsweredSlot): Settlement | null =>
  isJudged(settlement, slot, policy) ? settlement : null

export const judgedWithList = (facts: AnsweredSlot & { readonly pull: Pick<Pull, 'list'> }): Settlement | null =>
  isListJudged(facts.pull.list) ? judgedSettlement(facts) : null
