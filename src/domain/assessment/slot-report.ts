import type { Instant } from '../calendar/calendar.ts'
import { countErrors, type Discrepancy, type ErrorCount, isOpen } from '../findings/discrepancy.ts'
import { type Centavos, plus, size, ZERO } from '../money.ts'
import { isFinal, type Policy } from '../policy.ts'
import type { IncompleteAttempt, ListFacts, Pull } from '../pull/pull.ts'
import type { Totals } from '../pull/tally.ts'
import { isEcho } from '../rules/judged.ts'
import { isOfZeros, type Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'
import { type Gaps, gapsOf } from './gaps.ts'
import { type PayoutReading, payoutReading } from './payout.ts'
import { type Verdict, verdictOf } from './verdict.ts'

/** Everything the reports say of one slot: its last whole pull, what was made of it, and what is open about it. */
export interface SlotReport {
  readonly merchant: string
  readonly slot: Slot
  readonly verdict: Verdict
  /** Null when the last whole pull saw none, or there is no whole pull. */
  readonly settlement: Settlement | null
  /** How the payout was recomputed; null without a settlement. */
  readonly payout: PayoutReading | null
  /** Null for a slot never read whole. */
  readonly totals: Totals | null
  /** Null for a slot never read whole. */
  readonly list: ListFacts | null
  /** Differences are shown only where something was judged. */
  readonly judged: { readonly payout: boolean; readonly list: boolean }
  /** Null where nothing was judged. */
  readonly unexplained: Centavos | null
  /** New, open and waived ones, and those the slot's latest pull resolved; by code and subject. */
  readonly discrepancies: readonly Discrepancy[]
  /** When the content shown was first read. */
  readonly pulledAt: Instant | null
  /** Why the last attempt could not be read whole, when it could not. */
  readonly incomplete: Pick<IncompleteAttempt, 'reason' | 'request' | 'status'> | null
}

/** What is known of a slot when its report is made. */
export interface SlotReportFacts {
  readonly slot: Slot
  /** The last whole pull, with the totals of its list. */
  readonly read: { readonly pull: Pull; readonly totals: Totals } | null
  /** The attempt after it, when it could not be read whole. */
  readonly incomplete: IncompleteAttempt | null
  readonly discrepancies: readonly Discrepancy[]
  readonly due: boolean
}

export const slotReport = (merchant: string, state: SlotReportFacts, policy: Policy): SlotReport => {
  const { slot, read, discrepancies } = state
  const settlement = read?.pull.settlement ?? null
  const payout = settlement && payoutReading(settlement, policy)
  const gaps = gapsOfState(state, policy)
  const verdict = verdictOfState(state, countErrors(discrepancies), policy)
  return {
    merchant,
    slot,
    verdict,
    settlement,
    payout,
    totals: read?.totals ?? null,
    list: read?.pull.list ?? null,
    judged: { payout: gaps.payout !== null, list: gaps.list !== null },
    unexplained: unexplained(verdict, state, gaps, policy),
    discrepancies,
    pulledAt: read?.pull.contentAt ?? null,
    incomplete: state.incomplete,
  }
}

/** A slot may have a discrepancy for each of its invoices: their number decides. */
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
    settlement: settlement === null ? 'absent' : isOfZeros(settlement) ? 'of-zeros' : 'stated',
    hasFailed: hasFailed(state, policy),
    settlementFinal: settlement !== null && isFinal(settlement.status, policy),
    counted: read?.totals.counted ?? 0,
    openErrors: errors.open,
    waivedErrors: errors.waived,
  })
}

/** The service says that the settlement of this very slot failed. */
const hasFailed = ({ slot, read }: Pick<SlotReportFacts, 'slot' | 'read'>, policy: Policy): boolean => {
  const settlement = read?.pull.settlement ?? null
  return settlement?.status === 'error' && !isEcho(settlement, slot, policy)
}

const gapsOfState = ({ slot, read }: SlotReportFacts, policy: Policy): Gaps =>
  read === null
    ? { payout: null, list: null }
    : gapsOf({ slot, settlement: read.pull.settlement, list: read.pull.list }, read.totals, policy)

/**
 * The pesos nobody has accounted for yet (SPEC, section 4): what is judged and differs, or all that counts when the
 * settlement is overdue and missing, or failed. What fits a cause is not yet explained.
 */
const unexplained = (verdict: Verdict, state: SlotReportFacts, gaps: Gaps, policy: Policy): Centavos | null => {
  const { read, discrepancies } = state
  if (verdict === 'accepted') return ZERO
  if (read === null) return null
  const isOverdueMissing = discrepancies.some(
    (discrepancy) =>
      discrepancy.code === 'SETTLEMENT_MISSING' && discrepancy.severity === 'error' && isOpen(discrepancy),
  )
  if (isOverdueMissing || hasFailed(state, policy)) return read.totals.collected
  const judged = [gaps.list?.collected ?? null, gaps.payout].filter((gap) => gap !== null).map(size)
  return judged.length === 0 ? null : judged.reduce(plus)
}
