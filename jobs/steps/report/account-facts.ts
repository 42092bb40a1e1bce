import { subjectText, theBankEntry } from '../../../src/core/findings/discrepancy.ts'
import type { ArrivalFacts } from '../../../src/rules/account/bank-account.ts'
import type { AccountFacts } from '../../../src/rules/account/operator-account.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { readChargebackAccount } from '../assess/merchant-facts.ts'
import { type BankRules, bankInDatabase } from '../bank/bank-in-database.ts'
import { acceptedCredits } from '../bank/payouts-at-bank.ts'
import { feesMonths } from '../fees/fees-months.ts'
import { timesOfSettlements } from '../query/fees-of-days.ts'
import type { QueryContext } from '../run/context.ts'
import type { KnownSettlements } from './counted-reports.ts'

/** The arrivals of all payouts at the bank; null when no bank statement was ever imported. */
const arrivalsInDatabase = async (
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

/**
 * The facts of the account with the operator, for `operatorAccount(facts, days)`: settlements at rest have none.
 */
export const accountFacts = async (
  store: Store,
  context: Pick<QueryContext, 'settings' | 'zone' | 'signal'>,
  { states, reports }: Pick<KnownSettlements, 'states' | 'reports'>,
): Promise<AccountFacts & Pick<KnownSettlements, 'reports'>> => {
  const { policy } = context.settings
  return {
    reports,
    times: await timesOfSettlements(store, context, { states, reports }),
    chargebacks: await readChargebackAccount(store, states, policy),
    policy,
    invoiced: await feesMonths(store, states, { policy, zone: context.zone, signal: context.signal }),
    bank: await arrivalsInDatabase(store, states, { policy, zone: context.zone }),
  }
}
