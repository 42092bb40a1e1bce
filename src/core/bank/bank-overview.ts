import { firstWhere } from '../../std/first-where.ts'
import { groupBy } from '../../std/group-by.ts'
import { type Centavos, minus, plus, sumOf, sumOfKnown, ZERO } from '../money.ts'
import { isFinal, type Policy } from '../policy.ts'
import { isEcho, isJudged } from '../pull/pull.ts'
import type { Settlement } from '../settlement.ts'
import { nameOf, type Slot, type SlotDate } from '../slot.ts'
import {
  type AccountEntry,
  type AccountStatement,
  type CoveredDays,
  contradictedStatements,
  type EntryInFile,
  joinStatements,
  type StatementGap,
} from './bank-statement.ts'
import { type Arrival, type BankFacts, payoutArrivals, type Reversal, reversalsIn } from './payout-arrivals.ts'
import {
  type BankTie,
  type NearCredit,
  nearCausesOf,
  nearCredits,
  type OpenPayout,
  operatorCredits,
  refusedKeys,
  type TieOut,
  tieOut,
  tiesInForce,
} from './tie-out.ts'

/** A settlement that was paid out, and what the bank's statements show of it. */
export interface PayoutAtBank {
  readonly slot: Slot
  readonly payout: Centavos
  readonly arrival: Arrival
  /** Whether a person accepted that it is missing or another sum, or its claim was paid elsewhere. */
  readonly isSettled?: true
  /** What was paid elsewhere of claims about its arrival; absent where nothing was. */
  readonly recovered?: Centavos
}

/** A settlement that was paid out, and for which no credit is expected at the bank. */
export interface PayoutWithoutCredit {
  readonly slot: Slot
  readonly payout: Centavos
  /** `negative`: money of the operator. `echo`: the answer for another settlement. */
  readonly kind: 'negative' | 'echo'
}

export const ARRIVALS = ['arrived', 'unconfirmed', 'candidates', 'on-the-way', 'missing', 'not-covered'] as const
export const BRIDGE_KINDS = [...ARRIVALS, 'settled', 'negative', 'echo'] as const

/** Settlements with the same state at the bank. */
export interface BridgeRow {
  readonly kind: (typeof BRIDGE_KINDS)[number] | 'total'
  readonly settlements: number
  readonly payouts: Centavos
  /** The sum of what arrived, to be confirmed or not; null when nothing did. */
  readonly banked: Centavos | null
  /** The sum of what is left to arrive. */
  readonly left: Centavos
}

/** From paid out to arrived: one row for each state at the bank, one for each reason why no credit is expected, and their total. */
export const bankBridge = (
  payouts: readonly PayoutAtBank[],
  withoutCredit: readonly PayoutWithoutCredit[],
): readonly BridgeRow[] => {
  const all = [...payouts, ...withoutCredit]
  const ofKind = (kind: BridgeRow['kind']) => all.filter((one) => ('arrival' in one ? whereIs(one) : one.kind) === kind)
  return [...BRIDGE_KINDS.map((kind) => rowOf(kind, ofKind(kind))), rowOf('total', all)]
}

/** Where a payout is: one that is missing, or probably arrived with another sum, waits for nobody once a person settled it. */
export const whereIs = <At extends Arrival>({
  arrival,
  isSettled,
}: Pick<PayoutAtBank, 'isSettled'> & { readonly arrival: At }): At['kind'] | 'settled' =>
  isSettled && (arrival.kind === 'missing' || arrival.kind === 'unconfirmed') ? 'settled' : arrival.kind

/** What neither arrived of a payout nor was paid elsewhere or accepted; of what came too much nothing is taken off it. */
export const restOfPayout = (one: PayoutAtBank): Centavos => {
  const { payout, arrival, isSettled, recovered = ZERO } = one
  const rest = minus(minus(payout, bankedOf(arrival) ?? ZERO), recovered)
  const isOver = whereIs(one) === 'settled' || (isSettled && arrival.kind === 'arrived')
  return isOver || rest < ZERO ? ZERO : rest
}

/** The same with payouts that arrived whole besides. */
export const withArrived = (
  bridge: readonly BridgeRow[],
  { settlements, payouts }: Pick<BridgeRow, 'settlements' | 'payouts'>,
): readonly BridgeRow[] =>
  bridge.map((row) =>
    settlements === 0 || (row.kind !== 'arrived' && row.kind !== 'total')
      ? row
      : {
          ...row,
          settlements: row.settlements + settlements,
          payouts: plus(row.payouts, payouts),
          banked: plus(row.banked ?? ZERO, payouts),
        },
  )

/** The settlements of a row. */
export const numberIn = (bridge: readonly BridgeRow[], kind: BridgeRow['kind']): number =>
  bridge.filter((row) => row.kind === kind).reduce((all, { settlements }) => all + settlements, 0)

const rowOf = (kind: BridgeRow['kind'], payouts: readonly (PayoutAtBank | PayoutWithoutCredit)[]): BridgeRow => {
  const arrived = payouts.flatMap((one) => ('arrival' in one ? bankedOf(one.arrival) : []))
  return {
    kind,
    settlements: payouts.length,
    payouts: sumOf(payouts.map(({ payout }) => payout)),
    banked: sumOfKnown(arrived),
    left: sumOf(payouts.map((one) => ('arrival' in one ? restOfPayout(one) : ZERO))),
  }
}

/** What arrived of a payout, to be confirmed or not; null where nothing did. */
export const bankedOf = (arrival: Arrival): Centavos | null => {
  if (arrival.kind === 'unconfirmed') return arrival.credit.value
  return arrival.kind === 'arrived' ? arrival.banked : null
}

/** The payout whose credit should arrive at the bank; null where none should: not paid out, an echo, or not above zero. */
export const payoutToArrive = (settlement: Settlement | null, slot: Slot, policy: Policy): Centavos | null =>
  isJudged(settlement, slot, policy) && settlement.payout > ZERO ? settlement.payout : null

/** Why no credit is expected for a payout that was paid out; null where one is, and where nothing was paid out. */
export const kindWithoutCredit = (
  settlement: Settlement,
  slot: Slot,
  policy: Policy,
): PayoutWithoutCredit['kind'] | null => {
  const { status, payout } = settlement
  if (status === 'error' || !isFinal(status, policy) || payout === ZERO) return null
  if (isEcho(settlement, slot, policy)) return 'echo'
  return payout < ZERO ? 'negative' : null
}

/** The database's facts about the bank. */
interface BankRecords {
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
  const [through] = covered.flatMap(({ from, to }) => (from <= slot.date && to >= lastDay ? to : [])).toSorted()
  if (through !== undefined) {
    const laterCredits = unknownCredits.filter(({ value, bookedOn }) => value === payout && bookedOn > lastDay)
    const takenBack = reversals
      .filter(({ credit: { value, bookedOn } }) => value === payout && bookedOn >= slot.date && bookedOn <= lastDay)
      .map(({ credit, debit }) => ({ on: credit.bookedOn, back: debit.bookedOn }))
    return { kind: 'missing', lastDay, isComplete, through, laterCredits, takenBack }
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
