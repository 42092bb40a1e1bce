import type { PayoutArrival } from '../../core/bank/payout-arrivals.ts'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { Closing, PastClosing } from '../../core/findings/act.ts'
import {
  type Difference,
  type Discrepancy,
  differenceOf,
  isAtLeast,
  isDecided,
  isOpen,
  type Severity,
} from '../../core/findings/discrepancy.ts'
import { type PayoutReading, payoutReading } from '../../core/payout.ts'
import { isFinal, type Policy } from '../../core/policy.ts'
import { type IncompleteAttempt, isEcho, type ListFacts, type Pull } from '../../core/pull/pull.ts'
import type { Totals } from '../../core/pull/tally.ts'
import { isAllZero, type Settlement } from '../../core/settlement.ts'
import type { Slot, SlotDate } from '../../core/slot.ts'
import { type Verdict, verdictOf } from '../../core/verdict.ts'
import { exitStatusOf } from '../../std/exit-statuses.ts'
import type { SettlementMoney } from '../account/position.ts'
import { type SettlementFees, settlementFees } from '../account/settlement-fees.ts'
import { isAboutMoney, settlementMoney } from '../account/settlement-money.ts'
import { arrivalToConfirm, type SettlementArrival } from '../checks/bank.ts'
import { CHECKS, codesIn, recordOf } from '../registry.ts'

/** The numbers of open errors, and of errors that a person accepted or claimed. */
export interface ErrorCount {
  readonly open: number
  /** Open errors about figures that disagree or could not be compared. */
  readonly openFigures: number
  readonly decided: number
}

/** The errors for which a settlement is `discrepant`; any other open error makes it `exceptions` (SPEC, section 3). */
export const CODES_OF_FIGURES: ReadonlySet<string> = new Set(
  CHECKS.filter(({ isAboutFigures }) => isAboutFigures).map(({ code }) => code),
)

export const countErrors = (discrepancies: Iterable<Pick<Discrepancy, 'code' | 'severity' | 'state'>>): ErrorCount => {
  const count = { open: 0, openFigures: 0, decided: 0 }
  for (const one of discrepancies) {
    if (one.severity !== 'error') continue
    if (isOpen(one)) {
      count.open += 1
      if (CODES_OF_FIGURES.has(one.code)) count.openFigures += 1
    }
    if (isDecided(one)) count.decided += 1
  }
  return count
}

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

/** What the answer of a job shows of a slot: it has one for each slot of years, so not the sums that only the files of a day show. */
export interface SlotAnswer extends Omit<SlotReport, 'totals'> {
  readonly totals: Omit<Totals, 'byStatus' | 'byMethod' | 'fees'> | null
}

export const slotAnswer = ({ totals, ...report }: SlotReport): SlotAnswer => {
  if (totals === null) return { ...report, totals }
  const { kept, counted, collected, listed } = totals
  return { ...report, totals: { kept, counted, collected, listed } }
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

/** The figures of a discrepancy; or only reported less expected, null when they are not two numbers. */
export type FiguresOrDifference = Pick<Discrepancy, 'figures'> | { readonly difference: Difference }

/** The facts of a discrepancy that totals need. */
type DiscrepancyMark = Pick<
  Discrepancy,
  | 'case'
  | 'caseAmount'
  | 'code'
  | 'subject'
  | 'severity'
  | 'state'
  | 'amount'
  | 'recovered'
  | 'slot'
  | 'firstSeen'
  | 'ageEnd'
> &
  FiguresOrDifference

export const differenceIn = (one: FiguresOrDifference): Difference =>
  'figures' in one ? differenceOf(one.figures) : one.difference

/** The report of a slot of whose discrepancies only marks are needed. */
export interface CountedReport extends Omit<SlotReport, 'discrepancies'> {
  readonly discrepancies: readonly DiscrepancyMark[]
}

/** Drops the other facts: the reports of all slots of a merchant are in memory together. */
export const countedReportOf = (report: SlotReport): CountedReport => ({
  ...report,
  discrepancies: report.discrepancies.map((one) => ({
    case: one.case,
    caseAmount: one.caseAmount,
    code: one.code,
    subject: one.subject,
    severity: one.severity,
    state: one.state,
    amount: one.amount,
    slot: one.slot,
    firstSeen: one.firstSeen,
    ageEnd: one.ageEnd,
    ...(one.recovered !== undefined && { recovered: one.recovered }),
    difference: differenceOf(one.figures),
  })),
})

/** The closing of a date: the first one in force that reached it. Null for an open date. */
export const closingOf = (closings: readonly Closing[], date: SlotDate): Closing | null =>
  closings.find(({ through }) => through >= date) ?? null

/** The closings that closed a date, in their order: those that reached it while no other closing did. */
export const closingsOf = (closings: readonly PastClosing[], date: SlotDate): readonly PastClosing[] => {
  const reaching = closings.filter(({ through }) => through >= date)
  const isInForceAt = ({ undone }: PastClosing, number: number): boolean => undone === null || undone.number > number
  return reaching.filter(({ number }) => !reaching.some((other) => other.number < number && isInForceAt(other, number)))
}

/** The last closed day; null when no day is closed. Each closing reaches further than those before it. */
export const closedThrough = (closings: readonly Closing[]): SlotDate | null => closings.at(-1)?.through ?? null

const UNFINISHED: readonly Verdict[] = ['not-pulled', 'incomplete', 'failed', 'discrepant', 'exceptions', 'provisional']

/** Something of the settlement is still to come or to be decided. */
export const isUnfinished = (verdict: Verdict): boolean => UNFINISHED.includes(verdict)

/**
 * Whether a settlement prevents the closing of its day, since something is still to come or to be decided. A person may
 * close it by force, with a reason.
 */
interface ClosingFacts extends Pick<SlotReport, 'verdict' | 'money' | 'arrival'> {
  readonly discrepancies: readonly FoundCode[]
}

export const forbidsClosing = (report: ClosingFacts): boolean =>
  isUnfinished(report.verdict) && !isPaidInAdvance(report)

/** The bank shows the payout of its list, and only its settlement is still to come. */
const isPaidInAdvance = ({ verdict, money, arrival, discrepancies }: ClosingFacts): boolean =>
  verdict !== 'incomplete' &&
  arrival?.isConfirmed === true &&
  money.notCompared === 'no-settlement' &&
  discrepancies.every((one) => one.severity !== 'error' || !isOpen(one) || isAboutMoney(one, money))

const AWAITED = codesIn(['inProcess', 'noSettlement', 'gone'])

type FoundCode = Pick<Discrepancy, 'code' | 'state' | 'severity'>

/** Whether an open finding says that a payout or a settlement should be there by now: it is late, or it is gone. */
export const isOfUnpaid = (found: FoundCode): boolean =>
  isOpen(found) && found.severity !== 'info' && AWAITED.has(found.code)

/** Whether an open finding says that a payout or a settlement is late. One that is gone had come, so it is not late. */
export const isOfDelay = (found: FoundCode): boolean => isOfUnpaid(found) && recordOf(found.code)?.isChange !== true

/** The result of a job in one word. `--fail-on` does not change it. */
export const OUTCOMES = ['agrees', 'differs', 'incomplete', 'failed', 'nothing-due'] as const
export type Outcome = (typeof OUTCOMES)[number]
export type FailOn = Severity | 'never'
export const FAIL_ON_LEVELS: readonly FailOn[] = ['error', 'warning', 'info', 'never']

/** Exit statuses of SPEC section 2 that the database itself decides. */
const AGREES = exitStatusOf('agreed')
export const DIFFERS = exitStatusOf('discrepancies')
export const INCOMPLETE = exitStatusOf('incomplete')

const isDue = ({ verdict }: SlotAnswer): boolean => verdict !== 'not-due'
/** Whether a slot is due or was asked for, but was not read whole. Such a slot is never reported as agreeing. */
export const isNotReadWhole = ({ verdict }: Pick<SlotAnswer, 'verdict'>): boolean =>
  verdict === 'incomplete' || verdict === 'not-pulled'
const hasOpen = ({ discrepancies }: SlotAnswer, floor: Severity): boolean =>
  discrepancies.some((discrepancy) => isOpen(discrepancy) && isAtLeast(discrepancy.severity, floor))

/** Incomplete takes precedence over differs, and differs over agrees. */
export const outcomeOf = (slots: readonly SlotAnswer[]): Outcome => {
  if (slots.some(isNotReadWhole)) return 'incomplete'
  if (slots.some((slot) => hasOpen(slot, 'error'))) return 'differs'
  return slots.some(isDue) ? 'agrees' : 'nothing-due'
}

/** The exit status when nothing went wrong: 5 before 3 before 0. */
export const exitCodeOf = (slots: readonly SlotAnswer[], failOn: FailOn): number => {
  if (slots.some(isNotReadWhole)) return INCOMPLETE
  return failOn !== 'never' && slots.some((slot) => hasOpen(slot, failOn)) ? DIFFERS : AGREES
}
