import type { ChargebackBalance } from '../../src/domain/assessment/chargeback-account.ts'
import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import { bankedOf } from '../../src/domain/bank/bank-overview.ts'
import type { Arrival } from '../../src/domain/bank/payout-arrivals.ts'
import { indistinctInEnglish, indistinctInSpanish, indistinctOf } from '../../src/domain/causes/payout.ts'
import type { Json } from '../../src/domain/cell.ts'
import type { Discrepancy } from '../../src/domain/findings/discrepancy.ts'
import type { Moment } from '../../src/domain/past-run.ts'
import type { Policy } from '../../src/domain/policy.ts'
import type { PastPull } from '../../src/domain/pull/pull.ts'
import type { Settlement } from '../../src/domain/settlement.ts'
import { type Slot, sameSlot } from '../../src/domain/slot.ts'
import type { Both } from '../../src/std/both.ts'
import type { InvoiceToReview } from '../pages/invoices-to-review.ts'
import { type WaterfallStep, waterfall } from '../pages/waterfall.ts'
import { chargebackDocument } from './chargebacks.ts'
import { momentDocument } from './moment.ts'
import { type NextStep, nextSteps, nextStepsOfThen } from './next-steps.ts'
import { type PullStep, pullSteps } from './pull-steps.ts'
import { slotDocument } from './run-document.ts'

/** Everything that `explain` shows of one slot, on one screen. */
export interface Explanation {
  readonly report: SlotReport
  readonly waterfall: readonly WaterfallStep[]
  /** What the figures cannot determine, because adjustments or fees are 0. One sentence each. */
  readonly undetermined: Both<readonly string[]>
  /** The first invoices that a discrepancy or a cause names. */
  readonly invoices: readonly InvoiceToReview[]
  /** The number of named invoices that are left out. */
  readonly moreInvoices: number
  readonly pulls: readonly PullStep[]
  /** Over all days in the database. */
  readonly chargebacks: ChargebackBalance
  /** What the bank's statements show of the payout; null without statements, and when nothing was paid out. */
  readonly arrival: Arrival | null
  /** The past moment that is shown; null for the present. */
  readonly asOf: Moment | null
  readonly next: readonly NextStep[]
}

/** The facts from the database that an explanation needs. */
export interface ExplanationFacts {
  readonly report: SlotReport
  /** Whether the last whole pull was checked under the policy in force. */
  readonly isChecked: boolean
  readonly invoices: readonly InvoiceToReview[]
  readonly moreInvoices: number
  readonly pulls: readonly PastPull[]
  readonly chargebacks: ChargebackBalance
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

/** The `--json` document: the slot as `run` shows it, and the rest of the explanation. */
export const explanationDocument = (explanation: Explanation): { readonly [name: string]: Json } => ({
  slot: slotDocument(explanation.report),
  asOf: momentDocument(explanation.asOf),
  waterfall: explanation.waterfall.map(({ name, reported, expected, difference, effect }) => ({
    name,
    reported,
    expected,
    difference,
    effect,
  })),
  untold: explanation.undetermined.en,
  invoices: explanation.invoices.map(({ slot, id, status, reference, contract, amount, paid, why }) => ({
    date: slot.date,
    cycle: slot.cycle,
    id,
    status,
    reference,
    contract,
    amount,
    paid,
    why,
  })),
  moreInvoices: explanation.moreInvoices,
  pulls: explanation.pulls.map(({ number, at, verdict, incomplete, settlement, invoices }) => ({
    number,
    at: new Date(at).toISOString(),
    verdict,
    incomplete: incomplete === null ? null : { ...incomplete },
    settlement: settlement.map((change) => ({ ...change })),
    invoices: { ...invoices },
  })),
  chargebacks: chargebackDocument(explanation.chargebacks),
  bank: explanation.arrival && arrivalDocument(explanation.arrival),
  next: explanation.next.map(({ command, why }) => ({ command, why: why.en })),
})

const arrivalDocument = (arrival: Arrival): Json => ({
  state: arrival.kind,
  banked: bankedOf(arrival),
  on: arrival.kind === 'unconfirmed' ? arrival.credit.bookedOn : arrival.kind === 'arrived' ? arrival.on : null,
  tie: arrival.kind === 'arrived' ? arrival.tie : null,
  lastDay: 'lastDay' in arrival ? arrival.lastDay : null,
})

/** The discrepancies that are not resolved: new, open, accepted or claimed. */
export const unresolvedIn = ({ discrepancies }: SlotReport): readonly Discrepancy[] =>
  discrepancies.filter(({ state }) => state !== 'resolved')
