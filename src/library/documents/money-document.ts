import type { Cop } from '../../../reports/documents/answer-document.ts'

/** A number and its sum. */
export interface AmountDocument {
  readonly number: number
  readonly sum: Cop
}

/** Differences in both directions, never netted; both sums are positive. */
export interface DifferencesDocument {
  /** Paid too little: the operator owes it. */
  readonly owed: AmountDocument
  /** Paid too much. */
  readonly overpaid: AmountDocument
}

/** The sums of some settlements. Expected, less owed, plus overpaid, is paid out. */
export interface MoneyDocument {
  /** Settlements that were compared, by their expected payout. */
  readonly compared: AmountDocument
  readonly expected: Cop
  readonly paidOut: Cop
  readonly open: DifferencesDocument
  readonly claimed: DifferencesDocument
  readonly accepted: DifferencesDocument
  /** Within `toleranceCop`. */
  readonly tolerated: DifferencesDocument
  /** Claimed and paid elsewhere: by an adjustment or a credit at the bank. */
  readonly paid: DifferencesDocument
  /** Failed settlements that nobody claimed or accepted yet; claimed and accepted ones are counted separately. */
  readonly failed: AmountDocument
  readonly failedClaimed: AmountDocument
  readonly failedAccepted: AmountDocument
  readonly inProcess: AmountDocument
  /** Settlements in process beyond their time that nobody claimed or accepted. */
  readonly late: AmountDocument
  readonly lateClaimed: AmountDocument
  readonly lateAccepted: AmountDocument
  /** Settlements that were read before but are gone, by their expected payout. */
  readonly gone: AmountDocument
  readonly noSettlement: AmountDocument
  /** Slots that should have a settlement by now and that nobody claimed or accepted. */
  readonly missing: AmountDocument
  readonly missingClaimed: AmountDocument
  readonly missingAccepted: AmountDocument
  readonly unread: AmountDocument
  readonly notComparable: AmountDocument
  /** Not compared, by a person's decision or the setting `gateway`. */
  readonly setAside: AmountDocument
  /** Fees that differ from the tariff, unless a person accepted or claimed the finding. */
  readonly feesTooMuch: AmountDocument
  readonly feesTooLittle: AmountDocument
  /**
   * Payouts reported as paid that the bank does not show, and payouts that arrived as another sum (by the difference).
   */
  readonly bankMissing: AmountDocument
  readonly bankDiffers: AmountDocument
  /** Of them, those that arrived with less than reported, and those that arrived with more. */
  readonly bankLess: AmountDocument
  readonly bankMore: AmountDocument
  /** Adjustments that no chargeback explains and that lower the payout. */
  readonly adjustmentsTaken: AmountDocument
  readonly chargebacks: AmountDocument
  /** Claimed, by the pesos of the findings: fees above the tariff, what is missing or short at the bank, and adjustments that take. */
  readonly feesClaimed: AmountDocument
  readonly bankClaimed: AmountDocument
  readonly adjustmentsClaimed: AmountDocument
}
