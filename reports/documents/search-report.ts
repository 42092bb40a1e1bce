import type { Instant } from '../../src/core/calendar/calendar.ts'
import { DISCREPANCY_STATES, type Discrepancy, SEVERITIES } from '../../src/core/findings/discrepancy.ts'
import type { Invoice } from '../../src/core/invoice.ts'
import type { Moment } from '../../src/core/past-run.ts'
import { HIDDEN } from '../../src/core/personal/personal.ts'
import { type InvoiceSearch, SEARCH_FIELDS, type SearchField } from '../../src/core/pull/unlisted-invoice.ts'
import type { Slot, SlotDate } from '../../src/core/slot.ts'
import { VERDICTS, type Verdict } from '../../src/core/verdict.ts'
import { cop, type DocumentOf, dateText, list, shape, text, time, truth, wordOf } from '../../src/print/shape.ts'
import type { DueStanding } from '../../src/receivables/standing.ts'
import { type AnswerDocument, MOMENT, OF_SLOT } from './answer-document.ts'
import { DUE } from './receivables.ts'

/** An invoice in the list of one settlement. */
export interface InvoiceInSettlement {
  readonly slot: Slot
  /** Null when the settlement was read but not checked yet. */
  readonly verdict: Verdict | null
  readonly listedSince: Instant
  /** When its list was first read without the invoice; null while it is listed. */
  readonly leftAt: Instant | null
  /** Its status when it was first listed. */
  readonly firstStatus: string
  /** As last listed, with document numbers hidden; the customer's name is null unless names are asked for. */
  readonly invoice: Invoice
  /** The discrepancies about the invoice, its payment or its reference. */
  readonly discrepancies: readonly Discrepancy[]
}

/** An invoice that carries the text, and the settlements that list it. */
export interface InvoiceAnswer {
  readonly id: string
  /** The fields that carry the text. */
  readonly fields: readonly SearchField[]
  readonly settlements: readonly InvoiceInSettlement[]
}

/** The result of a search in the database. */
export interface SearchReport {
  readonly merchant: string
  /** How the text was matched; null when nothing matches. */
  readonly mode: InvoiceSearch['mode'] | null
  /** The first and the last settlement date that was searched. */
  readonly from: SlotDate
  readonly to: SlotDate
  readonly invoices: readonly InvoiceAnswer[]
  /** The dues of lists that carry it; empty without a list. */
  readonly dues: readonly DueStanding[]
  /** Whether there are more matches than are shown. */
  readonly hasMore: boolean
  readonly asOf: Moment | null
}

const IN_SETTLEMENT = shape<InvoiceInSettlement>()({
  ...OF_SLOT,
  verdict: wordOf(VERDICTS).orNull.as('Null when the settlement was read but not checked yet.'),
  listedSince: time,
  leftAt: time.orNull.as('When its list was first read without the invoice; null while it is listed.'),
  firstStatus: text,
  status: text(({ invoice }) => invoice.status),
  reference: text.orNull(({ invoice }) => invoice.reference),
  contract: text.orNull(({ invoice }) => invoice.contract),
  description: text.orNull(({ invoice }) => invoice.description),
  customerDocument: text.orNull(
    ({ invoice }) => (invoice.customerDocument === null ? null : HIDDEN),
    '`***` when there is one.',
  ),
  customerName: text.orNull(({ invoice }) => invoice.customerName, 'Only with `--names`.'),
  amount: cop(({ invoice }) => invoice.amount),
  paid: cop.orNull(({ invoice }) => invoice.paid),
  paymentDate: text.orNull(({ invoice }) => invoice.paymentDate),
  paymentMethod: text.orNull(({ invoice }) => invoice.paymentMethod),
  paymentId: text.orNull(({ invoice }) => invoice.paymentId),
  discrepancies: list(
    shape<Discrepancy>()({
      id: text,
      code: text,
      severity: wordOf(SEVERITIES),
      state: wordOf(DISCREPANCY_STATES),
      amount: cop.orNull,
    }),
  ),
})

/** What the database holds about a text. The text is left out: it may be a document number. */
export const FOUND = shape<SearchReport>()({
  merchant: text,
  asOf: MOMENT.orNull,
  match: wordOf(['exact', 'sum', 'beginning']).orNull(
    ({ mode }) => mode,
    'Null when nothing carries the text; `sum` when no field is this text, and it is a sum.',
  ),
  from: dateText.as('The first settlement date that was searched.'),
  to: dateText.as('The last one.'),
  invoices: list(
    shape<InvoiceAnswer>()({
      id: text,
      fields: list(wordOf(SEARCH_FIELDS)).as('The fields that carry the text.'),
      settlements: list(IN_SETTLEMENT),
    }),
  ),
  dues: list(DUE).as('The dues of your lists that carry it, as of the last run.'),
  hasMore: truth.as('Whether there are more, of older settlements.'),
})

/** An invoice in the list of one settlement, as last listed. */
export type InvoiceInSettlementDocument = DocumentOf<typeof IN_SETTLEMENT>
export type FindDocument = AnswerDocument<'find'> & DocumentOf<typeof FOUND>
