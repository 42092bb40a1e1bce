import { firstWhere } from '../../std/first-where.ts'
import { groupBy } from '../../std/group-by.ts'
import type { ActStamp } from '../findings/act.ts'
import { type Centavos, minus, size } from '../money.ts'
import { nameOf, type Slot, type SlotDate } from '../slot.ts'
import { subsetsOf } from '../subsets.ts'
import type { AccountEntry } from './bank-statement.ts'

/** A payout of a tie, as it was when tied. */
export interface TiePayout {
  readonly slot: Slot
  readonly payout: Centavos
}

/** Payouts and bank entries that belong together. */
export interface TieIntent {
  readonly payouts: readonly TiePayout[]
  /** Ids of entries. */
  readonly entries: readonly string[]
  readonly reason: string
}

/** A tie that was made. `undone` is when, by whom and why it was undone. */
export interface BankTie extends TieIntent, ActStamp {
  readonly undone: (ActStamp & { readonly reason: string }) | null
}

/** The author of ties for which exact sums leave only one answer. */
export const BY_EXACT_SUMS = 'cuadre'

export const tiesInForce = (ties: readonly BankTie[]): readonly BankTie[] =>
  ties.filter(({ undone }) => undone === null)

export const tieKeyOf = ({ payouts, entries }: Pick<BankTie, 'payouts' | 'entries'>): string =>
  tieKey(
    payouts.map(({ slot }) => slot),
    entries,
  )

/** The keys of ties that were undone, which are not tied by exact sums again. */
export const refusedKeys = (ties: readonly BankTie[]): ReadonlySet<string> =>
  new Set(ties.filter(({ undone }) => undone !== null).map(tieKeyOf))

/** A payout that was paid out and is tied to no credit. */
export interface OpenPayout {
  readonly slot: Slot
  /** Above zero, in centavos: no other payout needs a credit. */
  readonly payout: Centavos
  /** Other payouts above zero that the settlement reported before it was issued again. */
  readonly earlier: readonly Centavos[]
  /** The last day on which its credit may arrive; the first is the settlement's own. */
  readonly lastDay: SlotDate
}

/** Returns the payouts whose credit may arrive on a day, in order of date. */
const payoutsWithin = (payouts: readonly OpenPayout[]): ((day: SlotDate) => readonly OpenPayout[]) => {
  const known = new Map<SlotDate, readonly OpenPayout[]>()
  const reaches = lastDaysSoFar(payouts)
  const find = (day: SlotDate): readonly OpenPayout[] => {
    const from = firstWhere(reaches, (reach) => reach >= day)
    const to = firstWhere(payouts, ({ slot }) => slot.date > day)
    return payouts.slice(from, to).filter(({ lastDay }) => lastDay >= day)
  }
  return (day) => {
    const found = known.get(day) ?? find(day)
    known.set(day, found)
    return found
  }
}

/** The latest last day of each payout and those before it. */
const lastDaysSoFar = (payouts: readonly OpenPayout[]): readonly SlotDate[] => {
  const reaches: SlotDate[] = []
  for (const { lastDay } of payouts) {
    const before = reaches.at(-1)
    reaches.push(before !== undefined && before > lastDay ? before : lastDay)
  }
  return reaches
}

/** Returns the credits with which a payout may have arrived, by account and in order of day. */
const creditsWithin = (
  credits: readonly AccountEntry[],
): ((payout: OpenPayout) => readonly (readonly AccountEntry[])[]) => {
  const accounts = [...groupBy(credits, ({ account }) => account).values()]
  return ({ slot, lastDay }) =>
    accounts.map((ofAccount) =>
      ofAccount.slice(
        firstWhere(ofAccount, ({ bookedOn }) => bookedOn >= slot.date),
        firstWhere(ofAccount, ({ bookedOn }) => bookedOn > lastDay),
      ),
    )
}

/** Payouts and credits that may belong together: their sums are the same, to the centavo. */
export interface TieHypothesis {
  readonly payouts: readonly OpenPayout[]
  readonly credits: readonly AccountEntry[]
}

interface TieOutFacts {
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

/** What is left, and the sets that are not runs: of payouts that add up to a credit, then of credits that add up to a payout. */
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

/** Upper case without accents, with single spaces: banks spell a name in many ways. */
const foldText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').trim().toUpperCase()

/** Whether the bank's text of an entry names the operator. Without a configured name none does. */
export const namesOperator = (bankText: readonly string[]): ((text: string) => boolean) => {
  const names = bankText.map(foldText)
  return (text) => {
    const folded = foldText(text)
    return names.some((name) => folded.includes(name))
  }
}

/** Credits whose text names the operator, in their order. */
export const operatorCredits = (
  entries: readonly AccountEntry[],
  bankText: readonly string[],
): readonly AccountEntry[] =>
  ofOperator(
    entries.filter(({ value }) => value > 0n),
    bankText,
  )

/** Debits whose text names the operator, in their order. */
export const operatorDebits = (
  entries: readonly AccountEntry[],
  bankText: readonly string[],
): readonly AccountEntry[] =>
  ofOperator(
    entries.filter(({ value }) => value < 0n),
    bankText,
  )

const ofOperator = (entries: readonly AccountEntry[], bankText: readonly string[]): readonly AccountEntry[] => {
  const isOperator = namesOperator(bankText)
  return entries.filter(({ text }) => text !== null && isOperator(text))
}

/** What the difference between a payout and a credit near it may be. */
export type NearCause =
  /** Exactly the tax of 4 in 1000 on the payout. */
  | { readonly kind: '4x1000' }
  /** A debit of exactly the difference on the day of the credit, by its id. */
  | { readonly kind: 'charge'; readonly entry: string }
  /** The payout had exactly the sum of the credit before it was issued again. */
  | { readonly kind: 're-issue' }

/** A credit that may be a payout, with another sum: a person confirms it. */
export interface NearCredit {
  readonly payout: OpenPayout
  readonly credit: AccountEntry
}

/**
 * Proposes a credit for a payout where it is the only one near it, and near no other payout (SPEC, section 9); a payout
 * a hundred times farther from it is not near. Nothing is tied by nearness. A combination that a person rejected is not
 * proposed again.
 */
export const nearCredits = ({ payouts, credits, refused }: TieOutFacts, percent: number): readonly NearCredit[] => {
  const creditsFor = creditsWithin(credits)
  const pairs = payouts.flatMap((payout) =>
    creditsFor(payout)
      .flat()
      .filter((credit) => isNear(payout, credit, percent) && !refused.has(tieKey([payout.slot], [credit.id])))
      .map((credit): NearCredit => ({ payout, credit })),
  )
  const ofPayout = groupBy(pairs, ({ payout }) => payout)
  const ofCredit = groupBy(pairs, ({ credit }) => credit)
  return pairs.filter(
    (pair) =>
      ofPayout.get(pair.payout)?.length === 1 &&
      ofCredit.get(pair.credit)?.every((other) => other === pair || apart(other) >= apart(pair) * FARTHER),
  )
}

/** So many times farther from a credit than another payout, a payout is not near it. */
const FARTHER = 100n

const apart = ({ payout: { payout }, credit: { value } }: NearCredit): bigint => size(minus(value, payout))

const isNear = ({ payout }: OpenPayout, { value }: AccountEntry, percent: number): boolean =>
  size(minus(value, payout)) * 100n <= payout * BigInt(percent)

/** Everything that the difference may be, among the entries of the accounts. */
export const nearCausesOf = (
  { payout: { payout, earlier }, credit }: NearCredit,
  entries: readonly AccountEntry[],
): readonly NearCause[] => {
  const lacking = minus(payout, credit.value)
  const charges = entries.filter(
    ({ account, bookedOn, value }) =>
      lacking > 0n && account === credit.account && bookedOn === credit.bookedOn && value === -lacking,
  )
  return [
    ...(isFourPerThousand(lacking, payout) ? [{ kind: '4x1000' } as const] : []),
    ...charges.slice(0, 1).map(({ id }) => ({ kind: 'charge', entry: id }) as const),
    ...(earlier.includes(credit.value) ? [{ kind: 're-issue' } as const] : []),
  ]
}

/** Banks round the tax to the centavo, or to the peso. */
export const isFourPerThousand = (sum: Centavos, payout: Centavos): boolean =>
  sum === (payout * 4n + 500n) / 1000n || sum === ((payout * 4n + 50_000n) / 100_000n) * 100n
