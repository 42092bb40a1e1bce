import type { FeesAsOf } from '../../../reports/fees/fees-report.ts'
import { slotReport } from '../../domain/assessment/slot-report.ts'
import { type Days, type Instant, isDue, isWithin } from '../../domain/calendar/calendar.ts'
import { feesEntry, feesSummary } from '../../domain/fees/fees-summary.ts'
import type { Moment } from '../../domain/past-run.ts'
import type { Policy } from '../../domain/policy.ts'
import { nameOf, type Slot } from '../../domain/slot.ts'
import type { SlotState } from '../../storage/pulls/slot-states.ts'
import type { Store } from '../../storage/store.ts'
import { storedAndExpected } from '../schedule/stored-and-expected.ts'
import type { QueryContext } from './read-database.ts'
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
  for (const slot of storedAndExpected(states, policy).filter(({ date }) => isWithin(date, days))) {
    context.signal.throwIfAborted()
    const facts = await factsOf(store, context, judgedAt, slot, known.get(nameOf(slot)), policy)
    const report = slotReport(store.merchant.name, facts, policy)
    const entry = feesEntry(report, policy)
    if (entry !== null) entries.push(entry)
  }
  return { entries, total: feesSummary(entries), policy, moment }
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
