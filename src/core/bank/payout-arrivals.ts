import { compareText } from '../../std/compare-text.ts'
import { groupBy } from '../../std/group-by.ts'
import { isBusinessDay } from '../calendar/business-days.ts'
import { type Centavos, minus, plus, sumOf, ZERO } from '../money.ts'
import type { Policy } from '../policy.ts'
import { addDays, type Slot, type SlotDate } from '../slot.ts'
import type { AccountEntry, StatementGap } from './bank-statement.ts'
import {
  type BankTie,
  BY_EXACT_SUMS,
  type NearCause,
  operatorCredits,
  operatorDebits,
  refusedKeys,
  type TieHypothesis,
  tieKeyOf,
  tiesInForce,
} from './tie-out.ts'

/** What the bank's statements show of a payout. */
export type Arrival =
  | ({ readonly kind: 'arrived' } & PayoutArrival)
  | { readonly kind: 'candidates'; readonly candidates: readonly TieHypothesis[] }
  /** It counts as arrived with this credit of another sum, until a person ties or rejects it. */
  | { readonly kind: 'unconfirmed'; readonly credit: AccountEntry; readonly mayBe: readonly NearCause[] }
  /** The statements end before the last day on which it may arrive. */
  | { readonly kind: 'on-the-way'; readonly lastDay: SlotDate }
  /** No statement covers the days on which it may have arrived. */
  | { readonly kind: 'not-covered' }
  | {
      readonly kind: 'missing'
      readonly lastDay: SlotDate
      /** Whether every set of credits was tried. */
      readonly isComplete: boolean
      /** The day through which statements cover what follows: nothing arrived until then but `laterCredits`. */
      readonly through: SlotDate
      /** Later, unexplained credits of the operator of exactly this sum. */
      readonly laterCredits: readonly AccountEntry[]
      /** Credits of exactly this sum that came in time, and that the bank took back. */
      readonly takenBack: readonly CreditTakenBack[]
    }

/** The credits that may be the payout, and that a person confirms. */
export const creditsToConfirm = (arrival: Arrival): readonly AccountEntry[] => {
  if (arrival.kind === 'unconfirmed') return [arrival.credit]
  return arrival.kind === 'missing' ? arrival.laterCredits : []
}

/** The day of a credit, and that of the debit by which the bank took it back. */
export interface CreditTakenBack {
  readonly on: SlotDate
  readonly back: SlotDate
}

/** What the bank's statements show of a slot. */
export interface BankFacts {
  /** Null when nothing was paid out. */
  readonly arrival: Arrival | null
  /** Unexplained credits of the operator that are filed in this slot. */
  readonly unknownCredits: readonly AccountEntry[]
  /** Gaps between statements that are filed in this slot. */
  readonly gaps: readonly StatementGap[]
}

/** The last day on which a credit may arrive: this many business days later. */
export const lastDayOfCredit = (day: SlotDate, bankDays: number): SlotDate => {
  let last = day
  for (let left = bankDays; left > 0; ) {
    last = addDays(last, 1)
    if (isBusinessDay(last)) left -= 1
  }
  return last
}

/** What arrived of a payout on one day. */
export interface ArrivedPart {
  readonly on: SlotDate
  readonly sum: Centavos
}

/** The part of a settlement that arrived at the bank. */
export interface PayoutArrival {
  /** The number of the tie. */
  readonly tie: number
  /** This settlement's part of the credits, in centavos. The parts of all settlements of the tie add up to the credits. */
  readonly banked: Centavos
  /** The payout as it was when it was tied. */
  readonly tied: Centavos
  /** The day of the last credit. */
  readonly on: SlotDate
  /** `banked` by the days of the credits, in their order; credits pay the settlements of a tie in turn. */
  readonly parts: readonly ArrivedPart[]
}

/**
 * Each settlement gets its payout as tied, in order and as far as the credits go. The last one gets the rest. Where the
 * sums agree each gets its payout, also one below zero that the bank set off. A tie without credits says of none that it
 * arrived.
 */
export const payoutArrivals = (
  { number, payouts }: BankTie,
  credits: readonly AccountEntry[],
): readonly (PayoutArrival & { readonly slot: Slot })[] => {
  if (credits.length === 0) return []
  const on = credits.map(({ bookedOn }) => bookedOn).reduce((a, b) => (a > b ? a : b))
  const spans = spansOf(credits)
  let reached = ZERO
  let left = sumOf(credits.map(({ value }) => value))
  const isExact = left === sumOf(payouts.map(({ payout }) => payout))
  return payouts.map(({ slot, payout }, index) => {
    const banked = !isExact && (index === payouts.length - 1 || left < payout) ? left : payout
    left = minus(left, banked)
    if (banked <= ZERO) return { slot, tie: number, banked, tied: payout, on, parts: [{ on, sum: banked }] }
    const parts = partsBetween(spans, reached, plus(reached, banked))
    reached = plus(reached, banked)
    return { slot, tie: number, banked, tied: payout, on, parts }
  })
}

/** A credit as a part of the line of all credits, the oldest first: from where to where, in centavos. */
interface CreditSpan {
  readonly on: SlotDate
  readonly from: Centavos
  readonly to: Centavos
}

const spansOf = (credits: readonly AccountEntry[]): readonly CreditSpan[] => {
  let to = ZERO
  return credits
    .toSorted((a, b) => compareText(a.bookedOn, b.bookedOn))
    .map(({ bookedOn: on, value }) => {
      const from = to
      to = plus(from, value)
      return { on, from, to }
    })
}

/** What lies between two places of the line, by credits. What lies behind its end came with the last credit. */
const partsBetween = (spans: readonly CreditSpan[], from: Centavos, to: Centavos): readonly ArrivedPart[] =>
  spans.flatMap((span, index) => {
    const end = index === spans.length - 1 ? to : smaller(span.to, to)
    const sum = minus(end, from > span.from ? from : span.from)
    return sum > ZERO ? [{ on: span.on, sum }] : []
  })

const smaller = (a: Centavos, b: Centavos): Centavos => (a < b ? a : b)

/** A credit of the operator that the bank reversed. */
export interface Reversal {
  readonly credit: AccountEntry
  readonly debit: AccountEntry
}

/**
 * Finds the credits that the bank reversed. A debit of the operator reverses the latest credit of the same sum and
 * account, within `bankDays` business days. A debit that a person tied does not. Entries must be in order of account
 * and day.
 */
export const reversalsIn = (
  entries: readonly AccountEntry[],
  ties: readonly BankTie[],
  { bankText, bankDays }: Pick<Policy, 'bankText' | 'bankDays'>,
): readonly Reversal[] => {
  const isTied = new Set(tiesInForce(ties).flatMap((tie) => tie.entries))
  const debits = operatorDebits(entries, bankText).filter(({ id }) => !isTied.has(id))
  const credits = groupBy(operatorCredits(entries, bankText), ({ account, value }) => `${account} ${value}`)
  const taken = new Set<AccountEntry>()
  return debits.flatMap((debit) => {
    const { account, value, bookedOn } = debit
    const credit = credits.get(`${account} ${-value}`)?.findLast((one) => one.bookedOn <= bookedOn && !taken.has(one))
    if (credit === undefined || lastDayOfCredit(credit.bookedOn, bankDays) < bookedOn) return []
    taken.add(credit)
    return [{ credit, debit }]
  })
}

/** Ties to credits that were reversed later: their payouts did not arrive. A tie that a person made again after Cuadre undid it stays in force. */
export const reversedTies = (
  reversals: readonly Reversal[],
  ties: readonly BankTie[],
): readonly { readonly tie: BankTie; readonly on: SlotDate }[] => {
  const debitOf = new Map(reversals.map(({ credit, debit }) => [credit.id, debit]))
  const undone = refusedKeys(ties.filter((tie) => tie.undone?.by === BY_EXACT_SUMS))
  return tiesInForce(ties)
    .filter((tie) => !undone.has(tieKeyOf(tie)))
    .flatMap((tie) => {
      const debit = tie.entries.flatMap((id) => debitOf.get(id) ?? []).at(-1)
      return debit === undefined ? [] : [{ tie, on: debit.bookedOn }]
    })
}
