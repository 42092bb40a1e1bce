import type { InvoiceRow } from './invoice.ts'

/** The columns of an invoice, in the order of its cells. */
export const COLUMNS = [
  'number',
  'merchant',
  'id',
  'reference',
  'status',
  'amount',
  'description',
  'contract',
  'document',
  'document_type',
  'customer_name',
  'redirect_url',
  'created_at',
  'expires_at',
  'busy_until',
  'paid_at',
  'paid_day',
  'method',
  'source',
  'paid',
  'date',
  'cycle',
  'payment_id',
  'seeded',
  'patch',
] as const

/** The columns to insert; the database assigns the number. */
export const STORED = COLUMNS.filter((column) => column !== 'number')

type Column = (typeof COLUMNS)[number]

type CellsOf<Names extends readonly Column[]> = { readonly [Index in keyof Names]: InvoiceRow[Names[Index]] }

/** A row as an array of cells: the driver makes those in less than half the time of objects. */
export type StoredCells = CellsOf<typeof COLUMNS>

export const rowOf = (cells: StoredCells): InvoiceRow => ({
  number: cells[0],
  merchant: cells[1],
  id: cells[2],
  reference: cells[3],
  status: cells[4],
  amount: cells[5],
  description: cells[6],
  contract: cells[7],
  document: cells[8],
  document_type: cells[9],
  customer_name: cells[10],
  redirect_url: cells[11],
  created_at: cells[12],
  expires_at: cells[13],
  busy_until: cells[14],
  paid_at: cells[15],
  paid_day: cells[16],
  method: cells[17],
  source: cells[18],
  paid: cells[19],
  date: cells[20],
  cycle: cells[21],
  payment_id: cells[22],
  seeded: cells[23],
  patch: cells[24],
})
