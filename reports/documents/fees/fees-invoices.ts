import {
  type FeesOfMonth,
  INVOICE_KINDS,
  type NamedTax,
  type OperatorInvoiceLine,
  type OperatorInvoiceRecord,
} from '../../../src/core/fees/operator-invoice.ts'
import type { Moment } from '../../../src/core/past-run.ts'
import {
  cop,
  type DocumentOf,
  dateText,
  list,
  number,
  shape,
  text,
  time,
  truth,
  wordOf,
} from '../../../src/print/shape.ts'
import { ACTED, type AnswerDocument, MOMENT } from '../answer-document.ts'

/** The result of importing one invoice. */
export interface InvoiceImport {
  /** The file, and within a zip its part. */
  readonly name: string
  readonly invoice: OperatorInvoiceRecord
  readonly isKnown: boolean
}

export interface InvoiceImportReport {
  readonly merchant: string
  readonly imports: readonly InvoiceImport[]
  readonly months: readonly FeesOfMonth[]
  /** Paths of the written files. */
  readonly files: readonly string[]
}

export interface InvoiceVoidReport {
  readonly merchant: string
  readonly invoice: OperatorInvoiceRecord
  readonly files: readonly string[]
}

/** The operator's invoices, in order of day and number, including those that were voided. */
export interface InvoiceListReport {
  readonly merchant: string
  readonly asOf: Moment | null
  readonly invoices: readonly OperatorInvoiceRecord[]
}

const NAMED_TAX = shape<NamedTax>()({
  code: text,
  name: text.as('As it stands: programs swap the codes of withholdings.'),
  percent: text.orNull,
  sum: cop,
})

const INVOICE = shape<OperatorInvoiceRecord>()({
  number: text.as('Its own number.'),
  kind: wordOf(INVOICE_KINDS),
  cufe: text.as('CUFE, or CUDE of a credit note.'),
  day: dateText,
  period: text.as('The month that it charges, `YYYY-MM`.'),
  supplier: text.as('Tax id, without its check digit.'),
  customer: text.as('Tax id, without its check digit.'),
  base: cop.as('Lines, less allowances, plus charges of the whole invoice; without taxes.'),
  iva: cop,
  total: cop.as('The sum to pay, as it stands: with or without the withholdings.'),
  lines: list(shape<OperatorInvoiceLine>()({ text, sum: cop })).as('Each without its taxes.'),
  taxes: list(NAMED_TAX),
  withholdings: list(NAMED_TAX),
  file: text(({ name }) => name, 'Within a zip with the name of its part.'),
  sha256: text(({ digest }) => digest, 'Of the file as it was imported.'),
  history: number(({ act }) => act.number, 'The number of its import in the history.'),
  at: time(({ act }) => act.at),
  by: text(({ act }) => act.by),
  voided: ACTED.orNull.as('When it was voided, by whom and why; null while it counts.'),
})

/** A month's invoices against the fees of its settlements: difference = invoiced - (charged - withheld). */
export const FEES_INVOICED = shape<FeesOfMonth>()({
  month: text,
  invoices: list(text)(({ invoices }) => invoices.map((one) => one.number)),
  base: cop,
  iva: cop,
  invoiced: cop.orNull.as('Base and IVA; those of credit notes are subtracted. Null without an invoice.'),
  charged: cop.as('Fees of its settlements, deducted and billed apart.'),
  withheld: cop.as('What the tariff withholds of the payments: part of what was charged, and of no invoice.'),
  expected: cop.as('Charged less withheld.'),
  difference: cop.orNull.as('Invoiced less expected.'),
})

export const INVOICE_IMPORT = shape<InvoiceImportReport>()({
  merchant: text,
  imports: list(
    shape<InvoiceImport>()({
      file: text(({ name }) => name),
      known: truth(({ isKnown }) => isKnown, 'Whether it was there already; then nothing changed.'),
      invoice: INVOICE,
    }),
  ),
  months: list(FEES_INVOICED).as('The months of these invoices that have settlements.'),
  files: list(text).as('The reports that were written.'),
})

export const INVOICE_VOID = shape<InvoiceVoidReport>()({
  merchant: text,
  invoice: INVOICE,
  files: list(text).as('The reports that were written.'),
})

export const INVOICE_LIST = shape<InvoiceListReport>()({
  merchant: text,
  asOf: MOMENT.orNull.as('The moment as of which they are shown; null for now.'),
  invoices: list(INVOICE),
})

export type OperatorInvoiceDocument = DocumentOf<typeof INVOICE>
export type FeesInvoicedDocument = DocumentOf<typeof FEES_INVOICED>
export type FeesInvoiceImportDocument = AnswerDocument<'fees invoice import'> & DocumentOf<typeof INVOICE_IMPORT>
export type FeesInvoiceVoidDocument = AnswerDocument<'fees invoice void'> & DocumentOf<typeof INVOICE_VOID>
export type FeesInvoiceListDocument = AnswerDocument<'fees invoice list'> & DocumentOf<typeof INVOICE_LIST>
