import { addAmounts } from '../amount.ts'
import { plus } from '../money.ts'
import { type Differences, type MoneyTotals, moneyTotals } from './money-totals.ts'

export const NO_TOTALS: MoneyTotals = moneyTotals([])

/** Adds the totals of several merchants, which share no settlement. */
export const addTotals = (a: MoneyTotals, b: MoneyTotals): MoneyTotals => ({
  compared: addAmounts(a.compared, b.compared),
  agreeing: a.agreeing + b.agreeing,
  expected: plus(a.expected, b.expected),
  paidOut: plus(a.paidOut, b.paidOut),
  differences: {
    open: addDifferences(a.differences.open, b.differences.open),
    claimed: addDifferences(a.differences.claimed, b.differences.claimed),
    accepted: addDifferences(a.differences.accepted, b.differences.accepted),
    tolerated: addDifferences(a.differences.tolerated, b.differences.tolerated),
    paid: addDifferences(a.differences.paid, b.differences.paid),
  },
  failed: addAmounts(a.failed, b.failed),
  failedClaimed: addAmounts(a.failedClaimed, b.failedClaimed),
  failedAccepted: addAmounts(a.failedAccepted, b.failedAccepted),
  inProcess: addAmounts(a.inProcess, b.inProcess),
  late: addAmounts(a.late, b.late),
  lateClaimed: addAmounts(a.lateClaimed, b.lateClaimed),
  lateAccepted: addAmounts(a.lateAccepted, b.lateAccepted),
  gone: addAmounts(a.gone, b.gone),
  noSettlement: addAmounts(a.noSettlement, b.noSettlement),
  missing: addAmounts(a.missing, b.missing),
  missingClaimed: addAmounts(a.missingClaimed, b.missingClaimed),
  missingAccepted: addAmounts(a.missingAccepted, b.missingAccepted),
  unread: addAmounts(a.unread, b.unread),
  neverAsked: a.neverAsked + b.neverAsked,
  notComparable: addAmounts(a.notComparable, b.notComparable),
  setAside: addAmounts(a.setAside, b.setAside),
  feesTooMuch: addAmounts(a.feesTooMuch, b.feesTooMuch),
  feesTooLittle: addAmounts(a.feesTooLittle, b.feesTooLittle),
  bankMissing: addAmounts(a.bankMissing, b.bankMissing),
  bankLess: addAmounts(a.bankLess, b.bankLess),
  bankMore: addAmounts(a.bankMore, b.bankMore),
  adjustmentsTaken: addAmounts(a.adjustmentsTaken, b.adjustmentsTaken),
  chargebacks: addAmounts(a.chargebacks, b.chargebacks),
  notDebited: addAmounts(a.notDebited, b.notDebited),
  changed: a.changed + b.changed,
  otherFigures: a.otherFigures + b.otherFigures,
  otherErrors: a.otherErrors + b.otherErrors,
  feesClaimed: addAmounts(a.feesClaimed, b.feesClaimed),
  bankClaimed: addAmounts(a.bankClaimed, b.bankClaimed),
  adjustmentsClaimed: addAmounts(a.adjustmentsClaimed, b.adjustmentsClaimed),
  othersAccepted: addAmounts(a.othersAccepted, b.othersAccepted),
  otherClaims: a.otherClaims + b.otherClaims,
  counted: a.counted + b.counted,
  listed: a.listed + b.listed,
  due: a.due + b.due,
  notDue: a.notDue + b.notDue,
})

const addDifferences = (a: Differences, b: Differences): Differences => ({
  owed: addAmounts(a.owed, b.owed),
  overpaid: addAmounts(a.overpaid, b.overpaid),
})
