import { type Centavos, minus, negate, sumOf, ZERO } from '../../core/money.ts'
import { addDays, compareSlots, nameOf, type Slot, type SlotDate } from '../../core/slot.ts'
import type { DifferenceState, PayoutParts, SettlementMoney } from './position.ts'
import { reportedPayout } from './settlement-money.ts'
import type { Recovered, SettlementTimes } from './settlement-times.ts'

/** Why a settlement still has a balance in the account with the operator. */
export const BALANCE_KINDS = ['in-process', 'failed', 'underpaid', 'overpaid'] as const
export type BalanceKind = (typeof BALANCE_KINDS)[number]

/** A settlement with an expected payout, as the account uses it. */
export interface AccountItem {
  readonly slot: Slot
  readonly expected: Centavos
  readonly listed: Centavos
  readonly parts: PayoutParts
  readonly money: SettlementMoney
  readonly times: SettlementTimes
}

/** The state of an item at the end of a day: the expected payout was paid out, accepted, or is still open. */
export interface ItemBalance {
  readonly slot: Slot
  readonly expected: Centavos
  /** Null until it is paid out. */
  readonly paidOut: Centavos | null
  /** The part that a person accepted and so took out of the account; negative when too much was paid. */
  readonly accepted: Centavos
  /** What was paid of it elsewhere after a claim; negative when it was given back. */
  readonly recovered: Centavos
  /** Positive: the operator owes it. */
  readonly balance: Centavos
  readonly kind: BalanceKind
  /** The decision of people about the rest by then. */
  readonly state: DifferenceState
  /** What became of it after that day. */
  readonly later: readonly LaterEvent[]
}

/** A payout, the acceptance of a difference or failure, or its payment elsewhere, after the end of an account. */
export interface LaterEvent {
  readonly kind: 'paid-out' | 'accepted' | 'recovered'
  readonly on: SlotDate
  /** The payout; or what was taken out of the account, negative where too much was paid. */
  readonly sum: Centavos
}

/** Null for a settlement whose date is after that day. */
export const balanceOn = (day: SlotDate, item: AccountItem): ItemBalance | null => {
  const { slot, expected, money, times } = item
  if (slot.date > day) return null
  const isPaidOut = isBy(times.paidOn, day)
  const paidOut = isPaidOut ? money.paidOut : null
  const left = minus(expected, paidOut ?? ZERO)
  const hasFailed = !isPaidOut && hasFailedOn(day, times)
  const isAccepted = isBy(times.acceptedOn, day) && (isPaidOut || hasFailed)
  const accepted = !isAccepted ? ZERO : isPaidOut ? negate(money.shares.accepted) : left
  const recovered = recoveredBy(day, times.recoveries)
  const balance = minus(minus(left, accepted), recovered)
  return {
    slot,
    expected,
    paidOut,
    accepted,
    recovered,
    balance,
    kind: isPaidOut ? kindOfDifference(balance === ZERO ? left : balance) : hasFailed ? 'failed' : 'in-process',
    state: stateOn(money, isAccepted, isPaidOut || hasFailed),
    later: eventsAfter(day, item),
  }
}

const eventsAfter = (day: SlotDate, { expected, money, times }: AccountItem): readonly LaterEvent[] => {
  const { paidOn, acceptedOn, recoveries } = times
  const taken = money.notCompared === null ? negate(money.shares.accepted) : expected
  return [
    ...(paidOn === null || paidOn <= day
      ? []
      : [{ kind: 'paid-out', on: paidOn, sum: reportedPayout(money) } as const]),
    ...(acceptedOn === null || acceptedOn <= day ? [] : [{ kind: 'accepted', on: acceptedOn, sum: taken } as const]),
    ...recoveries.filter(({ on }) => on > day).map(({ on, sum }) => ({ kind: 'recovered', on, sum }) as const),
  ]
}

/** What was paid elsewhere by the end of a day. */
export const recoveredBy = (day: SlotDate, recoveries: readonly Recovered[]): Centavos =>
  sumOf(recoveries.filter(({ on }) => on <= day).map(({ sum }) => sum))

/** Of expected less paid out. */
export const kindOfDifference = (left: Centavos): BalanceKind => (left < ZERO ? 'overpaid' : 'underpaid')

const isBy = (on: SlotDate | null, day: SlotDate): boolean => on !== null && on <= day

const hasFailedOn = (day: SlotDate, { statuses }: SettlementTimes): boolean =>
  statuses.findLast((status) => status.day <= day)?.hasFailed ?? false

/** A difference accepted after that day was still open on it, and one paid elsewhere later was claimed. A settlement in process, then as now, keeps its claim. */
const stateOn = (
  { state, notCompared }: SettlementMoney,
  isAccepted: boolean,
  hasBalance: boolean,
): DifferenceState => {
  if (!hasBalance) return notCompared === 'not-final' && state !== 'open' ? state : 'none'
  if (state === 'paid') return 'claimed'
  return state === 'accepted' && !isAccepted ? 'open' : state
}

/** The settlements before an account as they were known when their days were closed: what was signed of them. */
export interface ClosedBefore {
  /** The first day of the accounts that open with it. */
  readonly from: SlotDate
  readonly items: readonly AccountItem[]
}

/** It is due since and was not, it is due with other sums, or it cannot be said any more what is due. */
export type RestatedKind = 'added' | 'changed' | 'gone'

/** What became of a settlement after its day was closed, other than the payment and the acceptance of what was due then: now less as closed. */
export interface RestatedSettlement {
  readonly slot: Slot
  readonly kind: RestatedKind
  readonly collected: Centavos
  readonly feesDeducted: Centavos
  readonly adjustments: Centavos
  readonly keptByGateway: Centavos
  /** collected - feesDeducted + adjustments - keptByGateway. */
  readonly due: Centavos
  readonly paidOut: Centavos
  readonly accepted: Centavos
}

/** Restatements of closed days: each of them, and their sums. */
export interface RestatedDays extends Omit<RestatedSettlement, 'slot' | 'kind'> {
  /** In order of slot. */
  readonly settlements: readonly RestatedSettlement[]
  /** Those that are due now and were not, less those that were due and are not. */
  readonly added: number
}

/** A settlement before the account, as closed and at the end of the account as known now; null where it had or has no expected payout. */
export interface ClosedMove {
  readonly slot: Slot
  readonly before: ItemBalance | null
  readonly now: ItemBalance | null
  readonly restated: RestatedSettlement
}

export const closedMoves = (
  { from, items }: ClosedBefore,
  now: readonly AccountItem[],
  to: SlotDate,
): readonly ClosedMove[] => {
  const isBefore = ({ slot }: AccountItem): boolean => slot.date < from
  const [known, signed] = [byName(now.filter(isBefore)), byName(items.filter(isBefore))]
  return [...new Map([...signed, ...known]).values()]
    .map(({ slot }) => slot)
    .sort(compareSlots)
    .map((slot) => moveOf(slot, { signed: signed.get(nameOf(slot)), now: known.get(nameOf(slot)) }, { from, to }))
}

const byName = (items: readonly AccountItem[]): ReadonlyMap<string, AccountItem> =>
  new Map(items.map((item) => [nameOf(item.slot), item]))

const moveOf = (
  slot: Slot,
  items: { readonly signed: AccountItem | undefined; readonly now: AccountItem | undefined },
  { from, to }: { readonly from: SlotDate; readonly to: SlotDate },
): ClosedMove => {
  const before = items.signed === undefined ? null : balanceOn(addDays(from, -1), items.signed)
  const now = items.now === undefined ? null : balanceOn(to, items.now)
  const change = (of: (item: AccountItem) => Centavos): Centavos =>
    minus(items.now === undefined ? ZERO : of(items.now), items.signed === undefined ? ZERO : of(items.signed))
  const restated = {
    slot,
    kind: kindOf(before, now),
    collected: change(({ listed }) => listed),
    feesDeducted: change(({ parts }) => parts.feesDeducted),
    adjustments: change(({ parts }) => parts.adjustments),
    keptByGateway: change(({ parts }) => parts.keptByGateway),
    due: change(({ expected }) => expected),
    paidOut: wasDueUnpaid(before, now) ? ZERO : minus(now?.paidOut ?? ZERO, before?.paidOut ?? ZERO),
    accepted: wasOpen(before, now) ? ZERO : minus(acceptedIn(now), acceptedIn(before)),
  }
  return { slot, before, now, restated }
}

const kindOf = (before: ItemBalance | null, now: ItemBalance | null): RestatedKind =>
  before === null ? 'added' : now === null ? 'gone' : 'changed'

/** What was signed as due and not paid out is paid out as usual. */
const wasDueUnpaid = (before: ItemBalance | null, now: ItemBalance | null): boolean =>
  before !== null && before.paidOut === null && now !== null

/** What nobody had accepted at the closing is accepted as usual. */
const wasOpen = (before: ItemBalance | null, now: ItemBalance | null): boolean =>
  acceptedIn(before) === ZERO && now !== null

const acceptedIn = (balance: ItemBalance | null): Centavos => balance?.accepted ?? ZERO

export const restatedDays = (moves: readonly ClosedMove[]): RestatedDays => {
  const settlements = moves.map(({ restated }) => restated).filter(isRestated)
  const sum = (of: (one: RestatedSettlement) => Centavos): Centavos => sumOf(settlements.map(of))
  const number = (of: (move: ClosedMove) => ItemBalance | null): number =>
    moves.filter((move) => of(move) !== null).length
  return {
    settlements,
    added: number(({ now }) => now) - number(({ before }) => before),
    collected: sum(({ collected }) => collected),
    feesDeducted: sum(({ feesDeducted }) => feesDeducted),
    adjustments: sum(({ adjustments }) => adjustments),
    keptByGateway: sum(({ keptByGateway }) => keptByGateway),
    due: sum(({ due }) => due),
    paidOut: sum(({ paidOut }) => paidOut),
    accepted: sum(({ accepted }) => accepted),
  }
}

const isRestated = ({ slot: _, kind: __, ...sums }: RestatedSettlement): boolean =>
  Object.values(sums).some((sum) => sum !== ZERO)
