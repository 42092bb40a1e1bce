import {
  byCodeAndSubject,
  type Cause,
  DISCREPANCY_STATES,
  type Discrepancy,
  differenceOf,
  SEVERITIES,
} from '../../src/core/findings/discrepancy.ts'
import type { Moment } from '../../src/core/past-run.ts'
import { PAYOUT_RULES } from '../../src/core/payout.ts'
import type { DateListing } from '../../src/core/pull/unlisted-invoice.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import { compareSlots, type Slot, type SlotDate } from '../../src/core/slot.ts'
import { VERDICTS } from '../../src/core/verdict.ts'
import {
  cop,
  type DocumentOf,
  dateText,
  figure,
  list,
  number,
  quantity,
  shape,
  text,
  truth,
  wordOf,
} from '../../src/print/shape.ts'
import { NOT_COMPARED } from '../../src/rules/account/position.ts'
import { payoutNotCompared } from '../../src/rules/account/settlement-money.ts'
import { OUTCOMES, type Outcome, type SlotAnswer } from '../../src/rules/assessment/slot-report.ts'
import type { Both } from '../../src/std/both.ts'
import type { ErrorReport } from '../../src/std/errors.ts'

import { ERROR, MOMENT, OF_SLOT, SCHEMA_VERSION } from './answer-document.ts'

/** The result of a run or a check, as in its `--json` document. */
export interface RunResult {
  /** Null when the command line named no command. */
  readonly command: string | null
  readonly outcome: Outcome
  readonly exitCode: number
  /** Null when the run had not begun. */
  readonly runId: string | null
  /** The slots that were asked for. */
  readonly slots: readonly SlotAnswer[]
  /** Paths of the files with the result. */
  readonly files: readonly string[]
  /** The past moment that is reported; absent for the present. */
  readonly asOf?: Moment | null
  readonly error: ErrorReport | null
}

/** Something that would explain the difference to the centavo; to be verified by a person. */
const CAUSE = shape<Cause>()({
  code: text,
  detail: text,
  invoices: list(text),
  candidates: number.as('The number of sets of invoices that fit.'),
  tiedWith: list(text).as('Other causes that fit the same figures.'),
})

/** Something that does not add up. */
export const DISCREPANCY = shape<Discrepancy>()({
  id: text,
  case: text.as(
    'The case: findings that one event made have one. It is the id of its gravest finding when it was first shown.',
  ),
  code: text,
  severity: wordOf(SEVERITIES),
  state: wordOf(DISCREPANCY_STATES),
  subject: text.as('The settlement, an invoice, a field.'),
  unit: wordOf(['COP', 'invoices']).orNull(({ figures }) => figures.unit, 'Null when both sides are text.'),
  reported: figure.orNull(({ figures }) => figures.reported),
  expected: figure.orNull(({ figures }) => figures.expected),
  difference: quantity.orNull(({ figures }) => differenceOf(figures), 'Reported less expected.'),
  amount: cop.orNull.as('The pesos it is about, never negative; null when it is not about a sum.'),
  caseAmount: cop.orNull.as(
    'The pesos of the case, once for all of its findings; null when none of them is about a sum.',
  ),
  recovered: cop.orNull(({ recovered }) => recovered ?? null, 'What was paid of it elsewhere after a claim.'),
  causes: list(CAUSE),
  message: text,
})

/** Why an attempt was not read whole: the request that failed, and the status of its answer. */
const INCOMPLETE = shape<NonNullable<SlotAnswer['incomplete']>>()({
  reason: text,
  request: text.orNull,
  status: number.orNull,
})

const REPORTED = shape<Settlement>()({
  invoices: number(({ invoiceCount }) => invoiceCount),
  collected: cop,
  fees: cop,
  feesPostpaid: truth,
  adjustments: cop,
  gateway: truth,
  payout: cop,
})

const EXPECTED = shape<Pick<SlotAnswer, 'money'> & { readonly totals: NonNullable<SlotAnswer['totals']> }>()({
  invoices: number(({ totals }) => totals.counted),
  collected: cop(({ totals }) => totals.collected),
  payout: cop.orNull(({ money }) => money.expected),
})

/** One settlement, as in the documents of `run`, `check` and `explain`. */
export const SLOT_REPORT = shape<SlotAnswer>()({
  merchant: text,
  ...OF_SLOT,
  verdict: wordOf(VERDICTS),
  status: text.orNull(({ settlement }) => settlement?.status ?? null, 'Null without a settlement.'),
  payoutRule: wordOf(PAYOUT_RULES).orNull(
    ({ payout }) => payout?.rule ?? null,
    'The equation by which the payout was expected.',
  ),
  difference: cop.orNull(
    ({ money }) => money.difference,
    'Reported payout less expected: negative when the operator owes. Null when nothing was compared.',
  ),
  paidOut: cop.orNull(
    ({ money }) => money.paidOut,
    'Exactly one of the three is the reported payout; all are null without a settlement.',
  ),
  inProcess: cop.orNull(({ money }) => money.inProcess),
  failed: cop.orNull(({ money }) => money.failed),
  notCompared: wordOf([...NOT_COMPARED, 'unchecked']).orNull(
    ({ money }) => payoutNotCompared(money),
    'Why the figures were not compared, `unchecked` when only the payout was not; null when all were.',
  ),
  reported: REPORTED.orNull(({ settlement }) => settlement, "The settlement's figures; null without a settlement."),
  expected: EXPECTED.orNull(
    ({ totals, money }) => totals && { totals, money },
    'The sums of its invoices; null when they were never read.',
  ),
  read: shape<NonNullable<SlotAnswer['list']>>()({
    pages: number,
    items: number,
    kept: number,
    repeated: number,
    malformed: number,
  }).orNull(({ list: read }) => read),
  incomplete: INCOMPLETE.orNull.as('Why the last attempt was not read whole.'),
  discrepancies: list(DISCREPANCY)(({ discrepancies }) => discrepancies.toSorted(byCodeAndSubject)),
})

/** The result of a job of some commands (SPEC, section 5). */
export const JOB = shape<RunResult>()({
  schemaVersion: wordOf([SCHEMA_VERSION])(() => SCHEMA_VERSION),
  command: text.orNull,
  outcome: wordOf(OUTCOMES),
  exitCode: number,
  runId: text.orNull.as('Null when the run did not begin.'),
  asOf: MOMENT.orAbsent(({ asOf }) => asOf ?? undefined, 'The past state that was checked; absent for the present.'),
  slots: list(SLOT_REPORT)(
    ({ slots }) => slots.toSorted((a, b) => compareSlots(a.slot, b.slot)),
    'The settlements asked for.',
  ),
  files: list(text).as('The files with the result.'),
  error: ERROR.orNull,
})

const JOB_MEMBERS = JOB.members as Required<typeof JOB.members>

/** Older settlements that were read again, and dates that were listed without a cycle. */
export interface SweptDates {
  readonly swept: readonly Slot[]
  readonly listed: readonly DateListing[]
  readonly failed: readonly { readonly date: SlotDate; readonly reason: Both<string> }[]
  readonly waiting: readonly SlotDate[]
}

const SWEPT = shape<SweptDates>()({
  swept: number(({ swept }) => swept.length, 'Settlements that were read again.'),
  listed: list(
    shape<DateListing>()({
      date: dateText,
      number,
      pages: number,
      items: number,
      malformed: number,
      unlisted: number.as('Invoices that no settlement lists.'),
    }),
  ),
  failed: list(shape<SweptDates['failed'][number]>()({ date: dateText, reason: text(({ reason }) => reason.en) })),
  waiting: list(dateText).as('Dates that are not listed before all of their settlements are read.'),
})

export const SWEEP = shape<RunResult & { readonly sweep?: SweptDates }>()({
  ...JOB_MEMBERS,
  sweep: SWEPT.orAbsent(({ sweep }) => sweep, 'Absent when the command failed before it reached a date.'),
})

/** The results for the notifications of an inbox. */
export interface InboxResults {
  readonly done: number
  readonly failed: number
  /** Events whose slots are not due yet and that wait. */
  readonly early: number
  /** Other events that wait for their next attempt. */
  readonly waiting: number
  /** Notifications that should name a settlement but do not. There is nothing to read for them. */
  readonly unusable: number
}

export const INBOX = shape<RunResult & { readonly events?: InboxResults }>()({
  ...JOB_MEMBERS,
  events: shape<InboxResults>()({
    done: number,
    failed: number,
    early: number.as('Waiting until their settlements are due.'),
    waiting: number.as('Other notifications that wait for their next attempt.'),
    unusable: number.as('Notifications that should name a settlement but do not.'),
  }).orAbsent(({ events }) => events, 'Absent when the command failed before it reached the notifications.'),
})

export type CauseDocument = DocumentOf<typeof CAUSE>
export type DiscrepancyDocument = DocumentOf<typeof DISCREPANCY>
export type IncompleteDocument = DocumentOf<typeof INCOMPLETE>
export type SlotDocument = DocumentOf<typeof SLOT_REPORT>
export type JobDocument<Command extends string | null> = Omit<DocumentOf<typeof JOB>, 'command'> & {
  readonly command: Command
}
/** The result of a run or a check; `command` is null when no command was recognised. */
export type RunDocument = JobDocument<'run' | 'check' | 'inbox' | 'sweep' | 'webhooks replay' | null>
export type SweepDocument = JobDocument<'sweep'> & Pick<DocumentOf<typeof SWEEP>, 'sweep'>
export type InboxDocument = JobDocument<'inbox' | 'webhooks replay'> & Pick<DocumentOf<typeof INBOX>, 'events'>
