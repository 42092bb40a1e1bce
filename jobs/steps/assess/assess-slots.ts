import type { Zone } from '../../../src/core/calendar/calendar.ts'
import type { Closing } from '../../../src/core/findings/act.ts'
import type { Finding } from '../../../src/core/findings/discrepancy.ts'
import type { InvoiceInPull } from '../../../src/core/pull/invoice-in-pull.ts'
import { isJudged, type Pull, unreadableIds } from '../../../src/core/pull/pull.ts'
import { countedIn, type Totals } from '../../../src/core/pull/tally.ts'
import { compareSlots, nameOf, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import { type Assessment, assess, reusableTotals } from '../../../src/rules/assessment/assess.ts'
import { type Gaps, gapsOf, type ListGap } from '../../../src/rules/assessment/gaps.ts'
import {
  type ClosedSlot,
  findingsOfClosed,
  gatherRestated,
  type RestatedInvoices,
} from '../../../src/rules/assessment/restatement.ts'
import { closingOf, verdictOfState } from '../../../src/rules/assessment/slot-report.ts'
import type { FeeClues, LaterGaps, ListEvidence } from '../../../src/rules/causes/define-cause.ts'
import { gatherFeeClues } from '../../../src/rules/causes/fee-clues.ts'
import {
  gatherListClues,
  gatherNeighbours,
  gatherOtherList,
  isOneMissing,
  laterThan,
  neighboursOf,
  otherLabelsOf,
} from '../../../src/rules/causes/neighbours.ts'
import { gapOf, tryCauses, withCauses } from '../../../src/rules/causes/registry.ts'
import { CHECKS } from '../../../src/rules/registry.ts'
import type { InvoiceRepository } from '../../../src/store/invoices/invoice-repository.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { type ClaimReader, openClaims } from '../pull/read-slot.ts'
import type { AssessmentContext } from './assessment-context.ts'
import {
  collectedAtLastSettlement,
  type FactsForPull,
  factsForPulls,
  type ListSource,
  type MerchantFacts,
  readChargebackAccount,
} from './merchant-facts.ts'

/** Where to look for causes: the latest pull of every slot, and the totals of their lists. */
interface CauseSearch extends ListSource {
  readonly zone: Zone
  readonly pulls: readonly Pull[]
  /** Of a pull, as checked last or just now; undefined when it was never checked. */
  readonly totalsOf: (pull: Pull) => Totals | undefined
}

/**
 * Adds the causes that fit to the findings of a slot. A slot without gaps costs nothing. Gaps are rare, so that lists may be read again.
 */
const findCauses = async (
  where: CauseSearch,
  pull: Pull,
  totals: Totals,
  findings: readonly Finding[],
): Promise<readonly Finding[]> => {
  const { slot, settlement } = pull
  if (settlement === null || !findings.some((finding) => gapOf(finding) !== null)) return findings
  const gaps = gapsOf(pull, totals, where.policy)
  const isListOff = findings.some((finding) => LIST_GAPS.includes(gapOf(finding)))
  const list = gaps.list === null || !isListOff ? null : await listEvidence(where, pull, gaps.list)
  const fees = findings.some((finding) => gapOf(finding) === 'fees') ? await feeClues(where, pull, totals, gaps) : null
  const evidence = { slot, policy: where.policy, settlement, gaps, list, fees, later: laterGaps(where, slot) }
  return withCauses(findings, tryCauses(evidence))
}

/** Gaps of sum or number, which the list may explain. */
const LIST_GAPS: readonly unknown[] = ['collected', 'count']

/** How the list could give the fees that were charged. */
const feeClues = async (where: CauseSearch, pull: Pull, totals: Totals, gaps: Gaps): Promise<FeeClues | null> => {
  const expected = totals.fees?.expected ?? null
  if (pull.settlement === null || expected === null) return null
  const { policy, zone } = where
  const unlisted = gaps.list?.count === 1 ? gaps.list.collected : null
  const clues = gatherFeeClues({ slot: pull.slot, policy, zone, charged: pull.settlement.fees, expected, unlisted })
  for await (const invoice of listOf(where, pull)) clues.add(invoice)
  return clues.result()
}

const listEvidence = async (where: CauseSearch, pull: Pull, gap: ListGap): Promise<ListEvidence> => {
  const { store, policy } = where
  const { slot, list } = pull
  const repeats = await store.pulls.repeats(pull)
  const clues = gatherListClues({ slot, policy, gap, repeats, repeated: list.repeated })
  for await (const invoice of listOf(where, pull)) clues.add(invoice)
  return { ...clues.result(), ...(await cluesFromOtherLists(where, slot, gap)) }
}

/** Clues in the lists of other slots. A neighbour is read only when one of its invoices may be the missing one. */
const cluesFromOtherLists = async (
  where: CauseSearch,
  slot: Slot,
  gap: ListGap,
): Promise<Pick<ListEvidence, 'neighbours' | 'otherLists'>> => {
  const { policy, pulls } = where
  const listing = pulls.filter(({ list }) => list.kept > 0)
  const slots = listing.map((pull) => pull.slot)
  const found = gatherNeighbours(slot, gap, policy)
  const neighbours = isOneMissing(gap) ? neighboursOf(slot, slots) : []
  for (const pull of pullsOf(listing, neighbours))
    for await (const invoice of listOf(where, pull)) found.add(pull.slot, invoice)
  const otherLists = []
  for (const pull of pullsOf(listing, otherLabelsOf(slot, slots, policy))) {
    const other = gatherOtherList(pull.slot, policy)
    for await (const invoice of listOf(where, pull)) other.add(invoice)
    otherLists.push(other.result())
  }
  return { neighbours: found.result(), otherLists }
}

const pullsOf = (pulls: readonly Pull[], slots: readonly Slot[]): readonly Pull[] => {
  const byName = new Map(pulls.map((pull) => [nameOf(pull.slot), pull]))
  return slots.flatMap((slot) => byName.get(nameOf(slot)) ?? [])
}

async function* listOf({ store, signal }: CauseSearch, pull: Pull): AsyncGenerator<InvoiceInPull> {
  for await (const page of store.invoices.asOf(pull.slot, pull, null)) {
    signal.throwIfAborted()
    yield* page
  }
}

/** The gaps of the slots after this one that have any. */
const laterGaps = ({ pulls, totalsOf, policy }: CauseSearch, slot: Slot): readonly LaterGaps[] => {
  const slots = laterThan(
    slot,
    pulls.map((pull) => pull.slot),
  )
  return pullsOf(pulls, slots).flatMap((pull) => {
    const ofPull = totalsOf(pull)
    if (ofPull === undefined) return []
    return [{ slot: pull.slot, gaps: gapsOf(pull, countedIn(ofPull, policy), policy) }]
  })
}

/** The slot as read before its date was closed, and the differences of the present pull. */
const readClosedSlot = async (
  context: ListSource,
  closing: Closing,
  pull: Pull,
  totals: Totals,
): Promise<ClosedSlot> => {
  const { pull: then, findings } = await context.store.periods.stateAt(pull.slot, closing.number)
  const settlement = then?.settlement ?? null
  const wasRead = then !== null
  return {
    closing,
    wasRead,
    settlement,
    findings,
    invoices: await restatedInvoices(context, closing, then, pull, totals),
  }
}

/** A slot that was first read after the closing has only new invoices: these are reported as a sum, not one by one. */
const restatedInvoices = async (
  { store, policy, signal }: ListSource,
  closing: Closing,
  then: Pull | null,
  pull: Pull,
  totals: Totals,
): Promise<RestatedInvoices> => {
  if (then === null) return { findings: [], counted: totals.counted, collected: totals.collected }
  const gathered = gatherRestated(closing, policy)
  if (then.contentId === pull.contentId) return gathered.result()
  const unreadable = unreadableIds(await store.pulls.quarantine(pull))
  for await (const page of store.periods.listDifferences(pull.slot, then.id, pull.id)) {
    signal.throwIfAborted()
    for (const invoice of page) if (!unreadable.has(invoice.id)) gathered.add(invoice)
  }
  return gathered.result()
}

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
  const stateOf = new Map(merchant.states.map((state) => [nameOf(state.slot), state]))
  const checkedNow = new Map<number, Totals>()
  const totalsOf = ({ id, slot }: Pull): Totals | undefined => {
    const last = stateOf.get(nameOf(slot))?.assessment
    return checkedNow.get(id) ?? (last?.pullId === id ? last.totals : undefined)
  }
  const closings = await store.periods.closings()
  const closedOnce = await store.periods.everClosedThrough()
  const waiting: Assessment[] = []
  const claimReader = openClaims(context, store.merchant.name)
  try {
    for (const slot of slots.toSorted((a, b) => compareSlots(b, a))) {
      const state = stateOf.get(nameOf(slot))
      if (!state?.pull) continue
      const { pull, incomplete, assessment: last } = state
      const slotContext = { store, ...context, pulls, totalsOf, closings, closedOnce }
      const assessment = await assessSlot(slotContext, factsFor, claimReader, { pull, incomplete, last })
      checkedNow.set(pull.id, assessment.totals)
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
