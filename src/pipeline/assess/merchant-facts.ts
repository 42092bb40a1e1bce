import type { ChargebackAccount } from '../../domain/assessment/chargeback-account.ts'
import { earlierSettlements } from '../../domain/assessment/payout.ts'
import type { BankOverview } from '../../domain/bank/bank-overview.ts'
import type { Policy } from '../../domain/policy.ts'
import type { SharedKey } from '../../domain/pull/invoice-in-pull.ts'
import { isJudged, type Pull } from '../../domain/pull/pull.ts'
import { type UnlistedInvoice, unlistedBySlot } from '../../domain/pull/unlisted-invoice.ts'
import { firstContradictions } from '../../domain/readings/readings.ts'
import { nameOf, sameSlot } from '../../domain/slot.ts'
import type { SlotState } from '../../storage/pulls/slot-states.ts'
import type { Store } from '../../storage/store.ts'
import { type BankRules, bankInDatabase } from '../bank/bank-in-database.ts'

/** The facts that checks across slots need, read once for all slots of a job. */
export interface MerchantFacts {
  readonly states: readonly SlotState[]
  readonly shared: readonly SharedKey[]
  /** Unlisted invoices by the slot in which they are filed. */
  readonly filed: ReadonlyMap<string, readonly UnlistedInvoice[]>
  /** The bank's statements compared with payouts; null when none was ever imported. */
  readonly bank: BankOverview | null
}

/** Reads the facts that checks across slots need, from a database with updated keys. */
export const merchantFacts = async (store: Store, rules: BankRules): Promise<MerchantFacts> => {
  const states = await store.slots.states()
  const read = states.filter(({ pull }) => pull !== null).map(({ slot }) => slot)
  return {
    states,
    shared: await store.keys.shared(),
    filed: unlistedBySlot(await store.listings.unlistedInvoices(), read, rules.policy),
    bank: await bankInDatabase(store, states, rules),
  }
}

/** Final settlements that answer for their own slot, as last read. */
export const judgedSettlements = (states: readonly SlotState[], policy: Policy) =>
  states.flatMap(({ slot, pull }) =>
    pull !== null && isJudged(pull.settlement, slot, policy) ? [{ slot, settlement: pull.settlement }] : [],
  )

/** Prepares what other slots and the bank contribute to the check of one pull. */
export const factsForPulls = (
  { states, shared, filed, bank }: MerchantFacts,
  policy: Policy,
  account: ChargebackAccount,
) => {
  const earlier = earlierSettlements(
    states.flatMap(({ pull }) => pull ?? []),
    policy,
  )
  const contradictions = firstContradictions(judgedSettlements(states, policy), policy)
  const sharedBySlot = bySlot(shared)
  return (pull: Pull) => ({
    shared: sharedBySlot.get(nameOf(pull.slot)) ?? [],
    unlistedInvoices: filed.get(nameOf(pull.slot)) ?? [],
    previousGatewayRule: earlier.gatewayRule(pull.slot),
    contradictions: contradictions.filter(({ slot }) => sameSlot(slot, pull.slot)),
    adjustment: account.adjustments.find(({ slot }) => sameSlot(slot, pull.slot)) ?? null,
    notDebited: account.toDebit.filter(({ chargeback }) => sameSlot(chargeback.slot, pull.slot)),
    bank: bank?.bySlot.get(nameOf(pull.slot)) ?? null,
  })
}

const bySlot = (shared: readonly SharedKey[]): ReadonlyMap<string, readonly SharedKey[]> => {
  const keys = new Map<string, Set<SharedKey>>()
  for (const key of shared)
    for (const { slot } of key.holders) {
      const name = nameOf(slot)
      keys.set(name, (keys.get(name) ?? new Set()).add(key))
    }
  return new Map([...keys].map(([name, ofSlot]) => [name, [...ofSlot]]))
}

export type FactsForPull = ReturnType<typeof factsForPulls>
