import type { AccountReport } from '../../domain/account/operator-account.ts'
import { BANK_BUCKETS } from '../../domain/account/position.ts'
import { CODES_OF_MONEY, isAboutMoney } from '../../domain/account/settlement-money.ts'
import { isPaidOut, isTakenOut, type SettlementTimes, settlementTimes } from '../../domain/account/settlement-times.ts'
import type { Discrepancy } from '../../domain/findings/discrepancy.ts'
import type { TimelineStep } from '../../domain/findings/timeline.ts'
import type { FirstFinalRules } from '../../domain/in-transit.ts'
import { codesIn } from '../../domain/rules/registry.ts'
import { nameOf, type Slot } from '../../domain/slot.ts'
import { groupBy } from '../../std/group-by.ts'
import type { Store } from '../../storage/store.ts'
import { arrivalDays } from '../bank/arrival-days.ts'
import type { QueryContext } from './read-database.ts'

/** The times of each settlement that has an expected payout or was paid out, by the name of its slot. */
export const timesOfSettlements = async (
  store: Store,
  { settings: { policy }, zone }: Pick<QueryContext, 'settings' | 'zone'>,
  reports: readonly AccountReport[],
): Promise<ReadonlyMap<string, SettlementTimes>> => {
  const known: FirstFinalRules = { policy, zone, readSince: zone.dateAt((await store.pulls.firstTime()) ?? 0) }
  const arrivals = await arrivalDays(store)
  const atBank = new Set((await store.findings.slotsWith([...OF_BANK])).map(nameOf))
  const recovered = groupBy(await store.dispositions.recoveries(), ({ slot }) => nameOf(slot))
  const times = new Map<string, SettlementTimes>()
  for (const report of reports) {
    const { slot, money } = report
    if ((money.expected === null || money.parts === null) && !isPaidOut(money)) continue
    const settlements = await store.settlements.inPulls(slot)
    const isAccepted = (one: Discrepancy): boolean => one.state === 'accepted' && isAboutMoney(one, money)
    const timelines = isTakenOut(money) ? await timelinesOf(store, slot, isAccepted) : []
    const bankTimelines = atBank.has(nameOf(slot)) ? await timelinesOf(store, slot, isAcceptedAtBank) : []
    const arrivedOn = arrivals.get(nameOf(slot))
    const paid = recovered.get(nameOf(slot)) ?? []
    const recoveries = paid.filter(({ code }) => CODES_OF_MONEY.has(code))
    const recoveriesAtBank = paid.filter(({ code }) => OF_BANK.has(code))
    const facts = { slot, money, settlements, arrivedOn, timelines, bankTimelines, recoveries, recoveriesAtBank }
    times.set(nameOf(slot), settlementTimes(facts, known))
  }
  return times
}

const OF_BANK = codesIn(BANK_BUCKETS)

const isAcceptedAtBank = ({ code, state }: Discrepancy): boolean => state === 'accepted' && OF_BANK.has(code)

const timelinesOf = async (
  store: Store,
  slot: Slot,
  isOne: (discrepancy: Discrepancy) => boolean,
): Promise<readonly (readonly TimelineStep[])[]> => {
  const timelines = await store.findings.timelines(slot)
  return (await store.findings.ofSlot(slot)).filter(isOne).map(({ id }) => timelines.get(id) ?? [])
}
