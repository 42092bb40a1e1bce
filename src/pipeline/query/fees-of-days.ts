import type { FeesAsOf } from '../../../reports/fees/fees-report.ts'
import type { Moment } from '../../domain/as-of.ts'
import { slotReport } from '../../domain/assessment/slot-report.ts'
import { isDue } from '../../domain/calendar/calendar.ts'
import type { Days } from '../../domain/calendar/month.ts'
import { feesEntry } from '../../domain/fees/fees-entry.ts'
import { feesSummary } from '../../domain/fees/fees-summary.ts'
import { listFeesTally } from '../../domain/fees/list-fees.ts'
import type { Policy } from '../../domain/policy.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import { Tally, type Totals } from '../../domain/pull/tally.ts'
import { compareSlots } from '../../domain/slot.ts'
import type { SlotState } from '../../storage/pulls/pulls.ts'
import type { Store } from '../../storage/store.ts'
import type { TellingContext } from './read-database.ts'

/** The fees of the stored settlements of these days, reckoned anew by a policy from their lists: no check need have gone by it. */
export const feesOfDays = async (
  store: Store,
  context: TellingContext,
  moment: Moment,
  days: Days,
  policy: Policy,
): Promise<FeesAsOf> => {
  const entries = []
  for (const state of (await store.slots.states(days)).toSorted((a, b) => compareSlots(a.slot, b.slot))) {
    context.signal.throwIfAborted()
    const report = slotReport(store.merchant.name, await factsOf(store, context, moment, state, policy), policy)
    const entry = feesEntry(report, policy)
    if (entry !== null) entries.push(entry)
  }
  return { entries, total: feesSummary(entries), policy, moment }
}

const factsOf = async (
  store: Store,
  { zone }: TellingContext,
  moment: Moment,
  { slot, pull, incomplete }: SlotState,
  policy: Policy,
) => ({
  slot,
  read: pull === null ? null : { pull, totals: await foldAnew(store, pull, { policy, zone }) },
  incomplete,
  discrepancies: [],
  due: isDue(slot, policy, zone, moment.at),
})

const foldAnew = async (
  store: Store,
  pull: Pull,
  { policy, zone }: Pick<TellingContext, 'zone'> & { readonly policy: Policy },
): Promise<Totals> => {
  const tally = new Tally(policy, listFeesTally(policy, pull.slot, zone))
  for await (const page of store.invoices.asOf(pull.slot, pull, null)) for (const held of page) tally.add(held)
  return tally.totals()
}
