import type { Days, Zone } from '../../src/core/calendar/calendar.ts'
import type { Act, Closing } from '../../src/core/findings/act.ts'
import type { InTransit, Payment } from '../../src/core/in-transit.ts'
import type { Centavos } from '../../src/core/money.ts'
import type { Moment } from '../../src/core/past-run.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { Slot } from '../../src/core/slot.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import type { OperatorAccount } from '../../src/rules/account/operator-account.ts'
import type { Position } from '../../src/rules/account/position.ts'
import type { ChargebackAccount } from '../../src/rules/assessment/chargeback-account.ts'
import type { Restatement } from '../../src/rules/assessment/restatement.ts'
import type { Language } from '../../src/words/language.ts'

/** The account with the operator as it was known at one moment. */
export interface AccountAsOf {
  readonly account: OperatorAccount
  /** Over the settlements of the range alone, for the first sentence. */
  readonly position: Position
  readonly moment: Moment
  /** The policy in force at that moment. */
  readonly policy: Policy
  readonly chargebacks: ChargebackAccount
  /** The settlements of the range that forbid its closing, in order. */
  readonly unfinished: readonly { readonly slot: Slot; readonly verdict: Verdict }[]
}

/** A decision of a person about a settlement of closed days. */
export interface RegisteredDecision {
  readonly slot: Slot
  readonly case: string
  /** The pesos of the case then, in centavos; null where it is about no sum. */
  readonly amount: Centavos | null
  readonly act: Act
}

/** The account with the operator over a range of settlement dates. */
export interface Statement extends AccountAsOf {
  readonly merchant: string
  readonly language: Language
  readonly zone: Zone
  readonly days: Days
  readonly businessDays: number
  /** At the end of the range, or today when that is earlier. */
  readonly inTransit: PaymentsOnTheirWay
  /**
   * When the days are closed, the account above is that of the closing, and this has the changes since. Null while they
   * are open.
   */
  readonly closed: ClosedStatement | null
  /** What people decided by then about settlements of the range and, since the closing before it, about earlier ones; oldest first. */
  readonly decisions: readonly RegisteredDecision[]
  /** The opening, where it is what was signed at a closing through the day before the range; null where none ends on that day. */
  readonly openingAsClosed: Centavos | null
  /** What had not arrived at the bank by that closing, in centavos. Null without a closing or statements of the bank. */
  readonly bankOpeningAsClosed: Centavos | null
}

/** Payments made but not settled by the end of a day, from the database alone. */
export interface PaymentsOnTheirWay {
  readonly figures: InTransit
  /** By settlement and invoice id. */
  readonly payments: readonly Payment[]
}

export interface ClosedStatement {
  readonly closing: Closing
  readonly now: AccountAsOf
  /** In order of slot and subject. */
  readonly restatements: readonly Restatement[]
}
