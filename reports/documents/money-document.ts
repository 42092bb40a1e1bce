import type { Differences, MoneyTotals } from '../../src/domain/account/money-totals.ts'
import type { Amount } from '../../src/domain/amount.ts'
import { addAmounts } from '../../src/domain/amount.ts'
import type { Json } from '../../src/domain/cell.ts'

/** The sums of some settlements as JSON: counts, and money in COP. */
export const moneyDocument = (totals: MoneyTotals): { readonly [name: string]: Json } => ({
  compared: amountDocument(totals.compared),
  expected: totals.expected,
  paidOut: totals.paidOut,
  open: differencesDocument(totals.differences.open),
  claimed: differencesDocument(totals.differences.claimed),
  accepted: differencesDocument(totals.differences.accepted),
  tolerated: differencesDocument(totals.differences.tolerated),
  paid: differencesDocument(totals.differences.paid),
  failed: amountDocument(totals.failed),
  failedClaimed: amountDocument(totals.failedClaimed),
  failedAccepted: amountDocument(totals.failedAccepted),
  inProcess: amountDocument(totals.inProcess),
  late: amountDocument(totals.late),
  lateClaimed: amountDocument(totals.lateClaimed),
  lateAccepted: amountDocument(totals.lateAccepted),
  gone: amountDocument(totals.gone),
  noSettlement: amountDocument(totals.noSettlement),
  missing: amountDocument(totals.missing),
  missingClaimed: amountDocument(totals.missingClaimed),
  missingAccepted: amountDocument(totals.missingAccepted),
  unread: amountDocument(totals.unread),
  notComparable: amountDocument(totals.notComparable),
  setAside: amountDocument(totals.setAside),
  feesTooMuch: amountDocument(totals.feesTooMuch),
  feesTooLittle: amountDocument(totals.feesTooLittle),
  bankMissing: amountDocument(totals.bankMissing),
  bankDiffers: amountDocument(addAmounts(totals.bankLess, totals.bankMore)),
  bankLess: amountDocument(totals.bankLess),
  bankMore: amountDocument(totals.bankMore),
  adjustmentsTaken: amountDocument(totals.adjustmentsTaken),
  chargebacks: amountDocument(totals.chargebacks),
  feesClaimed: amountDocument(totals.feesClaimed),
  bankClaimed: amountDocument(totals.bankClaimed),
  adjustmentsClaimed: amountDocument(totals.adjustmentsClaimed),
})

const amountDocument = ({ number, sum }: Amount): Json => ({ number, sum })

const differencesDocument = ({ owed, overpaid }: Differences): Json => ({
  owed: amountDocument(owed),
  overpaid: amountDocument(overpaid),
})
