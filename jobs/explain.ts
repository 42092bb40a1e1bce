import { policyDocument } from '../reports/documents/assumptions.ts'
import { type Explanation, explanation, unresolvedIn } from '../reports/documents/explanation.ts'
import { type DayFacts, dayFacts, NO_NEIGHBOURS } from '../reports/pages/day-facts.ts'
import { invoicesNamedIn } from '../reports/pages/invoices-to-review.ts'
import type { Moment } from '../src/core/past-run.ts'
import { assumptionsOf } from '../src/core/policy.ts'
import type { Pull } from '../src/core/pull/pull.ts'
import type { Totals } from '../src/core/pull/tally.ts'
import { nameOf, type Slot, sameSlot } from '../src/core/slot.ts'
import { jsonText } from '../src/print/json.ts'
import { rulebookOf } from '../src/rules/assessment/assess.ts'
import { chargebackBalance } from '../src/rules/assessment/chargeback-account.ts'
import { slotReport } from '../src/rules/assessment/slot-report.ts'
import { PLAIN_START, type Start } from '../src/std/start.ts'
import type { SlotState } from '../src/store/pulls/slot-states.ts'
import type { Store } from '../src/store/store.ts'
import { decisionNotes, readChargebackAccount } from './steps/assess/merchant-facts.ts'
import { bankInDatabase } from './steps/bank/bank-in-database.ts'
import { hideDocuments } from './steps/mask/mask-store.ts'
import { slotNeverPulled } from './steps/query/nothing-pulled.ts'
import { readDatabase } from './steps/query/read-database.ts'
import { totalsUnderPolicy } from './steps/query/totals-under-policy.ts'
import { pullsNear, readInvoicesToReview } from './steps/report/invoices-to-review.ts'
import type { JobContext, QueryContext } from './steps/run/context.ts'

/** The most invoices on the screen. */
const INVOICES_MAX = 12

/** Returns everything that the database knows about one slot. Only reads. */
export const explainSlot = async (context: QueryContext, slot: Slot): Promise<Explanation> => {
  const explanation = await readDatabase(context, (store, then, asOf) =>
    explainFrom(hideDocuments(store), then, slot, asOf),
  )
  if (explanation === null) {
    throw slotNeverPulled(context, slot, context.asOf ?? null)
  }
  return explanation
}

/** The explanation from an open database; null when the slot was never pulled. */
export const explainFrom = async (
  store: Store,
  context: QueryContext,
  slot: Slot,
  asOf: Moment | null,
): Promise<Explanation | null> => {
  const { policy } = context.settings
  const date = { from: slot.date, to: slot.date }
  const state = (await store.slots.states(date)).find((one) => sameSlot(one.slot, slot))
  const extent = await store.slots.extent()
  if (state === undefined || extent === null) return null
  const { states } = await store.slots.statesAndRest({ policy, zone: context.zone, slots: [slot] })
  const { pull, incomplete } = state
  const discrepancies = pull === null ? [] : await store.findings.ofSlot(slot)
  const read = pull && { pull, totals: await totalsOf(store, context, state, pull) }
  const bank = await bankInDatabase(store, states, { policy, zone: context.zone })
  const arrival = bank?.bySlot.get(nameOf(slot))?.arrival ?? null
  const arrived = arrival?.kind === 'arrived' ? arrival : null
  const facts = { slot, read, incomplete, discrepancies, due: true, arrival: arrived }
  const report = slotReport(store.merchant.name, facts, policy)
  const named = invoicesNamedIn(unresolvedIn(report), INVOICES_MAX)
  const near = named.number === 0 ? () => [] : pullsNear(await store.slots.states(), policy)
  const invoices = await readInvoicesToReview(store, near, slot, named.first)
  const isChecked = pull === null || (await wasChecked(store, context, state, pull))
  const pulls = await store.pulls.history(slot)
  const chargebacks = chargebackBalance(await readChargebackAccount(store, states, policy), extent)
  const moreInvoices = Math.max(0, named.number - INVOICES_MAX)
  return explanation({ report, isChecked, invoices, moreInvoices, pulls, chargebacks, arrival, asOf }, policy)
}

/** The facts of a page about one settlement: those of a day with it alone. */
export const settlementFacts = async (
  { settings, zone, masked = false }: Pick<JobContext, 'settings' | 'zone' | 'masked'>,
  database: Store,
  explanation: Explanation,
  start: Start = PLAIN_START,
): Promise<DayFacts> => {
  const { report, invoices, moreInvoices } = explanation
  const read = {
    ...{ merchant: database.merchant.name, merchants: settings.merchants, start, canAsk: true },
    ...{ date: report.slot.date, reports: [report], neighbours: NO_NEIGHBOURS, hasWorkbook: false, masked },
    ...{ invoices, moreInvoices },
    decisions: await decisionNotes(database, [report], zone, masked),
    assumptions: assumptionsOf(settings.policy),
  }
  return dayFacts(read, settings.language, settings.policy, zone)
}

/** The totals of the last check; when the slot was pulled since, the list is folded again. */
const totalsOf = async (store: Store, context: QueryContext, { assessment }: SlotState, pull: Pull): Promise<Totals> =>
  assessment?.pullId === pull.id ? assessment.totals : totalsUnderPolicy(store, context, pull, context.settings.policy)

/** Whether the latest pull was checked under the settings in force. */
const wasChecked = async (
  store: Store,
  { settings, version, checks }: QueryContext,
  { assessment }: SlotState,
  pull: Pull,
): Promise<boolean> => {
  const last = await store.policies.last()
  return (
    last !== null &&
    last.policy === jsonText(policyDocument(settings.policy)) &&
    assessment?.pullId === pull.id &&
    assessment.rulebook === rulebookOf(last.number, version, checks)
  )
}
