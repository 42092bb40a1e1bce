import {
  type BankOverview,
  type BankQuestion,
  bankOverview,
  payoutToArrive,
} from '../../../src/core/bank/bank-overview.ts'
import { lastDayOfCredit, reversalsIn, reversedTies } from '../../../src/core/bank/payout-arrivals.ts'
import { BY_EXACT_SUMS, type OpenPayout, tiesInForce } from '../../../src/core/bank/tie-out.ts'
import type { Instant, Zone } from '../../../src/core/calendar/calendar.ts'
import { type Recovery, sumOfRecoveries } from '../../../src/core/findings/act.ts'
import { firstFinal } from '../../../src/core/in-transit.ts'
import type { Centavos } from '../../../src/core/money.ts'
import type { Policy } from '../../../src/core/policy.ts'
import { nameOf } from '../../../src/core/slot.ts'
import { groupBy } from '../../../src/std/group-by.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'

/** The rules that tie credits to payouts. */
export interface BankRules {
  readonly policy: Policy
  readonly zone: Zone
}

/**
 * The bank's facts about every slot; null when no bank statement was ever imported, in which case nothing else is read.
 */
export const bankInDatabase = async (
  store: Store,
  states: readonly SlotState[],
  rules: BankRules,
): Promise<BankOverview | null> => {
  const question = await bankQuestion(store, states, rules)
  return question === null ? null : bankOverview(question)
}

/**
 * Makes a tie wherever exact sums allow only one; returns the number of new ties. A tie holds unless the bank reverses
 * its credit.
 */
export const tieOutBank = async (
  store: Store,
  states: readonly SlotState[],
  rules: BankRules,
  at: Instant,
): Promise<number> => {
  await untieReversed(store, rules, at)
  const overview = await bankInDatabase(store, states, rules)
  const ties = overview?.open.ties ?? []
  const intents = ties.map(({ payouts, credits }) => ({
    payouts: payouts.map(({ slot, payout }) => ({ slot, payout })),
    entries: credits.map(({ id }) => id),
    reason: 'exact sums, and no other answer',
  }))
  if (intents.length > 0) await store.bank.tie(intents, { by: BY_EXACT_SUMS, at })
  return intents.length
}

const untieReversed = async (store: Store, { policy }: BankRules, at: Instant): Promise<void> => {
  if (!(await store.bank.isKnown())) return
  const ties = await store.bank.ties()
  const reversals = reversalsIn(await store.bank.entries(), ties, policy)
  for (const { tie, on } of reversedTies(reversals, ties))
    await store.bank.untie(tie, { by: BY_EXACT_SUMS, at, reason: `the bank took the credit back on ${on}` })
}

const bankQuestion = async (
  store: Store,
  states: readonly SlotState[],
  rules: BankRules,
): Promise<BankQuestion | null> => {
  if (!(await store.bank.isKnown())) return null
  const ties = await store.bank.ties()
  const tied = new Set(tiesInForce(ties).flatMap(({ payouts }) => payouts.map(({ slot }) => nameOf(slot))))
  return {
    statements: await store.bank.statements(),
    entries: await store.bank.entries(),
    ties,
    payouts: await openPayouts(
      store,
      states.filter(({ slot }) => !tied.has(nameOf(slot))),
      rules,
    ),
    slots: states.filter(({ pull }) => pull !== null).map(({ slot }) => slot),
    policy: rules.policy,
    recovered: recoveredByEntry(await store.dispositions.recoveries()),
  }
}

const recoveredByEntry = (recoveries: readonly Recovery[]): ReadonlyMap<string, Centavos> => {
  const byEntry = groupBy(
    recoveries.flatMap(({ by, sum }) => (by.kind === 'entry' ? [{ entry: by.entry, sum }] : [])),
    ({ entry }) => entry,
  )
  return new Map([...byEntry].map(([entry, all]) => [entry, sumOfRecoveries(all)]))
}

/** The payouts to look for at the bank; none without `bankText`, since no credit could be recognized. */
const openPayouts = async (
  store: Store,
  states: readonly SlotState[],
  { policy, zone }: BankRules,
): Promise<readonly OpenPayout[]> => {
  if (policy.bankText.length === 0) return []
  const known = { policy, zone, readSince: zone.dateAt((await store.pulls.firstTime()) ?? 0) }
  const shown = await store.settlements.inPullsOf(states.map(({ slot }) => slot))
  const payouts: OpenPayout[] = []
  for (const { slot, pull } of states) {
    const payout = pull && payoutToArrive(pull.settlement, slot, policy)
    if (payout === null) continue
    const settlements = shown.get(nameOf(slot)) ?? []
    const final = firstFinal(slot, settlements, known)
    const day = final !== null && final.day > slot.date ? final.day : slot.date
    const earlier = settlements.flatMap(({ settlement }) => payoutToArrive(settlement, slot, policy) ?? [])
    payouts.push({
      slot,
      payout,
      earlier: earlier.filter((sum) => sum !== payout),
      lastDay: lastDayOfCredit(day, policy.bankDays),
    })
  }
  return payouts
}
