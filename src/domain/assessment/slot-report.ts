import type { SettlementMoney } from '../account/position.ts'
import { settlementMoney } from '../account/settlement-money.ts'
import type { PayoutArrival } from '../bank/payout-arrivals.ts'
import type { Instant } from '../calendar/calendar.ts'
import { type SettlementFees, settlementFees } from '../fees/settlement-fees.ts'
import type { Discrepancy } from '../findings/discrepancy.ts'
import { isFinal, type Policy } from '../policy.ts'
import type { IncompleteAttempt, ListFacts, Pull } from '../pull/pull.ts'
import type { Totals } from '../pull/tally.ts'
import { arrivalToConfirm, type SettlementArrival } from '../rules/checks/bank.ts'
import { isEcho } from '../rules/judged.ts'
import { isAllZero, type Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'
import { countErrors, type ErrorCount } from './error-count.ts'
import { type PayoutReading, payoutReading } from './payout.ts'
import { type Verdict, verdictOf } from './verdict.ts'

/** Everything that reports show of a slot: its last whole pull, its assessment, its open discrepancies. */
export interface SlotReport {
  readonly merchant: string
  readonly slot: Slot
  readonly verdict: Verdict
  /** Null when the last whole pull had none, or there is no whole pull. */
  readonly settlement: Settlement | null
  /** The equation of the expected payout; null without a settlement. */
  readonly payout: PayoutReading | null
  /** Null for a slot never read whole. */
  readonly totals: Totals | null
  /** Null for a slot never read whole. */
  readonly list: ListFacts | null
  readonly money: SettlementMoney
  readonly fees: SettlementFees
  /** The arrival at the bank; null when no credit is tied to the payout or proposed for it. */
  readonly arrival: SettlementArrival | null
  /** New, open, accepted and claimed ones, and those that the slot's latest pull resolved; by code and subject. */
  readonly discrepancies: readonly Discrepancy[]
  /** When the content shown was first read, in ms. */
  readonly pulledAt: Instant | null
  /** Whether its day is before the first or after the last day that was ever asked for. */
  readonly isNeverAsked?: boolean
  /** Why the last attempt was not read whole; null when it was. */
  readonly incomplete: Pick<IncompleteAttempt, 'reason' | 'request' | 'status'> | null
}

/** The facts about a slot from which its report is made. */
export interface SlotReportFacts {
  readonly slot: Slot
  /** The last whole pull, with the totals of its list. */
  readonly read: { readonly pull: Pull; readonly totals: Totals } | null
  /** The attempt after it, if that was not read whole. */
  readonly incomplete: IncompleteAttempt | null
  readonly discrepancies: readonly Discrepancy[]
  readonly due: boolean
  readonly arrival?: PayoutArrival | null
}

export const slotReport = (merchant: string, state: SlotReportFacts, policy: Policy): SlotReport => {
  const { slot, read, discrepancies } = state
  const settlement = read?.pull.settlement ?? null
  const payout = settlement && payoutReading(settlement, policy)
  const verdict = verdictOfState(state, countErrors(discrepancies), policy)
  const money = settlementMoney({ slot, read, isIncomplete: state.incomplete !== null, discrepancies }, policy)
  return {
    merchant,
    slot,
    verdict,
    settlement,
    payout,
    totals: read?.totals ?? null,
    list: read?.pull.list ?? null,
    money,
    fees: settlementFees(money, settlement, read?.totals ?? null, read?.pull.list.malformed ?? 0),
    arrival: state.arrival ? { ...state.arrival, isConfirmed: true } : arrivalToConfirm(discrepancies),
    discrepancies,
    pulledAt: read?.pull.contentAt ?? null,
    incomplete: state.incomplete,
  }
}

/** Takes numbers of discrepancies, since a slot may have one for each of its invoices. */
export const verdictOfState = (
  state: Omit<SlotReportFacts, 'discrepancies'>,
  errors: ErrorCount,
  policy: Policy,
): Verdict => {
  const { read, incomplete, due } = state
  const settlement = read?.pull.settlement ?? null
  return verdictOf({
    due,
    read: read !== null,
    lastAttemptIncomplete: incomplete !== null,
    settlement: settlement === null ? 'absent' : isAllZero(settlement) ? 'of-zeros' : 'of-sums',
    hasFailed: hasFailed(state, policy),
    settlementFinal: settlement !== null && isFinal(settlement.status, policy),
    counted: read?.totals.counted ?? 0,
    openErrors: errors.open,
    openFigureErrors: errors.openFigures,
    decidedErrors: errors.decided,
  })
}

/** Whether the service reports that the settlement of this slot failed. */
const hasFailed = ({ slot, read }: Pick<SlotReportFacts, 'slot' | 'read'>, policy: Policy): boolean => {
  const settlement = read?.pull.settlement ?? null
  return settlement?.status === 'error' && !isEcho(settlement, slot, policy)
}
