import { ARRIVALS, bankedOf } from '../../src/core/bank/bank-overview.ts'
import type { Arrival } from '../../src/core/bank/payout-arrivals.ts'
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import type { Moment } from '../../src/core/past-run.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { PastPull } from '../../src/core/pull/pull.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import { type Slot, sameSlot } from '../../src/core/slot.ts'
import { cop, type DocumentOf, dateText, list, number, shape, text, time, wordOf } from '../../src/print/shape.ts'
import type { ChargebackBalance } from '../../src/rules/assessment/chargeback-account.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { indistinctInEnglish, indistinctInSpanish, indistinctOf } from '../../src/rules/causes/payout.ts'
import type { Both } from '../../src/std/both.ts'
import type { InvoiceToReview } from '../pages/invoices-to-review.ts'
import { type WaterfallStep, waterfall } from '../pages/waterfall.ts'
import { type AnswerDocument, MOMENT, OF_SLOT } from './answer-document.ts'
import { CHARGEBACKS } from './chargebacks.ts'
import { type NextStep, nextSteps, nextStepsOfThen } from './next-steps.ts'
import { type PullStep, pullSteps, SETTLEMENT_CHANGE, UNREAD_PULL } from './pull-steps.ts'
import { SLOT_REPORT } from './run-document.ts'

/** Everything that `explain` shows of one slot, on one screen. */
export interface Explanation extends Omit<ExplanationFacts, 'isChecked' | 'pulls'> {
  readonly waterfall: readonly WaterfallStep[]
  /** What the figures cannot determine, because adjustments or fees are 0. One sentence each. */
  readonly undetermined: Both<readonly string[]>
  readonly pulls: readonly PullStep[]
  readonly next: readonly NextStep[]
}

/** The facts from the database that an explanation needs. */
export interface ExplanationFacts {
  readonly report: SlotReport
  /** Whether the last whole pull was checked under the policy in force. */
  readonly isChecked: boolean
  /** The first invoices that a discrepancy or a cause names. */
  readonly invoices: readonly InvoiceToReview[]
  /** The number of named invoices that are left out. */
  readonly moreInvoices: number
  readonly pulls: readonly PastPull[]
  /** Over all days in the database. */
  readonly chargebacks: ChargebackBalance
  /** What the bank's statements show of the payout; null without statements, and when nothing was paid out. */
  readonly arrival: Arrival | null
  /** The past moment that is shown; null for the present. */
  readonly asOf: Moment | null
}

export const explanation = (
  { report, isChecked, invoices, moreInvoices, pulls, chargebacks, arrival, asOf }: ExplanationFacts,
  policy: Policy,
): Explanation => ({
  report,
  waterfall: waterfall(report, policy),
  undetermined: report.settlement === null ? NOTHING_UNDETERMINED : undeterminedIn(report.settlement),
  invoices,
  moreInvoices,
  pulls: pullSteps(pulls),
  chargebacks,
  arrival,
  asOf,
  next:
    asOf !== null
      ? nextStepsOfThen(report.slot, asOf)
      : nextSteps(report, isChecked, otherSlotsOf(report.slot, invoices)),
})

const NOTHING_UNDETERMINED: Both<readonly string[]> = { en: [], es: [] }

const undeterminedIn = (settlement: Settlement): Both<readonly string[]> => {
  const indistinct = indistinctOf(settlement)
  return { en: indistinctInEnglish(indistinct), es: indistinctInSpanish(indistinct) }
}

const otherSlotsOf = (slot: Slot, invoices: readonly InvoiceToReview[]): readonly Slot[] =>
  invoices.map((invoice) => invoice.slot).filter((other) => !sameSlot(other, slot))

const ARRIVAL = shape<Arrival>()({
  state: wordOf(ARRIVALS)(({ kind }) => kind),
  banked: cop.orNull(bankedOf),
  on: dateText.orNull((arrival) =>
    arrival.kind === 'unconfirmed' ? arrival.credit.bookedOn : arrival.kind === 'arrived' ? arrival.on : null,
  ),
  tie: number.orNull(
    (arrival) => (arrival.kind === 'arrived' ? arrival.tie : null),
    'The number of the tie: see "bank list".',
  ),
  lastDay: dateText.orNull(
    (arrival) => ('lastDay' in arrival ? arrival.lastDay : null),
    'The last day on which it may arrive.',
  ),
})

const INVOICE_TO_REVIEW = shape<InvoiceToReview>()({
  ...OF_SLOT,
  id: text,
  status: text,
  reference: text.orNull,
  contract: text.orNull,
  amount: cop,
  paid: cop.orNull,
  why: list(text).as('Codes of discrepancies and causes.'),
})

const PULL_STEP = shape<PullStep>()({
  number: number.orNull,
  at: time,
  verdict: text.orNull,
  incomplete: UNREAD_PULL.orNull,
  settlement: list(SETTLEMENT_CHANGE),
  invoices: shape<PullStep['invoices']>()({ added: number, left: number, changed: number }),
})

/** Everything known about one settlement: the slot as `run` shows it, and the rest of the explanation. */
export const EXPLANATION = shape<Explanation>()({
  slot: SLOT_REPORT(({ report }) => report),
  asOf: MOMENT.orNull,
  waterfall: list(
    shape<WaterfallStep>()({
      name: text,
      reported: cop.orNull,
      expected: cop.orNull,
      difference: cop.orNull,
      effect: cop.orNull,
    }),
  ).as('From collected to the payout, one line for each step.'),
  untold: list(text)(
    ({ undetermined }) => undetermined.en,
    'What the figures cannot determine, because adjustments or fees are 0.',
  ),
  invoices: list(INVOICE_TO_REVIEW).as('The first invoices that a discrepancy or a cause names.'),
  moreInvoices: number,
  pulls: list(PULL_STEP),
  chargebacks: CHARGEBACKS,
  bank: ARRIVAL.orNull(
    ({ arrival }) => arrival,
    "What the bank's statements show of the payout; null without statements, and when nothing was paid out.",
  ),
  next: list(shape<NextStep>()({ command: text, why: text(({ why }) => why.en) })).as('Commands to run next.'),
})

export type ExplainDocument = AnswerDocument<'explain'> & DocumentOf<typeof EXPLANATION>

/** The discrepancies that are not resolved: new, open, accepted or claimed. */
export const unresolvedIn = ({ discrepancies }: SlotReport): readonly Discrepancy[] =>
  discrepancies.filter(({ state }) => state !== 'resolved')
