import type { SlotReport } from '../assessment/slot-report.ts'
import type { Discrepancy } from '../findings/discrepancy.ts'
import { isOpen } from '../findings/discrepancy.ts'
import { type Centavos, negate, plus, ZERO } from '../money.ts'
import type { DifferenceState } from './settlement-money.ts'

/** How many, and what they come to, in centavos. */
export interface Amount {
  readonly number: number
  readonly sum: Centavos
}

/** Differences both ways, never netted; both sums are positive. */
export interface Differences {
  /** Paid too little: the operator owes it. */
  readonly owed: Amount
  /** Paid too much. */
  readonly overpaid: Amount
}

/** What some settlements come to (SPEC, section 7). Those that were not compared stand in amounts of their own. */
export interface MoneyTotals {
  /** Settlements that were compared, what they should pay out, and what they did. */
  readonly compared: Amount
  readonly expected: Centavos
  readonly paidOut: Centavos
  /** By what was decided about them. Together they are paid out less expected. */
  readonly differences: Readonly<Record<Exclude<DifferenceState, 'none'>, Differences>>
  /** Failed settlements, by what they should pay out; and those of them that a person accepted. */
  readonly failed: Amount
  readonly failedAccepted: Amount
  /** Settlements that are neither final nor failed, by what they should pay out; and those of them beyond their time. */
  readonly inProcess: Amount
  readonly late: Amount
  /** Invoices that count in slots without a settlement; and those of them that should have one by now. */
  readonly noSettlement: Amount
  readonly missing: Amount
  /** Slots that were due and not read whole, and the payout of the last whole reading, where there is one. */
  readonly unread: Amount
  /** Final settlements that could not be held against their lists, or that answer for another slot: by their payout. */
  readonly notComparable: Amount
  /** Invoices that are chargebacks, new or open: what they had paid. */
  readonly chargebacks: Amount
  /** Open errors of settlements of which nothing above tells that something is wrong. */
  readonly otherErrors: number
  /** Invoices that count. */
  readonly counted: number
  /** Slots of any kind that have come due. */
  readonly due: number
  /** Slots whose hour has not come. */
  readonly notDue: number
}

/** What the totals need of a slot: its discrepancies may be marks of the real ones. */
export type MoneyReport = Pick<SlotReport, 'verdict' | 'settlement' | 'money' | 'totals'> & {
  readonly discrepancies: readonly Pick<Discrepancy, 'code' | 'severity' | 'state' | 'amount'>[]
}

export const NOTHING: Amount = { number: 0, sum: ZERO }

const amountOf = <T>(items: readonly T[], sumOf: (item: T) => Centavos | null): Amount => ({
  number: items.length,
  sum: items.reduce<Centavos>((all, item) => plus(all, sumOf(item) ?? ZERO), ZERO),
})

export const moneyTotals = (reports: readonly MoneyReport[]): MoneyTotals => {
  const compared = reports.filter(({ money }) => money.notCompared === null && money.expected !== null)
  const failed = reports.filter(({ money }) => money.notCompared === 'failed')
  const inProcess = reports.filter(({ money }) => money.notCompared === 'not-final')
  const noSettlement = reports.filter(
    ({ money, totals }) => money.notCompared === 'no-settlement' && hasCounted(totals),
  )
  const unread = reports.filter(({ money, verdict }) => money.notCompared === 'unread' && verdict !== 'not-due')
  const expectedOf = ({ money, settlement }: MoneyReport): Centavos | null =>
    money.expected ?? settlement?.payout ?? null
  const chargebacks = reports.flatMap(({ discrepancies }) =>
    discrepancies.filter((one) => one.code === 'CHARGEBACK' && isOpen(one)),
  )
  return {
    compared: amountOf(compared, ({ money }) => money.expected),
    expected: amountOf(compared, ({ money }) => money.expected).sum,
    paidOut: amountOf(compared, ({ money }) => money.paidOut).sum,
    differences: {
      open: differencesOf(compared, 'open'),
      claimed: differencesOf(compared, 'claimed'),
      accepted: differencesOf(compared, 'accepted'),
      tolerated: differencesOf(compared, 'tolerated'),
    },
    failed: amountOf(
      failed.filter(({ money }) => money.state !== 'accepted'),
      expectedOf,
    ),
    failedAccepted: amountOf(
      failed.filter(({ money }) => money.state === 'accepted'),
      expectedOf,
    ),
    inProcess: amountOf(inProcess, expectedOf),
    late: amountOf(
      inProcess.filter((report) => hasOpen(report, 'SETTLEMENT_OVERDUE')),
      expectedOf,
    ),
    noSettlement: amountOf(noSettlement, ({ money }) => money.listed),
    missing: amountOf(noSettlement.filter(isMissing), ({ money }) => money.listed),
    unread: amountOf(unread, ({ settlement }) => settlement?.payout ?? null),
    notComparable: amountOf(reports.filter(isNotComparable), ({ settlement }) => settlement?.payout ?? null),
    chargebacks: amountOf(chargebacks, ({ amount }) => amount),
    otherErrors: reports.reduce((all, report) => all + otherErrorsOf(report), 0),
    counted: reports.reduce((all, { totals }) => all + (totals?.counted ?? 0), 0),
    due: reports.filter(({ verdict }) => verdict !== 'not-due').length,
    notDue: reports.filter(({ verdict }) => verdict === 'not-due').length,
  }
}

const hasCounted = (totals: MoneyReport['totals']): boolean => (totals?.counted ?? 0) > 0

const hasOpen = ({ discrepancies }: MoneyReport, code: string): boolean =>
  discrepancies.some((one) => one.code === code && isOpen(one))

const isMissing = ({ discrepancies }: MoneyReport): boolean =>
  discrepancies.some(
    (one) =>
      (one.code === 'SETTLEMENT_MISSING' || one.code === 'SETTLEMENT_VANISHED') &&
      one.severity === 'error' &&
      isOpen(one),
  )

/** A gateway payout that policy leaves unchecked was not compared either. */
const isNotComparable = ({ money }: MoneyReport): boolean =>
  money.notCompared === 'malformed' ||
  money.notCompared === 'echo' ||
  (money.notCompared === null && money.expected === null)

const differencesOf = (compared: readonly MoneyReport[], state: DifferenceState): Differences => {
  const differences = compared.flatMap(({ money }) => (money.state === state ? (money.difference ?? []) : []))
  return {
    owed: amountOf(
      differences.filter((difference) => difference < 0n),
      negate,
    ),
    overpaid: amountOf(
      differences.filter((difference) => difference > 0n),
      (difference) => difference,
    ),
  }
}

/** Where the figures are off in a way that has an amount of its own, its errors are about that. */
const otherErrorsOf = (report: MoneyReport): number => {
  const { verdict, money, discrepancies } = report
  if (verdict !== 'exceptions' && verdict !== 'discrepant') return 0
  const hasAmount =
    (money.difference !== null && money.difference !== ZERO) ||
    hasOpen(report, 'SETTLEMENT_OVERDUE') ||
    isMissing(report) ||
    isNotComparable(report)
  if (verdict === 'discrepant' && hasAmount) return 0
  return discrepancies.filter((one) => one.severity === 'error' && isOpen(one)).length
}
