import type { Cop } from './answer-document.ts'

/** How many, and what they come to. */
export interface AmountDocument {
  readonly number: number
  readonly sum: Cop
}

/** Differences both ways, never netted; both sums are positive. */
export interface DifferencesDocument {
  /** Paid too little: the operator owes it. */
  readonly owed: AmountDocument
  /** Paid too much. */
  readonly overpaid: AmountDocument
}

/** What some settlements come to. Expected, less what is owed, plus what is overpaid, is paid out. */
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
  /** Those that wait for somebody; those that a person claimed or accepted stand apart. */
  readonly failed: AmountDocument
  readonly failedClaimed: AmountDocument
  readonly failedAccepted: AmountDocument
  readonly inProcess: AmountDocument
  /** Those in process beyond their time: nobody has answered, claimed, or accepted. */
  readonly late: AmountDocument
  readonly lateClaimed: AmountDocument
  readonly lateAccepted: AmountDocument
  /** Settlements that were read before and are not there any more: what they should have paid out. */
  readonly gone: AmountDocument
  readonly noSettlement: AmountDocument
  /** Those that should have a settlement by now: nobody has answered, claimed, or accepted. */
  readonly missing: AmountDocument
  readonly missingClaimed: AmountDocument
  readonly missingAccepted: AmountDocument
  readonly unread: AmountDocument
  readonly notComparable: AmountDocument
  /** Not compared, as a person decided or the setting `gateway` says. */
  readonly setAside: AmountDocument
  /** Fees that are not those of the tariff, as far as nobody accepted or claimed it. */
  readonly feesTooMuch: AmountDocument
  readonly feesTooLittle: AmountDocument
  /** Payouts reported as paid that the bank does not show, and those that arrived as another sum (by the difference). */
  readonly bankMissing: AmountDocument
  readonly bankDiffers: AmountDocument
  /** Adjustments that no chargeback explains and that lower the payout. */
  readonly adjustmentsTaken: AmountDocument
  readonly chargebacks: AmountDocument
}
