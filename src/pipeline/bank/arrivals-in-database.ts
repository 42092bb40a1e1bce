import type { ArrivalFacts } from '../../domain/account/bank-account.ts'
import type { SlotState } from '../../storage/pulls/slot-states.ts'
import type { Store } from '../../storage/store.ts'
import { type BankRules, bankInDatabase } from './bank-in-database.ts'

/** The arrivals of all payouts at the bank; null when no bank statement was ever imported. */
export const arrivalsInDatabase = async (
  store: Store,
  states: readonly SlotState[],
  rules: BankRules,
): Promise<ArrivalFacts | null> => {
  const overview = await bankInDatabase(store, states, rules)
  if (overview === null) return null
  const { bySlot, unknownCredits } = overview
  const arrivals = [...bySlot].flatMap(([name, { arrival }]) => (arrival === null ? [] : [[name, arrival] as const]))
  return { arrivals: new Map(arrivals), unknownCredits }
}
