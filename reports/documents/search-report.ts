import type { Verdict } from '../../src/domain/assessment/verdict.ts'
import type { Instant } from '../../src/domain/calendar/calendar.ts'
import type { Json } from '../../src/domain/cell.ts'
import type { Discrepancy } from '../../src/domain/findings/discrepancy.ts'
import type { Invoice } from '../../src/domain/invoice.ts'
import type { Moment } from '../../src/domain/past-run.ts'
import { HIDDEN } from '../../src/domain/personal/personal.ts'
import type { InvoiceSearch, SearchField } from '../../src/domain/pull/unlisted-invoice.ts'
import type { Slot, SlotDate } from '../../src/domain/slot.ts'
import { momentDocument } from './moment.ts'

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
  /** Whether there are more matches than are shown. */
  readonly hasMore: boolean
  readonly asOf: Moment | null
}

/** The `--json` document. The text is left out: it may be a document number. */
export const searchDocument = (report: SearchReport): { readonly [name: string]: Json } => ({
  merchant: report.merchant,
  asOf: momentDocument(report.asOf),
  match: report.mode,
  from: report.from,
  to: report.to,
  invoices: report.invoices.map(({ id, fields, settlements }) => ({
    id,
    fields,
    settlements: settlements.map(settlementDocument),
  })),
  hasMore: report.hasMore,
})

const settlementDocument = ({ slot, invoice, ...rest }: InvoiceInSettlement): Json => ({
  date: slot.date,
  cycle: slot.cycle,
  verdict: rest.verdict,
  listedSince: timeOf(rest.listedSince),
  leftAt: rest.leftAt === null ? null : timeOf(rest.leftAt),
  firstStatus: rest.firstStatus,
  status: invoice.status,
  reference: invoice.reference,
  contract: invoice.contract,
  description: invoice.description,
  customerDocument: invoice.customerDocument === null ? null : HIDDEN,
  customerName: invoice.customerName,
  amount: invoice.amount,
  paid: invoice.paid,
  paymentDate: invoice.paymentDate,
  paymentMethod: invoice.paymentMethod,
  paymentId: invoice.paymentId,
  discrepancies: rest.discrepancies.map(({ id, code, severity, state, amount }) => ({
    id,
    code,
    severity,
    state,
    amount,
  })),
})

const timeOf = (at: Instant): string => new Date(at).toISOString()
