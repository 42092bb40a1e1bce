import type { DecisionNote } from '../../../reports/pages/day-facts.ts'
import { problemList } from '../../../reports/pages/problem-list.ts'
import type { BankOverview } from '../../../src/core/bank/bank-overview.ts'
import type { Zone } from '../../../src/core/calendar/calendar.ts'
import { ticketOf } from '../../../src/core/findings/act.ts'
import type { Centavos } from '../../../src/core/money.ts'
import { earlierSettlements } from '../../../src/core/payout.ts'
import type { Policy } from '../../../src/core/policy.ts'
import type { SharedKey } from '../../../src/core/pull/invoice-in-pull.ts'
import { isJudged, type Pull, type SettlementVersion } from '../../../src/core/pull/pull.ts'
import { Tally } from '../../../src/core/pull/tally.ts'
import { type UnlistedInvoice, unlistedBySlot } from '../../../src/core/pull/unlisted-invoice.ts'
import { firstContradictions } from '../../../src/core/readings/readings.ts'
import type { RentFault } from '../../../src/core/receivables.ts'
import { nameOf, sameSlot, uniqueSlots } from '../../../src/core/slot.ts'
import { decisionOf } from '../../../src/rules/account/disposition.ts'
import { type ChargebackAccount, chargebackAccount } from '../../../src/rules/assessment/chargeback-account.ts'
import type { SlotReport } from '../../../src/rules/assessment/slot-report.ts'
import { ownVersions } from '../../../src/rules/checks/settlement.ts'
import type { FeesInvoiceFacts } from '../../../src/rules/facts.ts'
import { groupBy } from '../../../src/std/group-by.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { bankInDatabase } from '../bank/bank-in-database.ts'
import { type FeesRules, feesInvoiceFacts, feesMonths } from '../fees/fees-months.ts'
import { receivablesInDatabase } from '../receivables/receivables-in-database.ts'
import type { QueryContext } from '../run/context.ts'

/** The facts that checks across slots need, read once for all slots of a job. */
export interface MerchantFacts {
  readonly states: readonly SlotState[]
  readonly shared: readonly SharedKey[]
  /** Unlisted invoices by the slot in which they are filed. */
  readonly filed: ReadonlyMap<string, readonly UnlistedInvoice[]>
  /** The bank's statements compared with payouts; null when none was ever imported. */
  readonly bank: BankOverview | null
  /** The operator's invoices of months, by the name of the month's last settlement. */
  readonly feesInvoices: ReadonlyMap<string, FeesInvoiceFacts>
  /** What the merchant's lists say is wrong with payments, by the settlement that lists them. */
  readonly rents: ReadonlyMap<string, readonly RentFault[]>
}

/** Reads the facts that checks across slots need, from a database with updated keys. */
export const merchantFacts = async (store: Store, rules: FeesRules, context: QueryContext): Promise<MerchantFacts> => {
  const states = await store.slots.states()
  const read = states.filter(({ pull }) => pull !== null).map(({ slot }) => slot)
  return {
    states,
    shared: await store.keys.shared(),
    filed: unlistedBySlot(await store.listings.unlistedInvoices(), read, rules.policy),
    bank: await bankInDatabase(store, states, rules),
    feesInvoices: feesInvoiceFacts(await feesMonths(store, states, rules), states, rules.zone),
    rents: groupBy((await receivablesInDatabase(store, states, context))?.faults ?? [], ({ slot }) => nameOf(slot)),
  }
}

/** Final settlements that answer for their own slot, as last read. */
export const judgedSettlements = (states: readonly SlotState[], policy: Policy) =>
  states.flatMap(({ slot, pull }) =>
    pull !== null && isJudged(pull.settlement, slot, policy) ? [{ slot, settlement: pull.settlement }] : [],
  )

/** Prepares what other slots and the bank contribute to the check of one pull. */
export const factsForPulls = (
  { states, shared, filed, bank, feesInvoices, rents }: MerchantFacts,
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
    feesInvoice: feesInvoices.get(nameOf(pull.slot)) ?? null,
    rents: rents.get(nameOf(pull.slot)) ?? [],
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

/** Chargebacks and adjustments of the whole database: one account for every check, screen and file. */
export const readChargebackAccount = async (
  store: Store,
  states: readonly SlotState[],
  policy: Policy,
): Promise<ChargebackAccount> => {
  const pulls = states.flatMap(({ pull }) => pull ?? [])
  const ties = await store.dispositions.chargebackTies()
  const recovered = (await store.dispositions.recoveries()).flatMap(({ by, sum }) =>
    by.kind === 'adjustment' ? [{ slot: by.slot, sum }] : [],
  )
  return chargebackAccount(await store.invoices.chargebacks(), pulls, policy, ties, recovered)
}

/** What reading a list again needs. */
export interface ListSource {
  readonly store: Store
  readonly policy: Policy
  readonly signal: AbortSignal
}

/** What the list came to at the last pull with a settlement, for a slot that has none any more; see `SlotFacts.lastCollected`. */
export const collectedAtLastSettlement = async (
  { store, policy, signal }: ListSource,
  { slot, settlement }: Pull,
  settlements: readonly SettlementVersion[],
): Promise<Centavos | null> => {
  const last = ownVersions({ settlements, slot, policy }).at(-1)
  if (settlement !== null || last === undefined) return null
  const { to } = last
  const pulls = [...(await store.pulls.times(slot)).keys()].filter((id) => to === null || id < to)
  const then = { id: Math.max(...pulls) }
  if ((await store.pulls.quarantine(then)).length > 0) return null
  const tally = new Tally(policy)
  for await (const page of store.invoices.asOf(slot, then, null)) {
    signal.throwIfAborted()
    for (const invoice of page) tally.add(invoice)
  }
  return tally.totals().collected
}

/**
 * The reasons of acceptances and claims that a page lists; most days have none. A copy for others leaves out what
 * people wrote.
 */
export const decisionNotes = async (
  store: Store,
  reports: readonly SlotReport[],
  zone: Zone,
  masked: boolean,
): Promise<Readonly<Record<string, DecisionNote>>> => {
  if (masked) return {}
  const decided = problemList(reports, zone)
    .filter(({ state }) => state === 'accepted' || state === 'claimed' || state === 'paid')
    .flatMap(({ problems }) => problems.map(({ first }) => first))
  const notes: Record<string, DecisionNote> = {}
  for (const slot of uniqueSlots(decided.map((one) => one.slot))) {
    const timelines = await store.findings.timelines(slot)
    for (const { id } of decided) {
      const act = decisionOf(timelines.get(id) ?? [])
      if (act !== null)
        notes[id] = { by: act.by, reason: act.reason, ticket: ticketOf(act), until: act.until?.date ?? null }
    }
  }
  return notes
}
