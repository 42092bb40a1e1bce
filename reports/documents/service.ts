import type { FetchedInvoice, MalformedRecord } from '../../src/core/invoice.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import { cop, type DocumentOf, free, list, number, shape, text, truth } from '../../src/print/shape.ts'
import type { AnswerDocument } from './answer-document.ts'

const parsed = (extra: string | null) => (extra === null ? null : JSON.parse(extra))

/** An invoice as the service shows it, in the words of Cuadre: money in COP, times as received, null for what is absent. */
export const INVOICE = shape<FetchedInvoice>()({
  id: text(({ invoice }) => invoice.id),
  reference: text.orNull(({ invoice }) => invoice.reference),
  status: text(({ invoice }) => invoice.status),
  amount: cop(({ invoice }) => invoice.amount),
  paid: cop.orNull(({ invoice }) => invoice.paid),
  description: text.orNull(({ invoice }) => invoice.description),
  contract: text.orNull(({ invoice }) => invoice.contract),
  customerDocument: text.orNull(({ invoice }) => invoice.customerDocument),
  customerName: text.orNull(({ invoice }) => invoice.customerName),
  createdAt: text.orNull(({ invoice }) => invoice.createdAt),
  expirationDate: text.orNull(({ invoice }) => invoice.expirationDate),
  paymentUrl: text.orNull,
  paymentDate: text.orNull(({ invoice }) => invoice.paymentDate),
  paymentMethod: text.orNull(({ invoice }) => invoice.paymentMethod),
  paymentSource: text.orNull(({ invoice }) => invoice.paymentSource),
  paymentId: text.orNull(({ invoice }) => invoice.paymentId),
  ownDate: text.orNull(({ invoice }) => invoice.ownDate, 'The settlement that the invoice names.'),
  ownCycle: text.orNull(({ invoice }) => invoice.ownCycle),
  flaws: list(text)(({ invoice }) => invoice.flaws, 'Documented fields that are absent or unreadable.'),
  extra: free.orNull(({ invoice }) => parsed(invoice.extra), 'Undocumented fields.'),
})
export type InvoiceDocument = DocumentOf<typeof INVOICE>

export const INVOICE_ANSWER = shape<{ readonly invoice: FetchedInvoice }>()({ invoice: INVOICE })

export const CREATION = shape<{ readonly lookedUp: boolean; readonly invoice: FetchedInvoice }>()({
  lookedUp: truth.as('Whether the answer was lost, and the invoice was found by its reference.'),
  invoice: INVOICE,
})

/** A record of a list that is not an invoice. */
const MALFORMED = shape<MalformedRecord>()({ invoiceId: text.orNull, field: text, reason: text, digest: text })
export type MalformedRecordDocument = DocumentOf<typeof MALFORMED>

export interface InvoiceListing {
  /** Without repetition: the last of several records with one id counts. */
  readonly invoices: readonly FetchedInvoice[]
  readonly repeated: number
  readonly malformed: readonly MalformedRecord[]
  readonly complete: boolean
}

export const INVOICES = shape<InvoiceListing>()({
  complete: truth.as('False when the limit came before the end of the list.'),
  count: number(({ invoices }) => invoices.length, 'The number of invoices, each counted once.'),
  repeated: number.as('The number of records that repeat an invoice; of these the last counts.'),
  invoices: list(INVOICE),
  malformed: list(MALFORMED),
})

/** A settlement as the service shows it, in the words of Cuadre. */
export const SETTLEMENT = shape<Settlement>()({
  date: text,
  cycle: text,
  status: text,
  invoiceCount: number,
  collected: cop,
  fees: cop,
  feesPostpaid: truth,
  adjustments: cop,
  gateway: truth,
  payout: cop,
  extra: free.orNull(({ extra }) => parsed(extra), 'Undocumented fields.'),
})
export type SettlementDocument = DocumentOf<typeof SETTLEMENT>

export const SETTLEMENT_ANSWER = shape<{ readonly settlement: Settlement }>()({ settlement: SETTLEMENT })

export type InvoiceGetDocument = AnswerDocument<'invoice get'> & DocumentOf<typeof INVOICE_ANSWER>
export type InvoiceCreateDocument = AnswerDocument<'invoice create'> & DocumentOf<typeof CREATION>
export type InvoiceListDocument = AnswerDocument<'invoice list'> & DocumentOf<typeof INVOICES>
export type SettlementGetDocument = AnswerDocument<'settlement get'> & DocumentOf<typeof SETTLEMENT_ANSWER>
