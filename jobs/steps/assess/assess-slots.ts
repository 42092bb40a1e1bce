import type { Closing } from '../../../src/core/findings/act.ts'
import type { Finding } from '../../../src/core/findings/discrepancy.ts'
import { isJudged, type Pull, unreadableIds } from '../../../src/core/pull/pull.ts'
import type { Totals } from '../../../src/core/pull/tally.ts'
import { compareSlots, type Slot, type SlotDate, sameSlot } from '../../../src/core/slot.ts'
import { type Assessment, assess, reusableTotals } from '../../../src/rules/assessment/assess.ts'
import { findingsOfClosed } from '../../../src/rules/assessment/restatement.ts'
import { closingOf, verdictOfState } from '../../../src/rules/assessment/slot-report.ts'
import { CHECKS } from '../../../src/rules/registry.ts'
import type { InvoiceRepository } from '../../../src/store/invoices/invoice-repository.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { type ClaimReader, openClaims } from '../pull/read-slot.ts'
import type { AssessmentContext } from './assessment-context.ts'
import { type CauseSearch, findCauses } from './find-causes.ts'
import {
  collectedAtLastSettlement,
  type FactsForPull,
  factsForPulls,
  type MerchantFacts,
  readChargebackAccount,
} from './merchant-facts.ts'
import { readClosedSlot } from './read-closed-slot.ts'

/**
 * Reads each slot back, folds it, runs the checks and stores the findings. Starts with the latest slot, since later slots may explain an
 * earlier one.
 */
export const assessSlots = async (
  store: Store,
  context: AssessmentContext,
  merchant: MerchantFacts,
  slots: readonly Slot[],
): Promise<void> => {
  const account = await readChargebackAccount(store, merchant.states, context.policy)
  const factsFor = factsForPulls(merchant, context.policy, account)
  const pulls = merchant.states.flatMap(({ pull }) => pull ?? [])
  const totals = totalsByPull(merchant.states)
  const closings = await store.periods.closings()
  const closedOnce = await store.periods.everClosedThrough()
  const waiting: Assessment[] = []
  const claimReader = openClaims(context, store.merchant.name)
  try {
    for (const slot of slots.toSorted((a, b) => compareSlots(b, a))) {
      const state = merchant.states.find((one) => sameSlot(one.slot, slot))
      if (!state?.pull) continue
      const { pull, incomplete, assessment: last } = state
      const slotContext = { store, ...context, pulls, totals, closings, closedOnce }
      const assessment = await assessSlot(slotContext, factsFor, claimReader, { pull, incomplete, last })
      totals.set(pull.id, assessment.totals)
      waiting.push(assessment)
      if (waiting.length === ASSESSMENTS_PER_COMMIT) await store.assessments.record(waiting.splice(0))
    }
    await store.assessments.record(waiting)
  } finally {
    claimReader.close()
  }
}

/** Assessments written in one transaction: those of two thousand small slots must not be two thousand commits. */
const ASSESSMENTS_PER_COMMIT = 50

/** The totals of the last checks, by the pull that they looked at. */
const totalsByPull = (states: readonly SlotState[]): Map<number, Totals> =>
  new Map(states.flatMap(({ assessment }) => (assessment === null ? [] : [[assessment.pullId, assessment.totals]])))

interface ClosedPeriods {
  readonly closings: readonly Closing[]
  /** The last day that any closing ever reached, even one that was undone; null when there was none. See Store. */
  readonly closedOnce: SlotDate | null
}

type SlotAssessmentContext = AssessmentContext & CauseSearch & ClosedPeriods

const ACROSS_SLOTS: ReadonlySet<string> = new Set(
  CHECKS.flatMap(({ code, isAcrossSlots }) => (isAcrossSlots ? [code] : [])),
)

const assessSlot = async (
  context: SlotAssessmentContext,
  factsFor: FactsForPull,
  claimReader: ClaimReader,
  { pull, incomplete, last }: Pick<SlotState, 'incomplete'> & { readonly pull: Pull; readonly last: Assessment | null },
): Promise<Assessment> => {
  const { store, policy, zone, rulebook } = context
  const { slot } = pull
  const settlements = await store.settlements.versions(slot, pull)
  const baseline = settlements.find(({ settlement: past }) => isJudged(past, slot, policy)) ?? null
  const departures = new Map(
    (await store.pulls.departures(slot, pull)).map((departure) => [departure.invoiceId, departure]),
  )
  const notificationClaims = claimReader.of(pull, policy)
  const reused = reusableTotals({
    pull,
    assessment: last,
    rulebook,
    isShowing: await store.findings.hasAny(slot),
    departures,
    notificationClaims,
    wasClosed: context.closedOnce !== null && slot.date <= context.closedOnce,
  })
  const quarantine = await store.pulls.quarantine(pull)
  const unreadable = {
    now: unreadableIds(quarantine),
    atBaseline: unreadableIds(baseline === null ? [] : await store.pulls.quarantine({ id: baseline.from })),
  }
  const fold = assess(
    { slot, policy, zone, pull, settlements, baseline, departures, unreadable, notificationClaims },
    reused,
    context.checks,
  )
  const list = reused === null ? store.invoices.asOf(slot, pull, baseline?.from ?? null) : null
  const facts = {
    settlement: pull.settlement,
    lastCollected: await collectedAtLastSettlement(context, pull, settlements),
    quarantine,
    repeats: await store.pulls.repeats(pull),
    ...factsFor(pull),
  }
  const findings = findingsOf(context, pull, fold, list, facts)
  await store.findings.record(slot, pull, findings, incomplete === null ? undefined : ACROSS_SLOTS)
  const read = { pull, totals: fold.totals() }
  const errors = await store.findings.errorCount(slot)
  const verdict = verdictOfState({ slot, read, incomplete: null, due: true }, errors, policy)
  return { slot, pullId: pull.id, verdict, totals: read.totals, rulebook }
}

/** Folds the list of a slot, if it must be folded, and yields its findings one by one: they are never all in memory. */
async function* findingsOf(
  context: SlotAssessmentContext,
  pull: Pull,
  fold: ReturnType<typeof assess>,
  list: ReturnType<InvoiceRepository['asOf']> | null,
  facts: Omit<Parameters<typeof fold.finish>[0], 'paidElsewhere'>,
): AsyncGenerator<Finding> {
  const closing = closingOf(context.closings, pull.slot.date)
  for await (const page of list ?? []) {
    context.signal.throwIfAborted()
    for (const invoice of page) fold.add(invoice)
    // The findings of a closed slot depend on all of its list.
    if (closing === null) yield* fold.take()
  }
  const paidElsewhere = await context.store.keys.paidElsewhere(pull.slot, fold.claimsNotListed())
  const { totals, findings } = fold.finish({ ...facts, paidElsewhere })
  yield* await findCauses(context, pull, totals, await sinceClosing(context, closing, pull, totals, findings))
}

const sinceClosing = async (
  context: SlotAssessmentContext,
  closing: Closing | null,
  pull: Pull,
  totals: Totals,
  findings: readonly Finding[],
): Promise<readonly Finding[]> => {
  if (closing === null) return findings
  const { slot, settlement, list } = pull
  const now = { slot, settlement, list, totals, policy: context.policy }
  return findingsOfClosed(findings, await readClosedSlot(context, closing, pull, totals), now)
}
