import type { ArrivalFacts } from '../../domain/account/bank-account.ts'
import { subjectText, theBankEntry } from '../../domain/rules/subject.ts'
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
  const accepted = await acceptedCredits(store)
  return {
    arrivals: new Map(arrivals),
    unknownCredits: unknownCredits.filter(({ id }) => !accepted.has(subjectText(theBankEntry(id)))),
  }
}

/** The subjects of unknown credits that a person accepted as they are. */
const acceptedCredits = async (store: Store): Promise<ReadonlySet<string>> => {
  const subjects = new Set<string>()
  for (const slot of await store.findings.slotsWith(['BANK_UNKNOWN_CREDIT']))
    for (const { code, state, subject } of await store.findings.ofSlot(slot))
      if (code === 'BANK_UNKNOWN_CREDIT' && state === 'accepted') subjects.add(subject)
  return subjects
}
