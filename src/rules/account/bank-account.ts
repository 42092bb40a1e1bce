import type { AccountEntry } from '../../core/bank/bank-statement.ts'
import type { Arrival, ArrivedPart } from '../../core/bank/payout-arrivals.ts'
import type { Days } from '../../core/calendar/calendar.ts'
import { type Amount, amountOfSums, type Centavos, minus, negate, sumOf, ZERO } from '../../core/money.ts'
import { addDays, nameOf, type Slot, type SlotDate } from '../../core/slot.ts'
import { assertThat } from '../../std/assert-that.ts'
import { recoveredBy } from './account-item.ts'
import type { Recovered } from './settlement-times.ts'

/** The facts of bank statements about payouts. */
export interface ArrivalFacts {
  /** By the name of the slot (`nameOf`), for every slot whose payout was paid out. */
  readonly arrivals: ReadonlyMap<string, Arrival>
  readonly unknownCredits: readonly UnknownCredit[]
}

/** A credit of the operator that no payout explains. */
interface UnknownCredit {
  readonly entry: AccountEntry
  /** The day on which a person accepted it as it is. Null until then. */
  readonly acceptedOn: SlotDate | null
}

/** A payout that the operator says it paid, or of which a credit is tied even so. */
export interface PaidPayout {
  readonly slot: Slot
  /** Zero only where a credit is tied. */
  readonly paidOut: Centavos
  /** Whether a credit should arrive for it. One that is tied with a credit arrived even so. */
  readonly isExpected: boolean
  /** The day from which it counts as paid out. */
  readonly paidOn: SlotDate
  /** The day on which a person accepted that it is missing at the bank or arrived as another sum. Null until then. */
  readonly acceptedOn: SlotDate | null
  /** What was paid elsewhere of claims about its arrival. */
  readonly recoveries: readonly Recovered[]
}

/**
 * From what the operator reports as paid out to what arrived at the bank, over a range of days. It adds up: opening +
 * paidOut - arrived - acceptedLess + acceptedMore - recovered - negativePayouts - echoes - notCovered = closing = onTheWay + missing
 * + undecided + arrivedLess - arrivedMore. In centavos.
 */
export interface BankAccount {
  /** Paid out before the range; not arrived by its beginning, or arrived as another sum that nobody accepted. */
  readonly opening: Amount
  readonly paidOut: Amount
  /** The credits for the payouts that arrived in the range, to be confirmed or not. */
  readonly arrived: Amount
  /** What a person accepted in the range as missing, and as arrived too much. Both positive, never netted. */
  readonly acceptedLess: Amount
  readonly acceptedMore: Amount
  /** Claims about payouts that did not arrive, paid by other credits or by adjustments in the range. */
  readonly recovered: Amount
  /** Of the range, and no credit is expected: payouts below zero, with their sign, which are money of the operator. */
  readonly negativePayouts: Amount
  /** Of the range, and no credit is expected: payouts in the answers for another settlement. */
  readonly echoes: Amount
  /** Paid out in the range, on days without a bank statement. */
  readonly notCovered: Amount
  readonly closing: Amount
  readonly onTheWay: Amount
  readonly missing: Amount
  /** Payouts with several possible credits, from which a person must choose. */
  readonly undecided: Amount
  /**
   * What payouts that arrived with less are short of, and the surplus of those that arrived with more, until it is
   * accepted; also where the credit is to be confirmed. Both positive, never netted.
   */
  readonly arrivedLess: Amount
  readonly arrivedMore: Amount
  /** Credits of the operator by the last day that no payout explains, until one does or a person accepts them: not included in the sums. */
  readonly unknownCredits: Amount
}

/** The state of a payout at the end of a day. */
type PayoutState = 'not-expected' | 'not-covered' | 'arrived' | 'on-the-way' | 'missing' | 'undecided'

/** A payout at the end of a day. */
interface PayoutBalance {
  readonly state: PayoutState
  /** What arrived of it. */
  readonly arrived: Centavos
  /** The part that a person accepted; negative when too much arrived. */
  readonly accepted: Centavos
  /** What was paid of it elsewhere. */
  readonly recovered: Centavos
  /** Positive: it has not arrived. Zero where its arrival cannot be known. */
  readonly balance: Centavos
}

/** A payout before the range and at its end; the change is what happened in the range. */
interface Move {
  readonly paidOut: Centavos
  readonly before: PayoutBalance | null
  readonly now: PayoutBalance
}

export const bankAccount = (
  payouts: readonly PaidPayout[],
  { arrivals, unknownCredits }: ArrivalFacts,
  { from, to }: Days,
): BankAccount => {
  const moves = payouts.flatMap((payout): Move | readonly [] => {
    const arrival = arrivals.get(nameOf(payout.slot)) ?? null
    const now = balanceOn(to, payout, arrival)
    return now === null ? [] : { paidOut: payout.paidOut, before: balanceOn(addDays(from, -1), payout, arrival), now }
  })
  const account = {
    ...movementsOf(moves),
    ...closingOf(moves.map(({ now }) => now).filter(({ balance }) => balance !== ZERO)),
    unknownCredits: amountOfSums(
      unknownCredits.filter((credit) => isOpenOn(to, credit)).map(({ entry }) => entry.value),
    ),
  }
  const { opening, paidOut, arrived, acceptedLess, acceptedMore, negativePayouts, echoes, notCovered } = account
  const made = opening.sum + paidOut.sum - arrived.sum - acceptedLess.sum + acceptedMore.sum
  assertThat(
    made - account.recovered.sum - negativePayouts.sum - echoes.sum - notCovered.sum === account.closing.sum,
    () => `the bank from ${from} to ${to} does not foot`,
  )
  return account
}

const isOpenOn = (day: SlotDate, { entry, acceptedOn }: UnknownCredit): boolean =>
  entry.bookedOn <= day && (acceptedOn === null || acceptedOn > day)

const movementsOf = (moves: readonly Move[]) => {
  const changes = (of: (balance: PayoutBalance) => Centavos): readonly Centavos[] =>
    moves.map(({ before, now }) => minus(of(now), before === null ? ZERO : of(before))).filter((sum) => sum !== ZERO)
  const opening = moves.map(({ before }) => before?.balance ?? ZERO).filter((sum) => sum !== ZERO)
  const accepted = changes((balance) => balance.accepted)
  const paid = moves.filter(({ before }) => before === null)
  const paidWhere = (state: PayoutState): readonly Centavos[] =>
    paid.filter(({ now }) => now.state === state).map(({ paidOut }) => paidOut)
  const notExpected = paidWhere('not-expected')
  return {
    opening: amountOfSums(opening),
    paidOut: amountOfSums(paid.map(({ paidOut }) => paidOut).filter((sum) => sum !== ZERO)),
    arrived: amountOfSums(changes((balance) => balance.arrived)),
    acceptedLess: amountOfSums(accepted.filter((sum) => sum > ZERO)),
    acceptedMore: amountOfSums(accepted.filter((sum) => sum < ZERO).map(negate)),
    recovered: amountOfSums(changes((balance) => balance.recovered)),
    negativePayouts: amountOfSums(notExpected.filter((sum) => sum < ZERO)),
    echoes: amountOfSums(notExpected.filter((sum) => sum > ZERO)),
    notCovered: amountOfSums(paidWhere('not-covered')),
  }
}

const closingOf = (open: readonly PayoutBalance[]) => {
  const where = (state: PayoutState): readonly Centavos[] =>
    open.filter((one) => one.state === state).map(({ balance }) => balance)
  const differences = where('arrived')
  return {
    closing: amountOfSums(open.map(({ balance }) => balance)),
    onTheWay: amountOfSums(where('on-the-way')),
    missing: amountOfSums(where('missing')),
    undecided: amountOfSums(where('undecided')),
    arrivedLess: amountOfSums(differences.filter((sum) => sum > ZERO)),
    arrivedMore: amountOfSums(differences.filter((sum) => sum < ZERO).map(negate)),
  }
}

/** Null for a payout that was not paid out by that day. */
const balanceOn = (day: SlotDate, payout: PaidPayout, arrival: Arrival | null): PayoutBalance | null => {
  if (paidOnOf(payout, arrival) > day) return null
  const state = stateOn(day, payout.isExpected || arrival?.kind === 'arrived', arrival)
  if (arrival === null || NEVER_ARRIVE.has(state))
    return { state, arrived: ZERO, accepted: ZERO, recovered: ZERO, balance: ZERO }
  const arrived = arrivedBy(day, arrival)
  const left = minus(payout.paidOut, arrived)
  const isAccepted = ACCEPTED.has(state) && payout.acceptedOn !== null && payout.acceptedOn <= day
  const recovered = recoveredBy(day, payout.recoveries)
  const rest = minus(left, recovered)
  return { state, arrived, accepted: isAccepted ? rest : ZERO, recovered, balance: isAccepted ? ZERO : rest }
}

/** Of a payout in several credits, those of later days are still on the way. */
const arrivedBy = (day: SlotDate, arrival: Arrival): Centavos =>
  sumOf(
    partsOf(arrival)
      .filter(({ on }) => on <= day)
      .map(({ sum }) => sum),
  )

/** A credit that is to be confirmed counts as arrived. */
const partsOf = (arrival: Arrival): readonly ArrivedPart[] => {
  if (arrival.kind === 'unconfirmed') return [{ on: arrival.credit.bookedOn, sum: arrival.credit.value }]
  return arrival.kind === 'arrived' ? arrival.parts : []
}

/** Payouts whose arrival cannot be known: they count only in the month of their payout. */
const NEVER_ARRIVE: ReadonlySet<PayoutState> = new Set(['not-expected', 'not-covered'])
/** States in which there is a finding that a person may have accepted. */
const ACCEPTED: ReadonlySet<PayoutState> = new Set(['missing', 'arrived'])

/** A payout that arrived was paid out by then, even if its status was read later. */
const paidOnOf = ({ paidOn }: PaidPayout, arrival: Arrival | null): SlotDate =>
  arrival?.kind === 'arrived' && arrival.on < paidOn ? arrival.on : paidOn

/** On a day, a credit of a later day has not arrived yet, and a payout is not missing before its last day has passed. */
const stateOn = (day: SlotDate, isExpected: boolean, arrival: Arrival | null): PayoutState => {
  if (!isExpected) return 'not-expected'
  switch (arrival?.kind) {
    case undefined:
    case 'not-covered':
      return 'not-covered'
    case 'arrived':
      return arrival.on <= day ? 'arrived' : 'on-the-way'
    case 'unconfirmed':
      return arrival.credit.bookedOn <= day ? 'arrived' : 'on-the-way'
    case 'missing':
      return arrival.lastDay <= day ? 'missing' : 'on-the-way'
    case 'candidates':
      return 'undecided'
    case 'on-the-way':
      return 'on-the-way'
  }
}
