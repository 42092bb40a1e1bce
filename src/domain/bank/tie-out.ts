import { subsetsOf } from '../assessment/subsets.ts'
import { type Centavos, minus } from '../money.ts'
import { nameOf, type Slot } from '../slot.ts'
import type { AccountEntry } from './account-entry.ts'
import type { OpenPayout } from './open-payout.ts'
import { creditsWithin, payoutsWithin } from './payouts-within.ts'

/** Payouts and credits that may belong together: their sums are the same, to the centavo. */
export interface TieHypothesis {
  readonly payouts: readonly OpenPayout[]
  readonly credits: readonly AccountEntry[]
}

export interface TieOutFacts {
  /** In order of date and cycle. */
  readonly payouts: readonly OpenPayout[]
  /** Credits of the operator without a tie, in order of account, day and position in the statement. */
  readonly credits: readonly AccountEntry[]
  /** Combinations that a person rejected: see `tieKey`. */
  readonly refused: ReadonlySet<string>
}

/** The result of matching payouts and credits by exact sums. */
export interface TieOut {
  /** Ties that are the only answer for each of their payouts and credits. */
  readonly ties: readonly TieHypothesis[]
  /** Candidates among the rest, from which a person chooses. */
  readonly candidates: readonly TieHypothesis[]
  /** Whether every set was tried. Otherwise there may be further candidates. */
  readonly isComplete: boolean
}

/** Identifies a hypothesis, regardless of order. */
export const tieKey = (slots: readonly Slot[], entries: readonly string[]): string =>
  [...slots.map(nameOf).sort(), ...entries.toSorted()].join('\n')

/**
 * Makes the ties for which exact sums leave only one answer: one payout and one credit, a run of neighbouring payouts
 * and one credit, or one payout and several credits (SPEC, section 9). Neighbouring credits come first, and others only
 * when every set was tried. A hypothesis that shares a payout or a credit with another is not tied. After each tie the
 * rest is tried again, since an answer may then be the only one. Nothing is tied by nearness, and sets of payouts that
 * are not neighbours are only candidates.
 */
export const tieOut = (facts: TieOutFacts): TieOut => {
  const ties: TieHypothesis[] = []
  let { payouts, credits } = facts
  for (;;) {
    const hypotheses = hypothesesOf({ ...facts, payouts, credits })
    const runs = aloneAmong(hypotheses)
    const left = runs.length > 0 ? null : candidatesOf({ ...facts, payouts, credits }, hypotheses)
    const alone = left === null ? runs : creditsAlone(left)
    if (left !== null && alone.length === 0) return { ties, ...left }
    ties.push(...alone)
    const gone = new Set<object>(alone.flatMap(membersOf))
    payouts = payouts.filter((payout) => !gone.has(payout))
    credits = credits.filter((credit) => !gone.has(credit))
  }
}

/** Several credits that are the only answer for one payout, which is known only after every set was tried. */
const creditsAlone = ({ candidates, isComplete }: Omit<TieOut, 'ties'>): readonly TieHypothesis[] =>
  isComplete ? aloneAmong(candidates).filter(({ payouts }) => payouts.length === 1) : []

const membersOf = ({ payouts, credits }: TieHypothesis): readonly object[] => [...payouts, ...credits]

/** Hypotheses that share no payout and no credit with another one. */
const aloneAmong = (hypotheses: readonly TieHypothesis[]): readonly TieHypothesis[] => {
  const times = new Map<object, number>()
  for (const hypothesis of hypotheses)
    for (const member of membersOf(hypothesis)) times.set(member, (times.get(member) ?? 0) + 1)
  return hypotheses.filter((hypothesis) => membersOf(hypothesis).every((member) => times.get(member) === 1))
}

const hypothesesOf = ({ payouts, credits, refused }: TieOutFacts): readonly TieHypothesis[] => {
  const found: TieHypothesis[] = []
  const add = (hypothesis: TieHypothesis): void => {
    if (refused.size === 0 || !refused.has(keyOf(hypothesis))) found.push(hypothesis)
  }
  const payoutsFor = payoutsWithin(payouts)
  for (const credit of credits)
    for (const run of runsOf(payoutsFor(credit.bookedOn), ({ payout }) => payout, credit.value))
      add({ payouts: run, credits: [credit] })
  const creditsFor = creditsWithin(credits)
  for (const payout of payouts)
    for (const ofAccount of creditsFor(payout))
      for (const run of runsOf(ofAccount, ({ value }) => value, payout.payout))
        if (run.length > 1) add({ payouts: [payout], credits: run })
  return found
}

const keyOf = ({ payouts, credits }: TieHypothesis): string =>
  tieKey(
    payouts.map(({ slot }) => slot),
    credits.map(({ id }) => id),
  )

/** The runs of neighbours with a given sum. All worths are positive, so that at most one run begins with each item. */
const runsOf = <T>(items: readonly T[], worthOf: (item: T) => Centavos, sum: Centavos): readonly (readonly T[])[] =>
  items.flatMap((_, from) => runAt(items.slice(from), worthOf, sum))

const runAt = <T>(items: readonly T[], worthOf: (item: T) => Centavos, sum: Centavos): readonly (readonly T[])[] => {
  let left = sum
  for (const [at, item] of items.entries()) {
    left = minus(left, worthOf(item))
    if (left <= 0n) return left === 0n ? [items.slice(0, at + 1)] : []
  }
  return []
}

/** The most searches, and below the most items in one, since the number of sets doubles with each item. */
const SEARCHES_MAX = 200
const ITEMS_MAX = 40

/**
 * What is left, and the sets that are not runs: of payouts that add up to a credit, then of credits that add up to a
 * payout.
 */
const candidatesOf = (
  { payouts, credits, refused }: TieOutFacts,
  hypotheses: readonly TieHypothesis[],
): Omit<TieOut, 'ties'> => {
  const candidates = [...hypotheses]
  const explained = new Set<object>(hypotheses.flatMap(membersOf))
  let isComplete = true
  let searches = 0
  const search = <T>(items: readonly T[], worthOf: (item: T) => Centavos, sum: Centavos): readonly (readonly T[])[] => {
    if (items.length < 3) return []
    searches += 1
    const isTooMuch = searches > SEARCHES_MAX || items.length > ITEMS_MAX
    const found = isTooMuch ? { sets: [], isComplete: false } : subsetsOf(items, worthOf, sum)
    isComplete &&= found.isComplete
    return found.sets
  }
  const add = (hypothesis: TieHypothesis): void => {
    if (refused.has(keyOf(hypothesis))) return
    candidates.push(hypothesis)
    for (const member of membersOf(hypothesis)) explained.add(member)
  }
  const payoutsFor = payoutsWithin(payouts)
  for (const credit of credits.filter((one) => !explained.has(one)))
    for (const set of search(payoutsFor(credit.bookedOn), ({ payout }) => payout, credit.value))
      add({ payouts: set, credits: [credit] })
  const creditsFor = creditsWithin(credits)
  for (const payout of payouts.filter((one) => !explained.has(one)))
    for (const ofAccount of creditsFor(payout))
      for (const set of search(ofAccount, ({ value }) => value, payout.payout)) add({ payouts: [payout], credits: set })
  return { candidates, isComplete }
}
