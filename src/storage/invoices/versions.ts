import type { Invoice } from '../../domain/invoice.ts'
import { type Centavos, fromCentavos } from '../../domain/money.ts'
import type { InvoiceVersion } from '../../domain/pull/invoice-in-pull.ts'

/*
 * Invoice versions as rows. The statements on this table that run once per invoice are raw and take arrays, because drizzle's
 * cost is 15 to 50 % of each; the columns of those arrays are named here and nowhere else.
 */
const STATED = [
  'status',
  'amount',
  'paid',
  'reference',
  'contract',
  'customer_document',
  'customer_name',
  'description',
  'payment_method',
  'payment_source',
  'payment_id',
  'payment_date',
  'created_at',
  'expiration_date',
  'own_date',
  'own_cycle',
  'flaws',
  'extra',
] as const

/** What an invoice states, cell by cell, to be bound. Money is bigint: SQLite takes a number beyond 2^51 for REAL. */
export type ReportedCells = readonly (string | bigint | null)[]

/** A version as read: money as a number, exact within the bounds the table checks. */
export type VersionRow = readonly [
  id: number,
  from: number,
  to: number | null,
  invoiceId: string,
  status: string,
  amount: number,
  paid: number | null,
  reference: string | null,
  contract: string | null,
  customerDocument: string | null,
  customerName: string | null,
  description: string | null,
  paymentMethod: string | null,
  paymentSource: string | null,
  paymentId: string | null,
  paymentDate: string | null,
  createdAt: string | null,
  expirationDate: string | null,
  ownDate: string | null,
  ownCycle: string | null,
  flaws: string | null,
  extra: string | null,
]

export const VERSION_COLUMNS = ['id', 'from_pull', 'to_pull', 'invoice_id', ...STATED].join(', ')
export const INSERT_VERSION = `INSERT INTO version (slot, from_pull, invoice_id, ${STATED.join(', ')})
  VALUES (?, ?, ?, ${STATED.map(() => '?').join(', ')})`

/** Where the reported cells begin in a VersionRow. */
const FIRST_STATED = 4

export const cellsOf = (invoice: Invoice): ReportedCells => [
  invoice.status,
  invoice.amount,
  invoice.paid,
  invoice.reference,
  invoice.contract,
  invoice.customerDocument,
  invoice.customerName,
  invoice.description,
  invoice.paymentMethod,
  invoice.paymentSource,
  invoice.paymentId,
  invoice.paymentDate,
  invoice.createdAt,
  invoice.expirationDate,
  invoice.ownDate,
  invoice.ownCycle,
  invoice.flaws.length === 0 ? null : JSON.stringify(invoice.flaws),
  invoice.extra,
]

/** The row states exactly what the cells state. */
export const statesTheSame = (row: VersionRow, cells: ReportedCells): boolean => {
  for (let index = 0; index < STATED.length; index += 1) {
    const cell = cells[index]
    if (row[FIRST_STATED + index] !== (typeof cell === 'bigint' ? Number(cell) : cell)) return false
  }
  return true
}

/** Amount and paid of a row; what was not paid is nothing. */
export const sumsOf = (row: VersionRow): { readonly amount: Centavos; readonly paid: Centavos } => ({
  amount: fromCentavos(row[5]),
  paid: fromCentavos(row[6] ?? 0),
})

export const versionOf = (row: VersionRow): InvoiceVersion => ({ invoice: invoiceOf(row), from: row[1], to: row[2] })

const invoiceOf = (row: VersionRow): Invoice => ({
  id: row[3],
  status: row[4],
  amount: fromCentavos(row[5]),
  paid: row[6] === null ? null : fromCentavos(row[6]),
  reference: row[7],
  contract: row[8],
  customerDocument: row[9],
  customerName: row[10],
  description: row[11],
  paymentMethod: row[12],
  paymentSource: row[13],
  paymentId: row[14],
  paymentDate: row[15],
  createdAt: row[16],
  expirationDate: row[17],
  ownDate: row[18],
  ownCycle: row[19],
  flaws: row[20] === null ? NONE : JSON.parse(row[20]),
  extra: row[21],
})
const NONE: readonly string[] = []
