import type { AnswerDocument, Cop } from '../../../reports/documents/answer-document.ts'

/** A JSON value of the service that is not documented. */
export type ForeignJson = unknown

/** An invoice as the service shows it, in the words of Cuadre. */
export interface InvoiceDocument {
  readonly id: string
  readonly reference: string | null
  readonly status: string
  readonly amount: Cop
  readonly paid: Cop | null
  readonly description: string | null
  readonly contract: string | null
  readonly customerDocument: string | null
  readonly customerName: string | null
  readonly createdAt: string | null
  readonly expirationDate: string | null
  readonly paymentUrl: string | null
  readonly paymentDate: string | null
  readonly paymentMethod: string | null
  readonly paymentSource: string | null
  readonly paymentId: string | null
  /** The settlement that the invoice names. */
  readonly ownDate: string | null
  readonly ownCycle: string | null
  /** Documented fields that are absent or unreadable. */
  readonly flaws: readonly string[]
  /** Undocumented fields. */
  readonly extra: { readonly [field: string]: ForeignJson } | null
}

export interface InvoiceGetDocument extends AnswerDocument<'invoice get'> {
  readonly invoice: InvoiceDocument
}

export interface InvoiceCreateDocument extends AnswerDocument<'invoice create'> {
  /** Whether the answer was lost, and the invoice was found by its reference. */
  readonly lookedUp: boolean
  readonly invoice: InvoiceDocument
}

/** A record of a list that is not an invoice. */
export interface MalformedRecordDocument {
  readonly invoiceId: string | null
  readonly field: string
  readonly reason: string
  readonly digest: string
}

export interface InvoiceListDocument extends AnswerDocument<'invoice list'> {
  /** False when the limit came before the end of the list. */
  readonly complete: boolean
  /** The number of invoices, each counted once. */
  readonly count: number
  /** The number of records that repeat an invoice; of these the last counts. */
  readonly repeated: number
  readonly invoices: readonly InvoiceDocument[]
  readonly malformed: readonly MalformedRecordDocument[]
}

/** A settlement as the service shows it, in the words of Cuadre. */
export interface SettlementDocument {
  readonly date: string
  readonly cycle: string
  readonly status: string
  readonly invoiceCount: number
  readonly collected: Cop
  readonly fees: Cop
  readonly feesPostpaid: boolean
  readonly adjustments: Cop
  readonly gateway: boolean
  readonly payout: Cop
  /** Undocumented fields. */
  readonly extra: { readonly [field: string]: ForeignJson } | null
}

export interface SettlementGetDocument extends AnswerDocument<'settlement get'> {
  readonly settlement: SettlementDocument
}
