import type { FeesAsOf } from '../../../reports/fees/fees-report.ts'
import { type Days, type Instant, isDue, isWithin } from '../../../src/core/calendar/calendar.ts'
import type { ChargedSettlement, FeesHistory } from '../../../src/core/fees/fit/charged-settlement.ts'
import { type FeesOfMonth, feesOfMonths } from '../../../src/core/fees/operator-invoice.ts'
import type { Discrepancy } from '../../../src/core/findings/discrepancy.ts'
import type { TimelineStep } from '../../../src/core/findings/timeline.ts'
import type { FirstFinalRules } from '../../../src/core/in-transit.ts'
import { counts } from '../../../src/core/invoice.ts'
import type { Moment } from '../../../src/core/past-run.ts'
import { isFinal, type Policy } from '../../../src/core/policy.ts'
import { ownSettlement, type Pull } from '../../../src/core/pull/pull.ts'
import { nameOf, type Slot } from '../../../src/core/slot.ts'
import { NOTHING_AT_REST } from '../../../src/rules/account/at-rest.ts'
import { chargeOf, feesEntry, feesSummary } from '../../../src/rules/account/fees-summary.ts'
import type { AccountReport } from '../../../src/rules/account/operator-account.ts'
import { CODES_AT_BANK, CODES_OF_MONEY, isAboutMoney } from '../../../src/rules/account/settlement-money.ts'
import {
  isPaidOut,
  isTakenOut,
  type SettlementTimes,
  settlementTimes,
} from '../../../src/rules/account/settlement-times.ts'
import { slotReport } from '../../../src/rules/assessment/slot-report.ts'
import { groupBy } from '../../../src/std/group-by.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { arrivalDays } from '../bank/arrival-days.ts'
import type { QueryContext } from '../run/context.ts'
import { storedAndExpected } from '../schedule/slots-for-timetable.ts'
import { totalsUnderPolicy } from './totals-under-policy.ts'

/**
 * The fees of the settlements of these days, computed under a policy from their stored lists, regardless of the policy
 * of their last check. A settlement that is due but was never read is included as not compared.
 */
export const feesOfDays = async (
  store: Store,
  context: QueryContext,
  moment: Moment,
  days: Days,
  policy: Policy,
): Promise<FeesAsOf> => {
  const entries = []
  const states = await store.slots.states()
  const known = new Map(states.map((state) => [nameOf(state.slot), state]))
  const judgedAt = (await store.runs.lastStart()) ?? moment.at
  for (const slot of storedAndExpected({ states, rest: NOTHING_AT_REST }, policy).filter(({ date }) =>
    isWithin(date, days),
  )) {
    context.signal.throwIfAborted()
    const facts = await factsOf(store, context, judgedAt, slot, known.get(nameOf(slot)), policy)
    const report = slotReport(store.merchant.name, facts, policy)
    const entry = feesEntry(report, policy)
    if (entry !== null) entries.push(entry)
  }
  const months = feesOfMonths(
    entries.flatMap((entry) => chargeOf(entry) ?? []),
    await store.operatorInvoices.inForce(),
  )
  const isWhole = ({ month }: FeesOfMonth): boolean =>
    states.every(({ slot: { date } }) => !date.startsWith(month) || isWithin(date, days))
  const invoiced = months.filter((one) => one.invoiced !== null && isWhole(one))
  return { entries, total: feesSummary(entries), invoiced, policy, moment }
}

const factsOf = async (
  store: Store,
  context: QueryContext,
  judgedAt: Instant,
  slot: Slot,
  state: SlotState | undefined,
  policy: Policy,
) => {
  const { pull = null, incomplete = null } = state ?? {}
  const read = pull === null ? null : { pull, totals: await totalsUnderPolicy(store, context, pull, policy) }
  return { slot, read, incomplete, discrepancies: [], due: isDue(slot, policy, context.zone, judgedAt) }
}

/** The fees of the settlements of some days, or of all, with the payments that count. */
export const feesHistory = async (store: Store, context: QueryContext, days: Days | null): Promise<FeesHistory> => {
  const states = await store.slots.states(days ?? undefined)
  const kinds = { absent: 0, notFinal: 0, malformed: 0, noMethod: 0 }
  const settlements: ChargedSettlement[] = []
  for (const { pull } of states) {
    context.signal.throwIfAborted()
    const settlement = pull === null ? 'absent' : await chargedSettlement(store, context, pull)
    if (typeof settlement === 'string') kinds[settlement] += 1
    else settlements.push(settlement)
  }
  return { settlements, ...kinds }
}

const chargedSettlement = async (
  store: Store,
  { settings: { policy } }: QueryContext,
  pull: Pull,
): Promise<ChargedSettlement | 'absent' | 'notFinal' | 'malformed' | 'noMethod'> => {
  const { slot, list } = pull
  const settlement = ownSettlement({ ...pull, policy })
  if (settlement === null) return 'absent'
  if (!isFinal(settlement.status, policy)) return 'notFinal'
  if (list.malformed > 0) return 'malformed'
  const payments: ChargedSettlement['payments'][number][] = []
  for await (const page of store.invoices.asOf(slot, pull, null)) {
    for (const { current } of page) {
      if (current === null || !counts(current, policy)) continue
      const { paid, paymentMethod, paymentDate } = current
      if (paymentMethod === null || paymentMethod === '') return 'noMethod'
      payments.push({ paid, paymentMethod, paymentDate })
    }
  }
  return { slot, charged: settlement.fees, payments }
}

/** The times of each settlement that has an expected payout or was paid out, by the name of its slot. */
export const timesOfSettlements = async (
  store: Store,
  { settings: { policy }, zone }: Pick<QueryContext, 'settings' | 'zone'>,
  { states, reports }: { readonly states: readonly SlotState[]; readonly reports: readonly AccountReport[] },
): Promise<ReadonlyMap<string, SettlementTimes>> => {
  const known: FirstFinalRules = { policy, zone, readSince: zone.dateAt((await store.pulls.firstTime()) ?? 0) }
  const arrivals = await arrivalDays(store)
  const atBank = new Set((await store.findings.slotsWith([...CODES_AT_BANK])).map(nameOf))
  const recovered = groupBy(await store.dispositions.recoveries(), ({ slot }) => nameOf(slot))
  const times = new Map<string, SettlementTimes>()
  const shown = await store.settlements.inPullsOf(states.map(({ slot }) => slot))
  for (const report of reports) {
    const { slot, money } = report
    if ((money.expected === null || money.parts === null) && !isPaidOut(money)) continue
    const settlements = shown.get(nameOf(slot)) ?? []
    const isAccepted = (one: Discrepancy): boolean => one.state === 'accepted' && isAboutMoney(one, money)
    const timelines = isTakenOut(money) ? await timelinesOf(store, slot, isAccepted) : []
    const bankTimelines = atBank.has(nameOf(slot)) ? await timelinesOf(store, slot, isAcceptedAtBank) : []
    const arrivedOn = arrivals.get(nameOf(slot))
    const paid = recovered.get(nameOf(slot)) ?? []
    const recoveries = paid.filter(({ code }) => CODES_OF_MONEY.has(code))
    const recoveriesAtBank = paid.filter(({ code }) => CODES_AT_BANK.has(code))
    const facts = { slot, money, settlements, arrivedOn, timelines, bankTimelines, recoveries, recoveriesAtBank }
    times.set(nameOf(slot), settlementTimes(facts, known))
  }
  return times
}

const isAcceptedAtBank = ({ code, state }: Discrepancy): boolean => state === 'accepted' && CODES_AT_BANK.has(code)

const timelinesOf = async (
  store: Store,
  slot: Slot,
  isOne: (discrepancy: Discrepancy) => boolean,
): Promise<readonly (readonly TimelineStep[])[]> => {
  const timelines = await store.findings.timelines(slot)
  return (await store.findings.ofSlot(slot)).filter(isOne).map(({ id }) => timelines.get(id) ?? [])
}
