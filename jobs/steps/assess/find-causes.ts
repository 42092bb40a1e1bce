import type { Zone } from '../../../src/core/calendar/calendar.ts'
import type { Finding } from '../../../src/core/findings/discrepancy.ts'
import type { Policy } from '../../../src/core/policy.ts'
import type { InvoiceInPull } from '../../../src/core/pull/invoice-in-pull.ts'
import type { Pull } from '../../../src/core/pull/pull.ts'
import { countedIn, type Totals } from '../../../src/core/pull/tally.ts'
import { nameOf, type Slot } from '../../../src/core/slot.ts'
import { type Gaps, gapsOf, type ListGap } from '../../../src/rules/assessment/gaps.ts'
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
import type { Store } from '../../../src/store/store.ts'

/** Where to look for causes: the latest pull of every slot, and the totals of their lists. */
export interface CauseSearch {
  readonly store: Store
  readonly policy: Policy
  readonly zone: Zone
  readonly signal: AbortSignal
  readonly pulls: readonly Pull[]
  /** By the id of the pull. Holds every slot after the one in question. */
  readonly totals: ReadonlyMap<number, Totals>
}

/**
 * Adds the causes that fit to the findings of a slot. A slot without gaps costs nothing. Gaps are rare, so that lists may be read again.
 */
export const findCauses = async (
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
const laterGaps = ({ pulls, totals, policy }: CauseSearch, slot: Slot): readonly LaterGaps[] => {
  const slots = laterThan(
    slot,
    pulls.map((pull) => pull.slot),
  )
  return pullsOf(pulls, slots).flatMap((pull) => {
    const ofPull = totals.get(pull.id)
    if (ofPull === undefined) return []
    return [{ slot: pull.slot, gaps: gapsOf(pull, countedIn(ofPull, policy), policy) }]
  })
}
