import type { JournalSettings, Role } from '../core/journal.ts'
import { type Centavos, minus, negate, plus, sumOf, ZERO } from '../core/money.ts'
import type { Policy } from '../core/policy.ts'
import type { SlotDate } from '../core/slot.ts'
import type { OperatorAccount } from '../rules/account/operator-account.ts'
import { bankDeduction, bookedFrom, payoutByParts, type SettlementFacts } from './book.ts'
import type { AcceptedSum } from './decisions.ts'
import type { Moves } from './payments.ts'

/** The accounts of which other figures say what they should hold. */
export const PROVED = ['operator', 'transit', 'suspense'] as const satisfies readonly Role[]
export type ProvedRole = (typeof PROVED)[number]

/** What should stand in the journal at the end of a day, and what does. */
export interface JournalProof {
  readonly of: ProvedRole | 'debits'
  readonly expected: Centavos
  readonly booked: Centavos
}

/** What other figures than the journal's say of the end of a day. */
export interface ProofFacts {
  readonly day: SlotDate
  /** What `in-transit` says. */
  readonly inTransit: Centavos
  /** The account of everything up to that day. */
  readonly account: OperatorAccount
  /** Paid out by that day. */
  readonly paidOut: Centavos
  readonly settlements: readonly SettlementFacts[]
  readonly policy: Policy
  readonly basis: JournalSettings['basis']
}

/** What the proved accounts should hold at the end of a day (SPEC, section 11). */
export const expectedBalances = (facts: ProofFacts): Readonly<Record<ProvedRole, Centavos>> => ({
  operator: operatorBalance(facts),
  transit: transitBalance(facts),
  suspense:
    facts.basis === 'cash' ? sumOf(facts.settlements.map((one) => cashRest(one, facts))) : suspenseBalance(facts),
})

/** What is in transit, less what was accepted or paid of it; under cash with what is final and did not arrive. */
const operatorBalance = ({ day, inTransit, settlements, basis }: ProofFacts): Centavos => {
  const waiting = settlements.map((one) => minus(through(one.settled, day), bookedThrough(one, basis, day)))
  const decided = settlements.map((one) => decidedIn(['operator'], one, day))
  return minus(plus(inTransit, sumOf(waiting)), sumOf(decided))
}

/** Paid out and not arrived, with payouts below zero. Under cash nothing is in transit. */
const transitBalance = ({ account: { bank }, paidOut, basis, settlements, day }: ProofFacts): Centavos => {
  if (basis === 'cash') return ZERO
  if (bank === null) return paidOut
  const { onTheWay, missing, undecided, negativePayouts, notCovered } = bank
  const early = settlements.map((one) => minus(arrivedEarly(one, day), paidBeforeArrival(one, day)))
  return minus(sumOf([onTheWay, missing, undecided, negativePayouts, notCovered].map(({ sum }) => sum)), sumOf(early))
}

/** What paid the claim of a payout that arrived after all: the bank's figures take it off the payout, and it stands in suspense. */
const paidBeforeArrival = ({ arrival, recovered }: SettlementFacts, day: SlotDate): Centavos =>
  arrival === null || arrival.on <= day
    ? ZERO
    : sumOf(recovered.flatMap((one) => (one.of === 'bank' && one.role === 'suspense' && one.day <= day ? one.sum : [])))

/** The first credits of a payout that counts as paid out with its last one. */
const arrivedEarly = ({ final, arrival, isAdvance }: SettlementFacts, day: SlotDate): Centavos =>
  arrival === null || isAdvance || final === null || !final.isPaidOut || final.day <= day
    ? ZERO
    : sumOf(arrival.parts.filter(({ on }) => on <= day).map(({ sum }) => sum))

/** The open and claimed differences, those of ties, and what could not be read of settlements that are not compared. */
const suspenseBalance = (facts: ProofFacts): Centavos => {
  const { underpaid, overpaid } = facts.account.closingParts
  const { bank } = facts.account
  return sumOf([
    minus(underpaid.sum, overpaid.sum),
    bank === null ? ZERO : minus(bank.arrivedLess.sum, bank.arrivedMore.sum),
    ...facts.settlements.flatMap((one) => [
      listedRest(one, facts),
      notCompared(one, facts),
      negate(bankKept(one, facts)),
      negate(paidBeforeArrival(one, facts.day)),
    ]),
  ])
}

/** Of the list what left the operator's account otherwise: later than the settlement, with another one, or with another sum. */
const listedRest = ({ final, settled, gone }: SettlementFacts, { day }: ProofFacts): Centavos => {
  const left = minus(through(settled, day), through(gone, day))
  return final !== null && final.day <= day ? minus(left, final.listed) : left
}

/**
 * What should be paid of a settlement that the account does not compare, or not before its own date, less what it paid. What was decided
 * about its arrival is in the figures of the bank.
 */
const notCompared = (one: SettlementFacts, { day, policy }: ProofFacts): Centavos => {
  const { slot, final, isCompared } = one
  if (final === null || final.day > day || (isCompared && slot.date <= day)) return ZERO
  const rest = minus(payoutByParts(final, policy), final.isPaidOut ? final.settlement.payout : ZERO)
  const [accepted, recovered] = [one.accepted.filter(isOfPayout), one.recovered.filter(isOfPayout)]
  return minus(rest, decidedIn(['suspense'], { accepted, recovered }, day))
}

const isOfPayout = ({ of }: Pick<AcceptedSum, 'of'>): boolean => of === 'payout'

const bankKept = (one: SettlementFacts, { day }: ProofFacts): Centavos => {
  const { final, arrival, accepted } = one
  if (final === null || !final.isPaidOut || arrival === null || arrival.on > day || final.day > day) return ZERO
  const isAccepted = accepted.some(({ of, day: on }) => of === 'bank' && on <= day)
  return isAccepted ? ZERO : bankDeduction(final.settlement.payout, arrival)
}

/** Of what is booked under cash: what should be paid less what arrived. */
const cashRest = (one: SettlementFacts, { day, policy, basis }: ProofFacts): Centavos => {
  const { final, arrival, gone } = one
  const from = final === null ? null : bookedFrom(one, basis, final.day)
  const isBooked = from !== null && from <= day
  const arrived = arrival !== null && arrival.on <= day && (isBooked || one.isAdvance) ? arrival.banked : ZERO
  const due = final === null || !isBooked ? ZERO : minus(payoutByParts(final, policy), final.listed)
  const kept = isBooked && final?.isPaidOut && arrival !== null ? bankDeduction(final.settlement.payout, arrival) : ZERO
  const left = minus(bookedThrough(one, basis, day), through(gone, day))
  return sumOf([left, due, negate(arrived), negate(kept), negate(decidedIn(['suspense'], one, day))])
}

const through = (moves: Moves, day: SlotDate): Centavos =>
  sumOf([...moves].flatMap(([on, sum]) => (on <= day ? sum : [])))

const bookedThrough = (one: SettlementFacts, basis: JournalSettings['basis'], day: SlotDate): Centavos =>
  sumOf(
    [...one.settled].flatMap(([on, sum]) => {
      const booked = bookedFrom(one, basis, on)
      return booked !== null && booked <= day ? sum : []
    }),
  )

type DecidedSums = Pick<SettlementFacts, 'accepted' | 'recovered'>

/** What was accepted or paid elsewhere by a day of what stands in these accounts. */
const decidedIn = (roles: readonly Role[], { accepted, recovered }: DecidedSums, day: SlotDate): Centavos =>
  sumOf([...accepted, ...recovered].flatMap((one) => (one.day <= day && roles.includes(one.role) ? one.sum : [])))
