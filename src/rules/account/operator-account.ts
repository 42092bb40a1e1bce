import { type Days, isWithin } from '../../core/calendar/calendar.ts'
import { type FeesOfMonth, type InvoicedFees, invoicedOf } from '../../core/fees/operator-invoice.ts'
import {
  type Amount,
  amountOf,
  amountOfSums,
  type Centavos,
  minus,
  negate,
  plus,
  sumOf,
  ZERO,
} from '../../core/money.ts'
import type { Policy } from '../../core/policy.ts'
import type { Totals } from '../../core/pull/tally.ts'
import { addDays, nameOf, type SlotDate } from '../../core/slot.ts'
import { assertThat } from '../../std/assert-that.ts'
import { compareText } from '../../std/compare-text.ts'
import {
  bothWays,
  type ChargebackAccount,
  type ChargebackBalance,
  chargebackBalance,
  unexplainedOf,
} from '../assessment/chargeback-account.ts'
import type { SlotReport } from '../assessment/slot-report.ts'
import {
  type AccountItem,
  type BalanceKind,
  balanceOn,
  type ClosedBefore,
  type ClosedMove,
  closedMoves,
  type ItemBalance,
  kindOfDifference,
  type RestatedDays,
  restatedDays,
} from './account-item.ts'
import { type ArrivalFacts, type BankAccount, bankAccount, type PaidPayout } from './bank-account.ts'
import { isOffTariff } from './settlement-fees.ts'
import { isCreditExpected, reportedPayout } from './settlement-money.ts'
import type { SettlementTimes } from './settlement-times.ts'

/** The part of a slot's report that the account needs. */
export type AccountReport = Pick<SlotReport, 'slot' | 'verdict' | 'settlement' | 'money' | 'fees' | 'totals'>

/** All known facts, of every settlement and not only of those of the range. */
export interface AccountFacts {
  readonly reports: readonly AccountReport[]
  /** By the name of the slot (`nameOf`). */
  readonly times: ReadonlyMap<string, SettlementTimes>
  readonly chargebacks: ChargebackAccount
  readonly policy: Pick<Policy, 'collectedBasis' | 'feesTolerance'>
  /** Null when no bank statement was ever imported. */
  readonly bank: ArrivalFacts | null
  /** What was signed of the days before an account; null or absent where they are open. Accounts of another first day open as known now. */
  readonly closedBefore?: ClosedBefore | null
  /** The operator's invoices by month; none when absent. */
  readonly invoiced?: readonly FeesOfMonth[]
}

/**
 * The account with the operator over a range of settlement dates, as known now (SPEC, section 7). In centavos; a
 * balance is positive when the operator owes it. It adds up: opening + due - paid out - accepted - recovered = closing, and each of
 * these is the sum of its parts. After a closing, opening is what was signed then, and what closed days became since is due, paid out and
 * accepted here, so that the accounts that were signed add up to that of all their days.
 */
export interface OperatorAccount extends Days {
  /** Due before the range, and neither paid out nor accepted by its beginning. */
  readonly opening: Centavos
  readonly due: DueInRange
  /** Included in due, paid out and accepted. Null where the days before the range are open. */
  readonly restated: RestatedDays | null
  readonly paidOut: {
    readonly sum: Centavos
    /** Paid out of settlements of the range, and of settlements due before it. */
    readonly ofRange: Amount
    readonly ofBefore: Amount
  }
  /** Differences and failures that a person accepted in the range, and so took out of the account. Both directions, netted only in `sum`. */
  readonly accepted: {
    readonly sum: Centavos
    readonly underpaid: Amount
    readonly overpaid: Amount
    readonly failed: Amount
  }
  /** Claims that were paid elsewhere in the range, by an adjustment or a credit at the bank, and so left the account. */
  readonly recovered: Amount
  readonly closing: Centavos
  /** The parts of closing; overpaid sums are positive here, and are subtracted. */
  readonly closingParts: Readonly<Record<BalanceKind, Amount>>
  /** The settlements of the closing balance, in order of slot. */
  readonly items: readonly ItemBalance[]
  readonly beside: BesideAccount
  /** What arrived at the bank of the payouts in the range; null when no bank statement was ever imported. */
  readonly bank: BankAccount | null
}

/** The expected payouts of the settlements of the range, and their parts. */
interface DueInRange {
  /** With what was restated of closed days. */
  readonly sum: Centavos
  /** Those of the range, and those of closed days that were added to what is due. */
  readonly settlements: number
  readonly collected: Centavos
  readonly feesDeducted: Centavos
  readonly adjustmentsExplained: Centavos
  /** Adjustments that chargebacks do not explain: those that lower payouts, and those that raise them. Both positive, never netted. */
  readonly adjustmentsNotExplained: ChargebackBalance['withoutChargeback']
  /** The adjustments of settlements that failed, with their effect on the payout that failed. */
  readonly adjustmentsOfFailed: Centavos
  /** Null when no settlement of the range has such a reading. */
  readonly keptByGateway: Centavos | null
  /** Collected by payment method, largest first. Fees, adjustments and differences cannot be split by method. */
  readonly byMethod: readonly MethodAmount[]
}

interface MethodAmount {
  /** As the service writes it; null when an invoice names none. */
  readonly method: string | null
  readonly invoices: number
  readonly sum: Centavos
}

/** Amounts of the same days that are in no line of the account. */
interface BesideAccount {
  /** Settlements without an expected payout, by the payout they report. */
  readonly notCompared: Amount
  /** Settlements that could not be read whole, by the payout last read, if any. */
  readonly notRead: Amount
  /** Settlements due before the range that could not be read whole, by the payout last read, if any: they are in no balance. */
  readonly notReadBefore: Amount
  /** Slots with invoices that count but without a settlement yet. The number is that of slots. */
  readonly noSettlement: Amount
  readonly feesNotDeducted: Centavos
  /** Fees compared with the tariff, deducted or billed apart; null without a tariff. */
  readonly fees: FeesBeside | null
  readonly chargebacks: ChargebackBalance
  /** What the operator invoiced for months of these days; null without an invoice. */
  readonly invoiced: InvoicedFees | null
}

/** It adds up: charged = expected + tooMuch - tooLittle + withinTolerance. */
export interface FeesBeside {
  /** The fees of the settlements that were compared. */
  readonly charged: Amount
  readonly expected: Centavos
  readonly tooMuch: Amount
  /** Fees charged too little, as a positive sum. */
  readonly tooLittle: Amount
  /** Differences within the tolerance, signed: charged less expected. */
  readonly withinTolerance: Amount
  /** Fees of settlements that were not compared, as charged. */
  readonly notCompared: Amount
}

export const operatorAccount = (facts: AccountFacts, { from, to }: Days): OperatorAccount => {
  const items = accountItems(facts)
  const closed = facts.closedBefore?.from === from ? closedMoves(facts.closedBefore, items, to) : null
  const moves = items.flatMap((item) =>
    closed !== null && item.slot.date < from ? [] : (moveIn({ from, to }, item) ?? []),
  )
  const restated = closed && restatedDays(closed)
  const all: readonly Balances[] = [...(closed ?? []), ...moves]
  const due = dueOf(
    moves.filter(({ now }) => now.slot.date >= from),
    restated,
    facts,
  )
  const paidOut = paidOutOf(all, restated, from)
  const accepted = acceptedOf(all, restated)
  const open = all.flatMap(({ now }) => (now === null || now.balance === ZERO ? [] : now))
  const opening = sumOf(all.map(({ before }) => before?.balance ?? ZERO))
  const closing = sumOf(open.map(({ balance }) => balance))
  const recovered = amountOfSums(
    all
      .map(({ before, now }) => minus(now?.recovered ?? ZERO, before?.recovered ?? ZERO))
      .filter((sum) => sum !== ZERO),
  )
  const made = minus(minus(minus(plus(opening, due.sum), paidOut.sum), accepted.sum), recovered.sum)
  assertThat(made === closing, () => `the account from ${from} to ${to} does not foot`)
  return {
    from,
    to,
    opening,
    due,
    restated,
    paidOut,
    accepted,
    recovered,
    closing,
    closingParts: partsOf(open),
    items: open,
    beside: besideOf(facts, { from, to }),
    bank: facts.bank && bankAccount(paidPayouts(facts), facts.bank, { from, to }),
  }
}

/** Every payout that was made, compared or not, and those of which nothing was paid out and a credit is tied. */
const paidPayouts = ({ reports, times, bank }: AccountFacts): readonly PaidPayout[] =>
  reports.flatMap(({ slot, money }) => {
    const paidOut = money.paidOut ?? ZERO
    if (paidOut === ZERO && bank?.arrivals.get(nameOf(slot))?.kind !== 'arrived') return []
    const { paidOn, acceptedAtBankOn: acceptedOn, recoveriesAtBank: recoveries } = times.get(nameOf(slot)) ?? NEVER
    return [{ slot, paidOut, isExpected: isCreditExpected(money), paidOn: paidOn ?? slot.date, acceptedOn, recoveries }]
  })

/** A settlement before the range and at its end; the change is what happened in the range. */
type Balances = Pick<ClosedMove, 'before' | 'now'> & { readonly restated?: ClosedMove['restated'] }

interface Move extends Balances {
  readonly item: AccountItem
  readonly now: ItemBalance
}

const moveIn = ({ from, to }: Days, item: AccountItem): Move | null => {
  const now = balanceOn(to, item)
  return now && { item, before: balanceOn(addDays(from, -1), item), now }
}

/** Every settlement with an expected payout. */
export const accountItems = ({ reports, times }: Pick<AccountFacts, 'reports' | 'times'>): readonly AccountItem[] =>
  reports.flatMap(({ slot, money }): AccountItem | readonly [] => {
    const { expected, listed, parts } = money
    if (expected === null || listed === null || parts === null) return []
    return { slot, expected, listed, parts, money, times: times.get(nameOf(slot)) ?? NEVER }
  })

const NEVER: SettlementTimes = {
  paidOn: null,
  acceptedOn: null,
  acceptedAtBankOn: null,
  recoveries: [],
  recoveriesAtBank: [],
  statuses: [],
}

const dueOf = (
  moves: readonly Move[],
  restated: RestatedDays | null,
  { chargebacks, reports, policy }: AccountFacts,
): DueInRange => {
  const items = moves.map(({ item }) => item)
  const parts = items.map((item) => item.parts)
  const unexplained = new Map(chargebacks.adjustments.map((one) => [nameOf(one.slot), unexplainedOf(one)]))
  const [failed, others] = [items.filter(hasFailedMoney), items.filter((item) => !hasFailedMoney(item))]
  const adjustments = others.map((item) => ({
    sum: item.parts.adjustments,
    open: unexplained.get(nameOf(item.slot)) ?? ZERO,
  }))
  const kept = parts.filter(({ keptByGateway }) => keptByGateway !== ZERO)
  const names = new Set(items.map(({ slot }) => nameOf(slot)))
  const due = {
    sum: sumOf([...items.map(({ expected }) => expected), restated?.due ?? ZERO]),
    settlements: items.length + (restated?.added ?? 0),
    collected: sumOf(items.map(({ listed }) => listed)),
    feesDeducted: sumOf(parts.map(({ feesDeducted }) => feesDeducted)),
    adjustmentsExplained: sumOf(adjustments.map(({ sum, open }) => minus(sum, open))),
    adjustmentsNotExplained: bothWays(adjustments.map(({ open }) => open)),
    adjustmentsOfFailed: sumOf(failed.map((item) => item.parts.adjustments)),
    keptByGateway: kept.length === 0 ? null : sumOf(kept.map(({ keptByGateway }) => keptByGateway)),
    byMethod: methodsOf(
      reports.flatMap(({ slot, totals }) => (totals !== null && names.has(nameOf(slot)) ? totals : [])),
      policy,
    ),
  }
  const { taken, brought } = due.adjustmentsNotExplained
  const adjusted = due.adjustmentsExplained - taken.sum + brought.sum + due.adjustmentsOfFailed
  const made = due.collected - due.feesDeducted + adjusted
  assertThat(
    made - (due.keptByGateway ?? ZERO) + (restated?.due ?? ZERO) === due.sum,
    () => 'what is due is not the sum of its parts',
  )
  return due
}

const hasFailedMoney = ({ money }: AccountItem): boolean => money.notCompared === 'failed'

const methodsOf = (lists: readonly Totals[], { collectedBasis }: AccountFacts['policy']): readonly MethodAmount[] => {
  const methods = new Map<string, { invoices: number; sum: Centavos }>()
  for (const { byMethod } of lists) {
    for (const [method, sum] of byMethod) {
      const before = methods.get(method) ?? { invoices: 0, sum: ZERO }
      methods.set(method, {
        invoices: before.invoices + sum.invoices,
        sum: plus(before.sum, sum[collectedBasis]),
      })
    }
  }
  return [...methods]
    .map(([method, amount]) => ({ method: method || null, ...amount }))
    .sort((a, b) => Number(b.sum - a.sum) || compareText(a.method ?? '', b.method ?? ''))
}

/** What was restated is not counted twice. */
const paidOutOf = (
  moves: readonly Balances[],
  restated: RestatedDays | null,
  from: SlotDate,
): OperatorAccount['paidOut'] => {
  const paid = moves.flatMap(({ before, now, restated: other }) => {
    const sum = minus(minus(now?.paidOut ?? ZERO, before?.paidOut ?? ZERO), other?.paidOut ?? ZERO)
    return now === null || now.paidOut === null || isPaidOutBefore(before, other) ? [] : [{ date: now.slot.date, sum }]
  })
  const [ofRange, ofBefore] = [paid.filter(({ date }) => date >= from), paid.filter(({ date }) => date < from)]
  return {
    sum: sumOf([...paid.map(({ sum }) => sum), restated?.paidOut ?? ZERO]),
    ofRange: amountOf(ofRange),
    ofBefore: amountOf(ofBefore),
  }
}

/** A payout of closed days that was not due at their closing is restated whole. */
const isPaidOutBefore = (before: ItemBalance | null, restated: ClosedMove['restated'] | undefined): boolean =>
  before === null ? restated !== undefined : before.paidOut !== null

const acceptedOf = (moves: readonly Balances[], restated: RestatedDays | null): OperatorAccount['accepted'] => {
  const accepted = moves.flatMap(({ before, now, restated: other }) => {
    const sum = minus(minus(now?.accepted ?? ZERO, before?.accepted ?? ZERO), other?.accepted ?? ZERO)
    return now === null || sum === ZERO ? [] : [{ kind: now.paidOut === null ? now.kind : kindOfDifference(sum), sum }]
  })
  const ofKind = (kind: BalanceKind) => amountOf(accepted.filter((one) => one.kind === kind))
  const overpaid = ofKind('overpaid')
  return {
    sum: sumOf([...accepted.map(({ sum }) => sum), restated?.accepted ?? ZERO]),
    underpaid: ofKind('underpaid'),
    overpaid: { ...overpaid, sum: negate(overpaid.sum) },
    failed: ofKind('failed'),
  }
}

const partsOf = (open: readonly ItemBalance[]): OperatorAccount['closingParts'] => {
  const ofKind = (kind: BalanceKind): Amount =>
    amountOf(open.filter((one) => one.kind === kind).map(({ balance }) => ({ sum: balance })))
  const overpaid = ofKind('overpaid')
  return {
    'in-process': ofKind('in-process'),
    failed: ofKind('failed'),
    underpaid: ofKind('underpaid'),
    overpaid: { ...overpaid, sum: negate(overpaid.sum) },
  }
}

const besideOf = ({ reports, chargebacks, policy, invoiced = [] }: AccountFacts, days: Days): BesideAccount => {
  const ofRange = reports.filter(({ slot, verdict }) => isWithin(slot.date, days) && verdict !== 'not-due')
  const withoutExpected = ofRange.filter(
    ({ money }) => money.expected === null && money.notCompared !== 'no-settlement',
  )
  const amountWhere = (isUnread: boolean): Amount =>
    amountOf(
      withoutExpected
        .filter(({ money }) => (money.notCompared === 'unread') === isUnread)
        .map(({ money }) => ({ sum: reportedPayout(money) })),
    )
  const noSettlement = ofRange.flatMap(({ money, totals }) =>
    money.notCompared === 'no-settlement' && totals !== null && totals.counted > 0 ? [{ sum: totals.collected }] : [],
  )
  return {
    notCompared: amountWhere(false),
    notRead: amountWhere(true),
    notReadBefore: amountOf(
      unreadReports(reports).flatMap(({ slot, money }) =>
        slot.date < days.from ? [{ sum: reportedPayout(money) }] : [],
      ),
    ),
    noSettlement: amountOf(noSettlement),
    feesNotDeducted: sumOf(ofRange.map(({ money }) => money.parts?.feesNotDeducted ?? ZERO)),
    fees: feesBeside(ofRange, policy),
    chargebacks: chargebackBalance(chargebacks, days),
    invoiced: invoicedOf(invoiced, days),
  }
}

/** The reports of settlements that were due and not read whole. */
const unreadReports = <R extends Pick<AccountReport, 'money' | 'verdict'>>(reports: readonly R[]): readonly R[] =>
  reports.filter(({ money, verdict }) => money.notCompared === 'unread' && verdict !== 'not-due')

const feesBeside = (reports: readonly AccountReport[], policy: AccountFacts['policy']): FeesBeside | null => {
  const charged = reports.flatMap(({ fees, totals }) =>
    fees.charged === null ? [] : [{ ...fees, sum: fees.charged, isOff: isOffTariff(fees, totals, policy) }],
  )
  if (charged.every(({ expected }) => expected === null)) return null
  const compared = charged.filter(({ notCompared }) => notCompared === null)
  const differences = compared.flatMap(({ difference, isOff }) =>
    difference === null || difference === ZERO ? [] : [{ sum: difference, isOff }],
  )
  const tooLittle = amountOf(differences.filter(({ sum, isOff }) => isOff && sum < ZERO))
  return {
    charged: amountOf(compared),
    expected: sumOf(compared.map(({ expected }) => expected).filter((expected) => expected !== null)),
    tooMuch: amountOf(differences.filter(({ sum, isOff }) => isOff && sum > ZERO)),
    tooLittle: { ...tooLittle, sum: negate(tooLittle.sum) },
    withinTolerance: amountOf(differences.filter(({ isOff }) => !isOff)),
    notCompared: amountOf(charged.filter(({ notCompared }) => notCompared !== null)),
  }
}
