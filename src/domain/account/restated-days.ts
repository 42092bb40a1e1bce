import { type Centavos, minus, sumOf, ZERO } from '../money.ts'
import { addDays, compareSlots, nameOf, type Slot, type SlotDate } from '../slot.ts'
import { type AccountItem, balanceOn, type ItemBalance } from './account-item.ts'

/** The settlements before an account as they were known when their days were closed: what was signed of them. */
export interface ClosedBefore {
  /** The first day of the accounts that open with it. */
  readonly from: SlotDate
  readonly items: readonly AccountItem[]
}

/** It is due since and was not, it is due with other sums, or it cannot be said any more what is due. */
export type RestatedKind = 'added' | 'changed' | 'gone'

/**
 * What became of a settlement after its day was closed, other than the payment and the acceptance of what was due then: now less as closed.
 */
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
