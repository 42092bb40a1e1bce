import { payoutNotCompared } from '../../src/domain/account/settlement-money.ts'
import type { Outcome, SlotReport } from '../../src/domain/assessment/slot-report.ts'
import type { Json } from '../../src/domain/cell.ts'
import { byCodeAndSubject, type Cause, type Discrepancy, differenceOf } from '../../src/domain/findings/discrepancy.ts'
import type { Moment } from '../../src/domain/past-run.ts'
import type { Settlement } from '../../src/domain/settlement.ts'
import { compareSlots } from '../../src/domain/slot.ts'
import type { ErrorReport } from '../../src/std/errors.ts'
import { errorDocument } from './answer-document.ts'
import { momentDocument } from './moment.ts'

/** The result of a run or a check, as in its `--json` document. */
export interface RunResult {
  /** Null when the command line named no command. */
  readonly command: string | null
  readonly outcome: Outcome
  readonly exitCode: number
  /** Null when the run had not begun. */
  readonly runId: string | null
  /** The slots that were asked for. */
  readonly slots: readonly SlotReport[]
  readonly files: readonly string[]
  /** The past moment that is reported; absent for the present. */
  readonly asOf?: Moment | null
  readonly error: ErrorReport | null
}

const SCHEMA_VERSION = 1

/** The `--json` document of `run` and `check` (SPEC, section 5). */
export const runDocument = (result: RunResult): { readonly [name: string]: Json } => ({
  schemaVersion: SCHEMA_VERSION,
  command: result.command,
  outcome: result.outcome,
  exitCode: result.exitCode,
  runId: result.runId,
  ...(result.asOf ? { asOf: momentDocument(result.asOf) } : {}),
  slots: result.slots.toSorted((a, b) => compareSlots(a.slot, b.slot)).map(slotDocument),
  files: result.files,
  error: errorDocument(result.error),
})

/** One slot, as in the documents of `run`, `check` and `explain`. */
export const slotDocument = (report: SlotReport): Json => ({
  merchant: report.merchant,
  date: report.slot.date,
  cycle: report.slot.cycle,
  verdict: report.verdict,
  status: report.settlement?.status ?? null,
  payoutRule: report.payout?.rule ?? null,
  difference: report.money.difference,
  paidOut: report.money.paidOut,
  inProcess: report.money.inProcess,
  failed: report.money.failed,
  notCompared: payoutNotCompared(report.money),
  reported: report.settlement === null ? null : reportedDocument(report.settlement),
  expected: expectedDocument(report),
  read: readDocument(report),
  incomplete: incompleteDocument(report),
  discrepancies: report.discrepancies.toSorted(byCodeAndSubject).map(discrepancyDocument),
})

const reportedDocument = (settlement: Settlement): Json => ({
  invoices: settlement.invoiceCount,
  collected: settlement.collected,
  fees: settlement.fees,
  feesPostpaid: settlement.feesPostpaid,
  adjustments: settlement.adjustments,
  gateway: settlement.gateway,
  payout: settlement.payout,
})

const expectedDocument = ({ totals, money }: SlotReport): Json =>
  totals === null ? null : { invoices: totals.counted, collected: totals.collected, payout: money.expected }

/** Why the last attempt could not be read whole: the request that failed, and the status of its answer. */
const incompleteDocument = ({ incomplete }: SlotReport): Json =>
  incomplete === null ? null : { reason: incomplete.reason, request: incomplete.request, status: incomplete.status }

const readDocument = ({ list }: SlotReport): Json =>
  list === null
    ? null
    : {
        pages: list.pages,
        items: list.items,
        kept: list.kept,
        repeated: list.repeated,
        malformed: list.malformed,
      }

export const discrepancyDocument = (discrepancy: Discrepancy): { readonly [name: string]: Json } => ({
  id: discrepancy.id,
  case: discrepancy.case,
  code: discrepancy.code,
  severity: discrepancy.severity,
  state: discrepancy.state,
  subject: discrepancy.subject,
  unit: discrepancy.figures.unit,
  reported: discrepancy.figures.reported,
  expected: discrepancy.figures.expected,
  difference: differenceOf(discrepancy.figures),
  amount: discrepancy.amount,
  caseAmount: discrepancy.caseAmount,
  recovered: discrepancy.recovered ?? null,
  causes: discrepancy.causes.map(causeDocument),
  message: discrepancy.message,
})

const causeDocument = ({ code, detail, invoices, candidates, tiedWith }: Cause): { readonly [name: string]: Json } => ({
  code,
  detail,
  invoices,
  candidates,
  tiedWith,
})
