import type { Invoice, InvoiceTexts } from '../../domain/invoice.ts'
import { INVOICE_TEXTS } from '../../domain/invoice-fields.ts'
import { type Centavos, fromCentavos } from '../../domain/money.ts'
import type { InvoiceVersion } from '../../domain/pull/invoice-in-pull.ts'
import { compileFunction } from '../../std/compile-function.ts'
import { version } from '../schema.ts'

/*
 * Invoice versions as rows. The statements on this table that run once per invoice are raw and use arrays, since
 * drizzle would add 15 to 50 % to each; the columns of these arrays are named only here.
 */

/** The text columns of the table: one for each text of an invoice. */
const TEXT_COLUMNS: { readonly [Name in keyof InvoiceTexts]: { readonly name: string } } = version
export const REPORTED_COLUMNS: readonly string[] = [
  'status',
  'amount',
  'paid',
  ...INVOICE_TEXTS.map((name) => TEXT_COLUMNS[name].name),
  'flaws',
  'extra',
]

/** The cells of an invoice as SQLite binds them. Money is bigint, since better-sqlite3 stores a number above 2^51 as REAL. */
export type ReportedCells = readonly (string | bigint | null)[]

/**
 * A version as read: money as a number, exact within the bounds that the table checks, then the texts of the invoice,
 * its flaws and its undocumented fields.
 */
export type VersionRow = readonly [
  id: number,
  from: number,
  to: number | null,
  invoiceId: string,
  status: string,
  amount: number,
  paid: number | null,
  ...texts: (string | null)[],
]

export const VERSION_COLUMNS = ['id', 'from_pull', 'to_pull', 'invoice_id', ...REPORTED_COLUMNS].join(', ')
export const INSERT_VERSION = `INSERT INTO version (slot, from_pull, invoice_id, ${REPORTED_COLUMNS.join(', ')})
  VALUES (?, ?, ?, ${REPORTED_COLUMNS.map(() => '?').join(', ')})`

/** The indexes of the reported cells in a VersionRow, and of the texts. */
const FIRST_REPORTED = 4
const FIRST_TEXT = 7
const FLAWS = FIRST_TEXT + INVOICE_TEXTS.length

const flawsCell = (flaws: readonly string[]): string | null => (flaws.length === 0 ? null : JSON.stringify(flaws))
const flawsOf = (cell: string | null): readonly string[] => (cell === null ? NONE : JSON.parse(cell))
const NONE: readonly string[] = []

const reportedCells = compileFunction<(invoice: Invoice, flaws: string | null) => ReportedCells>(
  ['invoice', 'flaws'],
  `return [invoice.status, invoice.amount, invoice.paid, ${INVOICE_TEXTS.map((name) => `invoice.${name}`).join(', ')}, flaws, invoice.extra]`,
)
export const cellsOf = (invoice: Invoice): ReportedCells => reportedCells(invoice, flawsCell(invoice.flaws))

/** Whether a row has exactly these cells. */
export const hasCells = (row: VersionRow, cells: ReportedCells): boolean => {
  for (let index = 0; index < REPORTED_COLUMNS.length; index += 1) {
    const cell = cells[index]
    if (row[FIRST_REPORTED + index] !== (typeof cell === 'bigint' ? Number(cell) : cell)) return false
  }
  return true
}

/** Amount and paid of a row, in centavos; zero when nothing was paid. */
export const sumsOf = (row: VersionRow): { readonly amount: Centavos; readonly paid: Centavos } => ({
  amount: fromCentavos(row[5]),
  paid: fromCentavos(row[6] ?? 0),
})

export const versionOf = (row: VersionRow): InvoiceVersion => ({ invoice: invoiceOf(row), from: row[1], to: row[2] })

const invoiceFrom = compileFunction<
  (
    row: VersionRow,
    amount: Centavos,
    paid: Centavos | null,
    flawsOf: (cell: string | null) => readonly string[],
  ) => Invoice
>(
  ['row', 'amount', 'paid', 'flawsOf'],
  `return { id: row[3], status: row[4], amount, paid, ${INVOICE_TEXTS.map(
    (name, at) => `${name}: row[${FIRST_TEXT + at}]`,
  ).join(', ')}, flaws: flawsOf(row[${FLAWS}]), extra: row[${FLAWS + 1}] }`,
)

const invoiceOf = (row: VersionRow): Invoice =>
  invoiceFrom(row, fromCentavos(row[5]), row[6] === null ? null : fromCentavos(row[6]), flawsOf)
