import type Database from 'better-sqlite3'
import type { Invoice, InvoiceTexts } from '../../core/invoice.ts'
import { INVOICE_TEXTS, type InvoiceTextName } from '../../core/invoice-fields.ts'
import { type Centavos, fromCentavos } from '../../core/money.ts'
import type { InvoiceVersion } from '../../core/pull/invoice-in-pull.ts'
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

export const cellsOf = (invoice: Invoice): ReportedCells => {
  const cells: (string | bigint | null)[] = [invoice.status, invoice.amount, invoice.paid]
  for (const name of INVOICE_TEXTS) cells.push(invoice[name])
  cells.push(flawsCell(invoice.flaws), invoice.extra)
  return cells
}

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

/** The index of each text in a VersionRow. */
const AT = Object.fromEntries(INVOICE_TEXTS.map((name, at) => [name, FIRST_TEXT + at])) as Readonly<
  Record<InvoiceTextName, number>
>
const textIn = (row: VersionRow, at: number): string | null => row[at] as string | null

/** A literal, since it runs for each of a million invoices: filling an object in a loop took a hundred times as long. */
const invoiceOf = (row: VersionRow): Invoice => ({
  id: row[3],
  status: row[4],
  amount: fromCentavos(row[5]),
  paid: row[6] === null ? null : fromCentavos(row[6]),
  reference: textIn(row, AT.reference),
  contract: textIn(row, AT.contract),
  customerDocument: textIn(row, AT.customerDocument),
  customerName: textIn(row, AT.customerName),
  description: textIn(row, AT.description),
  paymentMethod: textIn(row, AT.paymentMethod),
  paymentSource: textIn(row, AT.paymentSource),
  paymentId: textIn(row, AT.paymentId),
  paymentDate: textIn(row, AT.paymentDate),
  createdAt: textIn(row, AT.createdAt),
  expirationDate: textIn(row, AT.expirationDate),
  ownDate: textIn(row, AT.ownDate),
  ownCycle: textIn(row, AT.ownCycle),
  flaws: flawsOf(textIn(row, FLAWS)),
  extra: textIn(row, FLAWS + 1),
})

/** Invoices whose versions are read at a time. */
const PAGE = 250

/** The condition of a statement for `versionsOfInvoices`. */
export const IS_ASKED_FOR = 'invoice_id IN (SELECT value FROM json_each(:ids))'

/**
 * Reads versions of these invoices page by page. A statement that finds the changed invoices itself would find all of
 * them again for each page.
 */
export function* versionsOfInvoices<Asked extends object>(
  ids: readonly string[],
  statement: Pick<Database.Statement<Asked & { readonly ids: string }, VersionRow>, 'all'>,
  asked: Asked,
): Generator<readonly VersionRow[]> {
  for (let start = 0; start < ids.length; start += PAGE)
    yield statement.all({ ...asked, ids: JSON.stringify(ids.slice(start, start + PAGE)) })
}
