import { firstWhere } from '../../std/first-where.ts'
import { groupBy } from '../../std/group-by.ts'
import { type Centavos, minus, ZERO } from '../money.ts'
import type { Policy } from '../policy.ts'
import { nameOf, type Slot, type SlotDate } from '../slot.ts'
import type { AccountEntry, AccountStatement, EntryInFile } from './account-entry.ts'
import type { Arrival, BankFacts } from './bank-facts.ts'
import type { BankTie } from './bank-tie.ts'
import { contradictedStatements } from './contradicted-statements.ts'
import { type CoveredDays, joinStatements, type StatementGap } from './join-statements.ts'
import { type NearCredit, nearCausesOf, nearCredits } from './near-credits.ts'
import type { OpenPayout } from './open-payout.ts'
import { operatorCredits } from './operator-credits.ts'
import { payoutArrivals } from './payout-arrivals.ts'
import { type Reversal, reversalsIn } from './reversals.ts'
import { type TieOut, tieOut } from './tie-out.ts'
import { refusedKeys, tiesInForce } from './ties-in-force.ts'

/** The database's facts about the bank. */
export interface BankRecords {
  readonly statements: readonly AccountStatement[]
  readonly entries: readonly EntryInFile[]
  readonly ties: readonly BankTie[]
}

export interface BankQuestion extends BankRecords {
  /** Every payout above zero that was paid out and is not tied, in order of date and cycle. */
  readonly payouts: readonly OpenPayout[]
  /** Every slot that was read, in order of date and cycle. */
  readonly slots: readonly Slot[]
  readonly policy: Pick<Policy, 'bankText' | 'bankDays' | 'bankNearPercent'>
  /** What credits paid of claims, by their ids: they pay no payout. */
  readonly recovered?: ReadonlyMap<string, Centavos>
}

/** What the bank's statements show of all slots. */
export interface BankOverview {
  /** The result of exact sums for payouts and credits that are not tied. */
  readonly open: TieOut
  readonly covered: readonly CoveredDays[]
  readonly gaps: readonly StatementGap[]
  /** Credits of the operator that are neither tied nor a candidate, nor proposed as near. */
  readonly unknownCredits: readonly AccountEntry[]
  /** Credits of the operator that the bank reversed: they pay nothing. */
  readonly reversals: readonly Reversal[]
  /** By the name of the slot, for every slot that was read. */
  readonly bySlot: ReadonlyMap<string, BankFacts>
}

export const bankOverview = (question: BankQuestion): BankOverview => {
  const { statements, entries, slots, policy } = question
  const inForce = tiesInForce(question.ties)
  const credits = operatorCredits(entries, policy.bankText)
  const isTied = new Set(inForce.flatMap((tie) => tie.entries))
  const reversals = reversalsIn(entries, question.ties, policy)
  const isReversed = new Set(reversals.map(({ credit }) => credit.id))
  const { recovered = new Map<string, Centavos>() } = question
  const openCredits = credits.filter(({ id }) => !isTied.has(id) && !isReversed.has(id))
  const free = openCredits.filter(({ id }) => !recovered.has(id))
  const refused = refusedKeys(question.ties)
  const open = tieOut({ payouts: question.payouts, credits: free, refused })
  const explained = new Set<object>([...open.ties, ...open.candidates].flatMap((one) => one.credits))
  const unexplained = free.filter((credit) => !explained.has(credit))
  const near = nearOf(question, open, unexplained, refused)
  const proposed = new Set(near.map(({ credit }) => credit))
  const left = openCredits.flatMap((credit) => {
    const value = minus(credit.value, recovered.get(credit.id) ?? ZERO)
    return recovered.has(credit.id) && value > ZERO ? [{ ...credit, value }] : []
  })
  const unknownCredits = [...unexplained.filter((credit) => !proposed.has(credit)), ...left]
  const joined = joinStatements(statements, entries)
  const gaps = [...joined.gaps, ...contradictedStatements(statements, entries)]
  const covered = ofOperator(joined.covered, credits)
  const arrivals = arrivalsOf(question, inForce, open, { near, covered, unknownCredits, reversals })
  const place = placeIn(slots)
  const unknownBySlot = groupBy(unknownCredits, ({ bookedOn }) => place(bookedOn))
  const gapsBySlot = groupBy(gaps, ({ before }) => place(before))
  const factsOf = (name: string): BankFacts => ({
    arrival: arrivals.get(name) ?? null,
    unknownCredits: unknownBySlot.get(name) ?? NOTHING,
    gaps: gapsBySlot.get(name) ?? NOTHING,
  })
  const bySlot = new Map(slots.map(nameOf).map((name) => [name, factsOf(name)]))
  return { open, covered: joined.covered, gaps, unknownCredits, reversals, bySlot }
}

const NOTHING: readonly never[] = []

/** Payouts that are not found by exact sums, each with the one credit near it. */
const nearOf = (
  { payouts, policy }: BankQuestion,
  { ties, candidates }: TieOut,
  credits: readonly AccountEntry[],
  refused: ReadonlySet<string>,
): readonly NearCredit[] => {
  const paid = new Set(ties.flatMap((tie) => tie.payouts))
  const several = new Set(candidates.flatMap((candidate) => candidate.payouts))
  const left = payouts.filter((payout) => !paid.has(payout))
  const near = nearCredits({ payouts: left, credits, refused }, policy.bankNearPercent)
  return near.filter(({ payout }) => !several.has(payout))
}

/** The accounts into which the operator pays. Statements of other accounts cannot prove that a payout is missing. */
const ofOperator = (covered: readonly CoveredDays[], credits: readonly AccountEntry[]): readonly CoveredDays[] => {
  const accounts = new Set(credits.map(({ account }) => account))
  return accounts.size === 0 ? covered : covered.filter(({ account }) => accounts.has(account))
}

/** The facts from statements other than ties and candidates. */
type Rest = Pick<BankOverview, 'covered' | 'unknownCredits' | 'reversals'> & { readonly near: readonly NearCredit[] }

const arrivalsOf = (
  { entries, payouts }: BankQuestion,
  inForce: readonly BankTie[],
  { ties, candidates, isComplete }: TieOut,
  rest: Rest,
): ReadonlyMap<string, Arrival> => {
  const entryById = new Map(entries.map((entry) => [entry.id, entry]))
  const arrivals = new Map<string, Arrival>()
  for (const payout of payouts) arrivals.set(nameOf(payout.slot), withoutCredit(payout, rest, isComplete))
  for (const one of rest.near)
    arrivals.set(nameOf(one.payout.slot), {
      kind: 'unconfirmed',
      credit: one.credit,
      mayBe: nearCausesOf(one, entries),
    })
  const hypotheses = [...ties, ...candidates].flatMap((one) =>
    one.payouts.map(({ slot }) => [nameOf(slot), one] as const),
  )
  for (const [name, ofSlot] of groupBy(hypotheses, ([name]) => name))
    arrivals.set(name, { kind: 'candidates', candidates: ofSlot.map(([, one]) => one) })
  for (const tie of inForce) {
    const credits = tie.entries.flatMap((id) => entryById.get(id) ?? [])
    for (const { slot, ...arrived } of payoutArrivals(tie, credits))
      arrivals.set(nameOf(slot), { kind: 'arrived', ...arrived })
  }
  return arrivals
}

const withoutCredit = (
  { slot, payout, lastDay }: OpenPayout,
  { covered, unknownCredits, reversals }: Omit<Rest, 'near'>,
  isComplete: boolean,
): Arrival => {
  if (covered.some(({ from, to }) => from <= slot.date && to >= lastDay)) {
    const later = unknownCredits.filter(({ value, bookedOn }) => value === payout && bookedOn > lastDay)
    const takenBack = reversals
      .filter(({ credit: { value, bookedOn } }) => value === payout && bookedOn >= slot.date && bookedOn <= lastDay)
      .map(({ credit, debit }) => ({ on: credit.bookedOn, back: debit.bookedOn }))
    return { kind: 'missing', lastDay, isComplete, laterCredits: later.map(({ bookedOn }) => bookedOn), takenBack }
  }
  const isAhead = covered.some(({ from }) => from <= slot.date) && covered.every(({ to }) => to < lastDay)
  return isAhead ? { kind: 'on-the-way', lastDay } : { kind: 'not-covered' }
}

/** Returns the last slot on a day or before it, by name. What comes before every slot is filed nowhere. */
const placeIn = (slots: readonly Slot[]): ((day: SlotDate) => string | null) => {
  return (day) => {
    const slot = slots[firstWhere(slots, ({ date }) => date > day) - 1]
    return slot === undefined ? null : nameOf(slot)
  }
}
