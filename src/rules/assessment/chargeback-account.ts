import { type Days, isWithin } from '../../core/calendar/calendar.ts'
import type { ActStamp } from '../../core/findings/act.ts'
import { type Amount, amountOfSums, type Centavos, minus, negate, plus, size, sumOf, ZERO } from '../../core/money.ts'
import { adjustmentsInPayout, signedAdjustments } from '../../core/payout.ts'
import type { Policy } from '../../core/policy.ts'
import { isEcho, isJudged, type Pull } from '../../core/pull/pull.ts'
import { compareSlots, nameOf, type Slot, type SlotDate, sameSlot } from '../../core/slot.ts'
import { type ExactMatch, matchExactly, subsetsOf } from '../../core/subsets.ts'
import { compareText } from '../../std/compare-text.ts'

/** An invoice that is a chargeback, in the settlement whose list has it, or had it last. */
export interface Chargeback {
  readonly slot: Slot
  readonly invoiceId: string
  /** What had been paid for it, in centavos. */
  readonly paid: Centavos
  /** It was a chargeback and is paid again. */
  readonly isReversed: boolean
}

/** What a person said: these adjustments debited these chargebacks. */
export interface ChargebackTie extends ActStamp {
  readonly invoiceIds: readonly string[]
  readonly adjustments: readonly Slot[]
  readonly reason: string
  /** When it was undone, by whom and why; null while it is in force. */
  readonly undone: (ActStamp & { readonly reason: string }) | null
}

/** How the chargebacks of the database explain the adjustments of a settlement. */
export type MatchOfAdjustment =
  /** `isComplete`: whether every set of chargebacks was tried. */
  | { readonly kind: 'none'; readonly isComplete: boolean }
  | {
      /** They debit chargebacks, or give back what was debited for chargebacks that were reversed since. */
      readonly kind: 'debit' | 'give-back'
      /** Sets of chargebacks with exactly this sum: the one that is taken, and others that are as possible. */
      readonly sets: readonly (readonly Chargeback[])[]
      /** Other settlements whose adjustments make up the sum together with these. */
      readonly together: readonly Slot[]
    }
  | { readonly kind: 'tied'; readonly tie: number; readonly chargebacks: readonly Chargeback[] }

/** The adjustments of one settlement, and what explains them. In centavos. */
export interface Adjustment {
  readonly slot: Slot
  /** As the service reports it. */
  readonly reported: Centavos
  /** With the sign set by the policy: negative takes from the merchant. */
  readonly effect: Centavos
  /** The part of the effect that is in this payout: zero where a gateway reading leaves adjustments out. */
  readonly inPayout: Centavos
  /** Whether its settlement is final as it was read last: until then it pays no claim. */
  readonly isPaidOut: boolean
  /** The part of the effect that chargebacks explain, with its sign. */
  readonly explained: Centavos
  /** The part of what it brings that paid claims of other settlements. */
  readonly recovered: Centavos
  readonly explanation: MatchOfAdjustment
}

/** A chargeback that an adjustment debited, alone or together with others. */
interface DebitedChargeback extends Chargeback {
  /** The last settlement whose adjustment debited it. */
  readonly debitedBy: Slot
  /** The settlement that gave it back after it was reversed; null while none did. */
  readonly givenBackBy: Slot | null
}

/** Chargebacks that no adjustment has debited: one, or what is left of equal ones of which some were debited. */
export interface NotDebited {
  /** One chargeback; of equal ones the last. */
  readonly chargeback: Chargeback
  /** What is left to be debited. */
  readonly sum: Centavos
  /** All of the equal ones, debited or not; empty when it is known which one is not debited. */
  readonly amongEqual: readonly Chargeback[]
}

/**
 * The chargebacks of a database matched with its adjustments: two lists, by exact sums and never netted. Chargebacks =
 * debited + not debited; adjustments = explained + not explained; what debits explain is what is debited, but for the rest of a tie.
 */
export interface ChargebackAccount {
  /** In order of slot. Those of settlements that failed are in none. */
  readonly adjustments: readonly Adjustment[]
  /** Every chargeback with a sum, in order of slot and id; a reversed one only if it was debited. */
  readonly chargebacks: readonly Chargeback[]
  readonly debited: readonly DebitedChargeback[]
  readonly notDebited: readonly Chargeback[]
  /** Those of final settlements that are not debited, as they are told: each once, equal ones together. */
  readonly toDebit: readonly NotDebited[]
}

type Read = Pick<Pull, 'slot' | 'settlement'>
type Unexplained = Omit<Adjustment, 'explained' | 'explanation' | 'recovered'>
type Match = ExactMatch<Unexplained, Chargeback>

/**
 * Matches all adjustments with all chargebacks (SPEC, section 7); the order of reading does not matter. What a person
 * tied goes first. A chargeback that was reversed and given back was debited before. Adjustments of failed settlements and of answers for
 * other settlements are left out; those that a gateway reading leaves out of the payout take no money and debit nothing.
 */
export const chargebackAccount = (
  known: readonly Chargeback[],
  pulls: readonly Read[],
  policy: Policy,
  ties: readonly ChargebackTie[] = [],
  recovered: readonly RecoveredSum[] = [],
): ChargebackAccount => {
  const all = onceEach(known)
  const adjustments = adjustmentsOf(pulls, policy)
  const inForce = ties.filter(({ undone }) => undone === null)
  const tied = inForce.flatMap((tie) => tieOf(tie, adjustments, all) ?? [])
  const isTied = new Set<unknown>(tied.flatMap(({ match }) => [...match.ones, ...match.others]))
  const free = adjustments.filter((one) => !isTied.has(one) && !isLeftOut(one))
  const { debits, givenBack } = matchFree(
    free,
    all.filter((one) => !isTied.has(one)),
  )
  const debited = debitedIn([...tied.map(({ match }) => match), ...debits], givenBack)
  const wasDebited = new Set(debited.map(({ invoiceId }) => invoiceId))
  const chargebacks = all.filter(({ invoiceId, isReversed }) => !isReversed || wasDebited.has(invoiceId))
  const notDebited = chargebacks.filter(({ invoiceId }) => !wasDebited.has(invoiceId))
  const explanations = new Map<Unexplained, Pick<Adjustment, 'explained' | 'explanation'>>([
    ...tied.flatMap(explainedByTie),
    ...debits.flatMap((match) => explainedBy('debit', match, notDebited)),
    ...givenBack.flatMap((match) => explainedBy('give-back', match, [])),
  ])
  const mayBeDebited = notDebited.length === 0 ? [] : pulls
  const final = new Set(
    mayBeDebited.filter(({ slot, settlement }) => isJudged(settlement, slot, policy)).map(nameOfRead),
  )
  return {
    adjustments: adjustments.map((one) => {
      const explained = explanations.get(one) ?? unmatched(one, notDebited)
      return { ...one, ...explained, recovered: recoveredBy({ ...one, ...explained }, recovered) }
    }),
    chargebacks,
    debited,
    notDebited,
    toDebit: toDebitOf(
      debits,
      notDebited.filter(({ slot }) => final.has(nameOf(slot))),
    ),
  }
}

/** What the adjustments of a settlement paid of a claim of another one. */
interface RecoveredSum {
  readonly slot: Slot
  readonly sum: Centavos
}

/** Never more than what they bring and nothing else explains. */
const recoveredBy = (
  { slot, effect, explained }: Pick<Adjustment, 'slot' | 'effect' | 'explained'>,
  all: readonly RecoveredSum[],
): Centavos => {
  const sum = sumOf(all.filter((one) => sameSlot(one.slot, slot)).map((one) => one.sum))
  const open = minus(effect, explained)
  const most = open > ZERO ? open : ZERO
  return sum < most ? sum : most
}

/** Whether a gateway reading leaves the adjustments out of the payout. */
export const isLeftOut = ({ inPayout }: Pick<Adjustment, 'inPayout'>): boolean => inPayout === ZERO

/** What chargebacks explain of the adjustments, and what they paid of claims. */
export const explainedIn = ({ explained, recovered }: Pick<Adjustment, 'explained' | 'recovered'>): Centavos =>
  plus(explained, recovered)

/** The rest of the effect, with its sign. */
export const notExplained = (one: Adjustment): Centavos => minus(one.effect, explainedIn(one))

/** What of the adjustments is in the payout and nothing explains; negative takes from the merchant. */
export const unexplainedOf = (one: Adjustment): Centavos => (isLeftOut(one) ? ZERO : notExplained(one))

const nameOfRead = ({ slot }: Read): string => nameOf(slot)

const compareChargebacks = (a: Chargeback, b: Chargeback): number =>
  compareSlots(a.slot, b.slot) || compareText(a.invoiceId, b.invoiceId)

/** An invoice in two lists is one chargeback: that of the earlier settlement, which is reversed only if all are. */
const onceEach = (known: readonly Chargeback[]): readonly Chargeback[] => {
  const byId = new Map<string, Chargeback>()
  for (const one of known.filter(({ paid }) => paid > ZERO).toSorted(compareChargebacks)) {
    const before = byId.get(one.invoiceId)
    byId.set(one.invoiceId, before === undefined || (before.isReversed && !one.isReversed) ? one : before)
  }
  return [...byId.values()].toSorted(compareChargebacks)
}

const adjustmentsOf = (pulls: readonly Read[], policy: Policy): readonly Unexplained[] =>
  pulls
    .flatMap(({ slot, settlement }) => {
      if (settlement === null || settlement.adjustments === ZERO || isEcho(settlement, slot, policy)) return []
      if (settlement.status === 'error') return []
      const reported = settlement.adjustments
      const effect = signedAdjustments(reported, policy)
      const inPayout = adjustmentsInPayout(settlement, policy)
      return [{ slot, reported, effect, inPayout, isPaidOut: isJudged(settlement, slot, policy) }]
    })
    .toSorted((a, b) => compareSlots(a.slot, b.slot))

/** An adjustment takes back what was listed in its own settlement or in an earlier one. */
const mayBeOf = (one: Unexplained, { slot }: Chargeback): boolean => compareSlots(slot, one.slot) <= 0

const matchFree = (adjustments: readonly Unexplained[], chargebacks: readonly Chargeback[]) => {
  const [debiting, crediting] = [adjustments.filter(({ effect }) => effect < ZERO), adjustments.filter(isCredit)]
  const match = (ones: readonly Unexplained[], others: readonly Chargeback[]): readonly Match[] =>
    matchExactly({ ones, others, worthOf: ({ effect }) => size(effect), worthOfOther: ({ paid }) => paid, mayBeOf })
  const back = match(
    crediting,
    chargebacks.filter(({ isReversed }) => isReversed),
  )
  const isGivenBack = new Set(back.flatMap(({ others }) => others))
  const rankOf = (one: Chargeback): number => (isGivenBack.has(one) ? 0 : one.isReversed ? 2 : 1)
  const debits = match(
    debiting,
    chargebacks.toSorted((a, b) => rankOf(a) - rankOf(b) || compareChargebacks(a, b)),
  )
  const isDebited = new Set(debits.flatMap(({ others }) => others))
  return { debits, givenBack: back.filter(({ others }) => others.every((one) => isDebited.has(one))) }
}

const isCredit = ({ effect }: Unexplained): boolean => effect > ZERO

/** A tie as far as its chargebacks and adjustments are still there; null when nothing is left of one side. */
const tieOf = (tie: ChargebackTie, adjustments: readonly Unexplained[], all: readonly Chargeback[]) => {
  const ones = adjustments.filter((one) => tie.adjustments.some((slot) => sameSlot(slot, one.slot)))
  const others = all.filter(({ invoiceId }) => tie.invoiceIds.includes(invoiceId))
  if (ones.length === 0 || others.length === 0) return null
  const match: Match = { ones, others }
  return { match, number: tie.number }
}

/** The chargebacks are debited whole: adjustments take of them in order, the last one all that is left. */
const explainedByTie = ({ match: { ones, others }, number }: NonNullable<ReturnType<typeof tieOf>>) => {
  let left = sumOf(others.map(({ paid }) => paid))
  return ones.map((one, at) => {
    const taken = at === ones.length - 1 || size(one.effect) > left ? left : size(one.effect)
    left = minus(left, taken)
    const explanation: MatchOfAdjustment = { kind: 'tied', tie: number, chargebacks: others }
    return [one, { explained: negate(taken), explanation }] as const
  })
}

/** Sets with chargebacks that are not debited are as possible, where one adjustment has the whole sum. */
const explainedBy = (kind: 'debit' | 'give-back', match: Match, notDebited: readonly Chargeback[]) => {
  const { ones, others } = match
  const possible = ones.length === 1 ? ones.flatMap((one) => setsFor(one, [...others, ...notDebited]).sets) : []
  const sets = [others, ...possible.filter((set) => set.some((one) => !others.includes(one)))]
  return ones.map((one) => {
    const together = ones.filter((other) => other !== one).map(({ slot }) => slot)
    const explanation: MatchOfAdjustment = { kind, sets, together }
    return [one, { explained: one.effect, explanation }] as const
  })
}

/** The sets of these chargebacks that come to exactly what an adjustment takes. */
const setsFor = (one: Unexplained, chargebacks: readonly Chargeback[]) =>
  subsetsOf(
    chargebacks.filter((chargeback) => mayBeOf(one, chargeback)),
    ({ paid }) => paid,
    negate(one.effect),
  )

const isEqualTo = ({ ones, others }: Match, chargeback: Chargeback): boolean =>
  others.some(({ paid }) => paid === chargeback.paid) && ones.some((one) => mayBeOf(one, chargeback))

/** Adjustments that are in no payout say which chargebacks they equal; nothing is debited by them. */
const unmatched = (
  one: Unexplained,
  notDebited: readonly Chargeback[],
): Pick<Adjustment, 'explained' | 'explanation'> => {
  const { sets, isComplete } = setsFor(one, notDebited)
  if (!isLeftOut(one) || sets.length === 0) return { explained: ZERO, explanation: { kind: 'none', isComplete } }
  return { explained: one.effect, explanation: { kind: 'debit', sets, together: [] } }
}

const debitedIn = (debits: readonly Match[], givenBack: readonly Match[]): readonly DebitedChargeback[] => {
  const lastOf = (ones: readonly Unexplained[]): readonly Slot[] => ones.slice(-1).map(({ slot }) => slot)
  const backBy = new Map(givenBack.flatMap(({ ones, others }) => others.map((one) => [one, lastOf(ones)[0]] as const)))
  return debits
    .flatMap(({ ones, others }) =>
      lastOf(ones).flatMap((debitedBy) =>
        others.map((one) => ({ ...one, debitedBy, givenBackBy: backBy.get(one) ?? null })),
      ),
    )
    .toSorted(compareChargebacks)
}

/** Equal chargebacks of which some were debited by their sum alone are told once: nobody knows which are left. */
const toDebitOf = (debits: readonly Match[], open: readonly Chargeback[]): readonly NotDebited[] => {
  const equals = debits.filter(({ ones, others }) => ones.length === 1 && others.length === 1)
  const groups = new Map<string, readonly Chargeback[]>()
  for (const one of open) {
    const isPartly = equals.some((match) => isEqualTo(match, one))
    const name = isPartly ? `${one.paid}` : one.invoiceId
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  return [...groups.values()].flatMap((left) => {
    const debited = equals.filter((match) => left.some((one) => isEqualTo(match, one))).flatMap(({ others }) => others)
    return left.slice(-1).map((chargeback) => ({
      chargeback,
      sum: left.map(({ paid }) => paid).reduce(plus, ZERO),
      amongEqual: debited.length === 0 ? [] : [...debited, ...left].toSorted(compareChargebacks),
    }))
  })
}

/**
 * Chargebacks and adjustments of the settlements of some days, each as the account of the whole database explains it.
 * What a settlement of a later day debits was not debited at the end of these. In centavos; paid = debited + notDebited, and
 * adjustments = explained - withoutChargeback.taken + withoutChargeback.brought.
 */
export interface ChargebackBalance extends Days {
  /** The number of invoices that are chargebacks, and the sum that was paid for them. */
  readonly seen: number
  readonly paid: Centavos
  /** The adjustments that are in a payout, with their effect on it: negative takes from the merchant. */
  readonly adjustments: Centavos
  /** The part of them that is explained. */
  readonly explained: Centavos
  /** The adjustments that gateway readings leave out of their payouts, as reported; in no other sum. */
  readonly leftOut: Amount
  /** What of adjustments nothing explains: what lowers payouts, and what raises them. Both positive, never netted. */
  readonly withoutChargeback: { readonly taken: Amount; readonly brought: Amount }
  readonly debited: Amount
  /** Chargebacks that no adjustment has debited by the last day. */
  readonly notDebited: Amount
  /** The same of earlier days. */
  readonly notDebitedBefore: Amount
}

export const chargebackBalance = (account: ChargebackAccount, days: Days): ChargebackBalance => {
  const isOfDays = ({ slot: { date } }: { readonly slot: Slot }): boolean => isWithin(date, days)
  const chargebacks = account.chargebacks.filter(isOfDays)
  const adjustmentsOfDays = account.adjustments.filter(isOfDays)
  const adjustments = adjustmentsOfDays.filter((one) => !isLeftOut(one))
  const open = notDebitedOn(account, days.to)
  return {
    from: days.from,
    to: days.to,
    seen: chargebacks.length,
    paid: sumOf(chargebacks.map(({ paid }) => paid)),
    adjustments: sumOf(adjustments.map(({ inPayout }) => inPayout)),
    explained: sumOf(adjustments.map((one) => minus(one.inPayout, unexplainedOf(one)))),
    leftOut: amountOfSums(adjustmentsOfDays.filter(isLeftOut).map(({ reported }) => reported)),
    withoutChargeback: bothWays(adjustments.map(unexplainedOf)),
    debited: amountOfSums(
      account.debited.filter((one) => isOfDays(one) && one.debitedBy.date <= days.to).map(({ paid }) => paid),
    ),
    notDebited: amountOfSums(open.filter(isOfDays).map(({ paid }) => paid)),
    notDebitedBefore: amountOfSums(open.filter(({ slot }) => slot.date < days.from).map(({ paid }) => paid)),
  }
}

/** Chargebacks that no adjustment had debited by the end of that day. */
export const notDebitedOn = ({ notDebited, debited }: ChargebackAccount, day: SlotDate): readonly Chargeback[] => [
  ...notDebited,
  ...debited.filter(({ debitedBy }) => debitedBy.date > day),
]

/** The sums, in centavos, by which these effects lower and raise payouts. Both positive, never netted. */
export const bothWays = (effects: readonly Centavos[]): ChargebackBalance['withoutChargeback'] => ({
  taken: amountOfSums(effects.filter((effect) => effect < ZERO).map(negate)),
  brought: amountOfSums(effects.filter((effect) => effect > ZERO)),
})
