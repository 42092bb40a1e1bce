import type { ArrivalFacts } from '../../domain/account/bank-account.ts'
import type { Zone } from '../../domain/calendar/calendar.ts'
import { subjectText, theBankEntry } from '../../domain/findings/discrepancy.ts'
import { bankUnknownCredit } from '../../domain/rules/checks/bank.ts'
import type { SlotDate } from '../../domain/slot.ts'
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
  const acceptedOn = await acceptedCredits(store, rules.zone)
  return {
    arrivals: new Map(arrivals),
    unknownCredits: unknownCredits.map((entry) => ({
      entry,
      acceptedOn: acceptedOn.get(subjectText(theBankEntry(entry.id))) ?? null,
    })),
  }
}

/** The day on which a person accepted each unknown credit as it is, by its subject. */
const acceptedCredits = async (store: Store, zone: Zone): Promise<ReadonlyMap<string, SlotDate>> => {
  const days = new Map<string, SlotDate>()
  for (const slot of await store.findings.slotsWith([bankUnknownCredit.code])) {
    const timelines = await store.findings.timelines(slot)
    for (const { code, state, subject, id } of await store.findings.ofSlot(slot)) {
      if (code !== bankUnknownCredit.code || state !== 'accepted') continue
      const acceptance = (timelines.get(id) ?? []).findLast(({ event }) => event === 'accepted')
      if (acceptance !== undefined) days.set(subject, zone.dateAt(acceptance.at))
    }
  }
  return days
}
