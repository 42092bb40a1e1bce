import { type Amount, amountOf } from '../amount.ts'
import { differenceIn, type FiguresOrDifference } from '../assessment/counted-report.ts'
import { CODES_OF_FIGURES } from '../assessment/error-count.ts'
import type { SlotReport } from '../assessment/slot-report.ts'
import { type CaseGroup, groupCases } from '../findings/case.ts'
import { type Discrepancy, isOpen, leftOf } from '../findings/discrepancy.ts'
import { type Centavos, negate, sumOf, ZERO } from '../money.ts'
import { type DifferenceShares, type DifferenceState, isAboutMoney } from './settlement-money.ts'

/** Differences in both directions, never netted; both sums are positive. */
export interface Differences {
  /** Paid too little: the operator owes it. */
  readonly owed: Amount
  /** Paid too much. */
  readonly overpaid: Amount
}

/** The totals of some settlements (SPEC, section 7). Those that were not compared have amounts of their own. */
export interface MoneyTotals {
  /** Settlements that were compared, by their expected payout. */
  readonly compared: Amount
  /** The number of them without an error that is open, accepted or claimed. */
  readonly agreeing: number
  readonly expected: Centavos
  readonly paidOut: Centavos
  /** By the decision about them. Together they are paid out less expected. */
  readonly differences: Readonly<Record<Exclude<DifferenceState, 'none'>, Differences>>
  /** Failed settlements, by their expected payout: open ones, and those that a person claimed or accepted. */
  readonly failed: Amount
  readonly failedClaimed: Amount
  readonly failedAccepted: Amount
  /**
   * Settlements in process, by their expected payout; and those of them beyond their time, by the decision about them.
   */
  readonly inProcess: Amount
  readonly late: Amount
  readonly lateClaimed: Amount
  readonly lateAccepted: Amount
  /** Settlements that were read before but are gone, with an open finding, by their expected payout. */
  readonly gone: Amount
  /**
   * Slots with invoices that count but without a settlement, unless it is gone; and those of them that should have one
   * by now, by the decision about them.
   */
  readonly noSettlement: Amount
  readonly missing: Amount
  readonly missingClaimed: Amount
  readonly missingAccepted: Amount
  /** Slots that were due but not read whole, by the payout last read, if any. */
  readonly unread: Amount
  /** The number of them before the first or after the last day that was ever asked for. */
  readonly neverAsked: number
  /**
   * Final settlements with an open error that could not be compared with their lists, or whose date or cycle is another
   * slot's, by their payout.
   */
  readonly notComparable: Amount
  /**
   * Settlements of that kind whose error a person accepted or claimed, and gateway payouts that the policy leaves
   * unchecked.
   */
  readonly setAside: Amount
  /** Fees that differ from the tariff, by their open findings: charged too much, and too little. Both positive, never netted. */
  readonly feesTooMuch: Amount
  readonly feesTooLittle: Amount
  /** Payouts that the bank does not show, by their open findings. */
  readonly bankMissing: Amount
  /** What payouts arrived with less and with more than reported, by their open findings. Both positive, never netted. */
  readonly bankLess: Amount
  readonly bankMore: Amount
  /**
   * Settlements with an adjustment that lowers the payout and that chargebacks do not fully explain, by the unexplained
   * part.
   */
  readonly adjustmentsTaken: Amount
  /** Invoices that are chargebacks, new or open, by what they had paid. */
  readonly chargebacks: Amount
  /** Those of final settlements that no adjustment has debited yet, by their findings that nobody decided about. */
  readonly notDebited: Amount
  /** Settlements, not included above, whose final, paid or closed data changed. */
  readonly changed: number
  /** Settlements, not included above, whose figures disagree although their payout is right or was decided about. */
  readonly otherFigures: number
  /** Cases of open errors that no amount or number above covers. They may be about a list that changed, and so about its sums. */
  readonly otherErrors: number
  /** Claimed findings, each by its own pesos: fees above the tariff, what is missing at the bank, and adjustments that take. */
  readonly feesClaimed: Amount
  readonly bankClaimed: Amount
  readonly adjustmentsClaimed: Amount
  /** Compared settlements with accepted errors that are not of their accepted difference, by the pesos of the cases of these. */
  readonly othersAccepted: Amount
  /** Claimed cases that are in no claimed amount above. */
  readonly otherClaims: number
  /** Invoices that count. */
  readonly counted: number
  /** The number of listed invoices, whether they count or not. */
  readonly listed: number
  /** Slots of any kind that are due. */
  readonly due: number
  /** Slots that are not due yet. */
  readonly notDue: number
}

/** The part of a slot's report that totals need. Its discrepancies may be `DiscrepancyMark`s. */
export type MoneyReport = Pick<SlotReport, 'verdict' | 'settlement' | 'money' | 'fees' | 'totals' | 'isNeverAsked'> & {
  readonly discrepancies: readonly FoundMark[]
}

type FoundMark = Pick<
  Discrepancy,
  'case' | 'caseAmount' | 'slot' | 'code' | 'subject' | 'severity' | 'state' | 'amount' | 'recovered'
> &
  FiguresOrDifference

type FoundCase = CaseGroup<FoundMark>

const findingsOf = ({ first, others }: FoundCase): readonly FoundMark[] => [first, ...others]

const amountBy = <T>(items: readonly T[], sumOf: (item: T) => Centavos | null): Amount =>
  amountOf(items.map((item) => ({ sum: sumOf(item) ?? ZERO })))

export const moneyTotals = (reports: readonly MoneyReport[]): MoneyTotals => {
  const compared = reports.filter(isCompared)
  return {
    compared: amountBy(compared, ({ money }) => money.expected),
    agreeing: compared.filter(isWithoutError).length,
    expected: amountBy(compared, ({ money }) => money.expected).sum,
    paidOut: amountBy(compared, ({ money }) => money.paidOut).sum,
    differences: {
      open: differencesOf(compared, 'open'),
      claimed: differencesOf(compared, 'claimed'),
      accepted: differencesOf(compared, 'accepted'),
      tolerated: differencesOf(compared, 'tolerated'),
      paid: differencesOf(compared, 'paid'),
    },
    ...failures(reports),
    ...unsettled(reports),
    ...notCompared(reports),
    ...otherFindings(reports),
    othersAccepted: amountBy(
      compared.map(otherAcceptedIn).filter((cases) => cases.length > 0),
      (cases) => sumOf(cases.map(({ amount }) => amount ?? ZERO)),
    ),
    counted: reports.reduce((all, { totals }) => all + (totals?.counted ?? 0), 0),
    listed: reports.reduce((all, { totals }) => all + (totals?.listed.invoices ?? 0), 0),
    due: reports.filter(({ verdict }) => verdict !== 'not-due').length,
    notDue: reports.filter(({ verdict }) => verdict === 'not-due').length,
  }
}

const isCompared = ({ money }: MoneyReport): boolean => money.notCompared === null && money.expected !== null

const payoutOf = ({ settlement }: MoneyReport): Centavos | null => settlement?.payout ?? null

/** The expected payout of a settlement, or the reported one when that is unknown. */
const expectedOf = (report: MoneyReport): Centavos | null => report.money.expected ?? payoutOf(report)

const failures = (reports: readonly MoneyReport[]) => {
  const failed = reports.filter(({ money }) => money.notCompared === 'failed')
  const inState = (state: DifferenceState) =>
    amountBy(
      failed.filter(({ money }) => money.state === state),
      expectedOf,
    )
  return { failed: inState('open'), failedClaimed: inState('claimed'), failedAccepted: inState('accepted') }
}

const unsettled = (reports: readonly MoneyReport[]) => {
  const inProcess = reports.filter(({ money }) => money.notCompared === 'not-final')
  const noSettlement = reports.filter((report) => isWithoutSettlement(report) && !isGone(report))
  const listed = ({ money }: MoneyReport) => money.listed
  const inState = (state: DifferenceState, all: readonly MoneyReport[], sumOf: typeof listed) =>
    amountBy(
      all.filter(({ money }) => money.state === state),
      sumOf,
    )
  return {
    inProcess: amountBy(inProcess, expectedOf),
    late: inState('open', inProcess, expectedOf),
    lateClaimed: inState('claimed', inProcess, expectedOf),
    lateAccepted: inState('accepted', inProcess, expectedOf),
    gone: amountBy(reports.filter(isGone), goneSum),
    noSettlement: amountBy(noSettlement, listed),
    missing: inState('open', noSettlement, listed),
    missingClaimed: inState('claimed', noSettlement, listed),
    missingAccepted: inState('accepted', noSettlement, listed),
  }
}

const notCompared = (reports: readonly MoneyReport[]) => {
  const final = reports.filter(isNotComparable)
  return {
    unread: amountBy(reports.filter(isUnread), payoutOf),
    neverAsked: reports.filter((report) => isUnread(report) && report.isNeverAsked === true).length,
    notComparable: amountBy(final.filter(hasOpenFigures), payoutOf),
    setAside: amountBy(
      final.filter((report) => !hasOpenFigures(report)),
      payoutOf,
    ),
  }
}

/** Chargebacks, and open errors of settlements that are in no amount above. */
const otherFindings = (reports: readonly MoneyReport[]) => {
  const open = reports.flatMap(({ discrepancies }) => discrepancies.filter(isOpen))
  const amountWhere = (code: string): Amount =>
    amountBy(
      open.filter((one) => one.code === code),
      ({ amount }) => amount,
    )
  const unnamed = reports.filter((report) => !isNamed(report))
  const offTariff = reports.flatMap((report) =>
    hasOpen(report, 'FEES_MISMATCH') ? [report.fees.difference ?? ZERO] : [],
  )
  const atTheBank = open.filter(({ code }) => OTHER_SUM_AT_BANK.has(code))
  return {
    feesTooMuch: amountBy(
      offTariff.filter((difference) => difference > 0n),
      (difference) => difference,
    ),
    feesTooLittle: amountBy(
      offTariff.filter((difference) => difference < 0n),
      negate,
    ),
    bankMissing: amountWhere('BANK_MISSING'),
    bankLess: amountBy(
      atTheBank.filter((one) => Number(differenceIn(one)) < 0),
      ({ amount }) => amount,
    ),
    bankMore: amountBy(
      atTheBank.filter((one) => Number(differenceIn(one)) > 0),
      ({ amount }) => amount,
    ),
    adjustmentsTaken: amountBy(reports.flatMap(adjustmentsTakenIn), ({ amount }) => amount),
    chargebacks: amountWhere('CHARGEBACK'),
    notDebited: amountWhere('CHARGEBACK_NOT_DEBITED'),
    changed: unnamed.filter(hasChanged).length,
    otherFigures: unnamed.filter((report) => !hasChanged(report) && hasOpenFigures(report)).length,
    otherErrors:
      groupCases(reports.flatMap(openErrorsOf)).filter((one) => !findingsOf(one).some(isInAmount)).length +
      reports.filter(isWithoutAdjustments).flatMap(unexplainedAdjustments).length,
    ...claims(reports),
  }
}

const isOfFees = ({ code, severity }: FoundMark): boolean => code === 'FEES_MISMATCH' && severity === 'error'
/** Whether less arrived at the bank than was paid out, or nothing. */
export const isLessAtBank = (found: FoundMark): boolean =>
  found.code === 'BANK_MISSING' || (OTHER_SUM_AT_BANK.has(found.code) && Number(differenceIn(found)) < 0)
const isOfAdjustments = ({ code, severity }: FoundMark): boolean => code === 'ADJUSTMENT' && severity === 'error'

const claims = (reports: readonly MoneyReport[]) => {
  const claimed = reports.flatMap(({ discrepancies }) => discrepancies.filter(({ state }) => state === 'claimed'))
  const amountWhere = (isOne: (found: FoundMark) => boolean): Amount => amountBy(claimed.filter(isOne), leftOf)
  const isNamedHere = (found: FoundMark) => isOfFees(found) || isLessAtBank(found) || isOfAdjustments(found)
  return {
    feesClaimed: amountWhere(isOfFees),
    bankClaimed: amountWhere(isLessAtBank),
    adjustmentsClaimed: amountWhere(isOfAdjustments),
    otherClaims: reports.flatMap(unnamedClaims).filter((one) => !findingsOf(one).some(isNamedHere)).length,
  }
}

/** The accepted cases of errors, but for that of the accepted difference of the settlement. */
const otherAcceptedIn = ({ discrepancies, money }: MoneyReport): readonly FoundCase[] => {
  const isOfDifference = (found: FoundMark) => money.shares.accepted !== ZERO && isAboutMoney(found, money)
  return groupCases(discrepancies).filter(
    (one) => one.state === 'accepted' && one.first.severity === 'error' && !findingsOf(one).some(isOfDifference),
  )
}

/** The decision about a settlement's money covers its claimed cases about figures. */
const unnamedClaims = ({ discrepancies, money }: MoneyReport): readonly FoundCase[] =>
  groupCases(discrepancies.filter(({ state }) => state === 'claimed')).filter(
    (one) => !(money.state === 'claimed' && findingsOf(one).some(({ code }) => isAboutFigures(code))),
  )

/** Whether an amount above covers the open errors of the settlement. */
const isNamed = (report: MoneyReport): boolean => {
  const { money } = report
  if (hasOpen(report, 'FEES_MISMATCH') && report.fees.difference !== null) return true
  if (isCompared(report)) return money.state === 'open'
  return (
    (money.notCompared === 'failed' && money.state === 'open') ||
    isUnread(report) ||
    isLate(report) ||
    isMissing(report) ||
    isGone(report) ||
    (isNotComparable(report) && hasOpenFigures(report))
  )
}

/** Whether a gateway reading leaves adjustments out of the payout. */
const isWithoutAdjustments = ({ money: { parts } }: MoneyReport): boolean => parts?.adjustments === ZERO

/** The open findings of adjustments that lower the payout and that nothing explains. */
export const adjustmentsTakenIn = (report: MoneyReport): readonly FoundMark[] =>
  isWithoutAdjustments(report) ? [] : unexplainedAdjustments(report)

const unexplainedAdjustments = (report: MoneyReport) => openErrorsOf(report).filter(({ code }) => code === 'ADJUSTMENT')

/** Codes of payouts that arrived with another sum, to be confirmed or not. */
const OTHER_SUM_AT_BANK: ReadonlySet<string> = new Set(['BANK_DIFFERS', 'BANK_UNCONFIRMED'])

/** Codes of findings that an amount above covers. */
const CODES_OF_AMOUNTS: ReadonlySet<string> = new Set(['ADJUSTMENT', 'BANK_MISSING', ...OTHER_SUM_AT_BANK])

const isAboutFigures = (code: string): boolean => CODES_OF_FIGURES.has(code) || code === 'SETTLEMENT_ERROR'

const isInAmount = ({ code }: FoundMark): boolean => isAboutFigures(code) || CODES_OF_AMOUNTS.has(code)

const isWithoutError = ({ discrepancies }: MoneyReport): boolean =>
  discrepancies.every(({ severity, state }) => severity !== 'error' || state === 'resolved')

const openErrorsOf = ({ discrepancies }: MoneyReport) =>
  discrepancies.filter((one) => one.severity === 'error' && isOpen(one))

const hasOpenFigures = (report: MoneyReport): boolean => openErrorsOf(report).some(({ code }) => isAboutFigures(code))

const hasChanged = (report: MoneyReport): boolean =>
  openErrorsOf(report).some(({ code }) => CODES_OF_CHANGED_SETTLEMENTS.has(code))

/** Codes of findings that compare a settlement with its own past. */
const CODES_OF_CHANGED_SETTLEMENTS: ReadonlySet<string> = new Set([
  'SETTLEMENT_CHANGED',
  'SETTLEMENT_VANISHED',
  'STATUS_REGRESSED',
  'RESTATED',
])

const isWithoutSettlement = ({ money, totals }: MoneyReport): boolean =>
  money.notCompared === 'no-settlement' && totals !== null && totals.counted > 0

const isGone = (report: MoneyReport): boolean =>
  report.money.notCompared === 'no-settlement' && hasOpen(report, 'SETTLEMENT_VANISHED')

const goneSum = ({ discrepancies }: MoneyReport): Centavos | null =>
  discrepancies.find(({ code }) => code === 'SETTLEMENT_VANISHED')?.amount ?? null

const hasOpen = ({ discrepancies }: MoneyReport, code: string): boolean =>
  discrepancies.some((one) => one.code === code && isOpen(one))

const isLate = ({ money }: MoneyReport): boolean => money.notCompared === 'not-final' && money.state === 'open'

const isMissing = (report: MoneyReport): boolean => isWithoutSettlement(report) && report.money.state === 'open'

const isUnread = ({ money, verdict }: MoneyReport): boolean => money.notCompared === 'unread' && verdict !== 'not-due'

/** A gateway payout that the policy leaves unchecked was not compared either. */
const isNotComparable = ({ money }: MoneyReport): boolean =>
  money.notCompared === null
    ? money.expected === null
    : money.notCompared === 'malformed' || money.notCompared === 'echo'

const differencesOf = (compared: readonly MoneyReport[], state: keyof DifferenceShares): Differences => {
  const differences = compared.map(({ money }) => money.shares[state]).filter((share) => share !== ZERO)
  return {
    owed: amountBy(
      differences.filter((difference) => difference < 0n),
      negate,
    ),
    overpaid: amountBy(
      differences.filter((difference) => difference > 0n),
      (difference) => difference,
    ),
  }
}
