import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Json } from '../../src/core/cell.ts'
import { PARQUET_TYPES, type ParquetColumn, type ParquetType } from '../../src/print/parquet/parquet-types.ts'
import { DISCREPANCY_LEDGER } from './discrepancy-row.ts'
import { INVOICE_LEDGER } from './invoice-ledger.ts'
import { SETTLEMENT_LEDGER } from './settlement-ledger.ts'

/** The facts about a ledger column that Parquet needs. */
interface LedgerColumnFacts {
  readonly name: string
  readonly kind: 'text' | 'date' | 'time' | 'number'
  readonly meaning: string
}

/** The ledgers by the name of their folder. */
export const PARQUET_LEDGERS = {
  settlements: SETTLEMENT_LEDGER,
  invoices: INVOICE_LEDGER,
  discrepancies: DISCREPANCY_LEDGER,
} as const satisfies Readonly<Record<string, { readonly columns: readonly LedgerColumnFacts[] }>>
export type ParquetLedger = keyof typeof PARQUET_LEDGERS

/** The columns that are encoded in folder names and not repeated in the files. */
export const PARTITIONS = ['date', 'merchant'] as const

/**
 * Types of the columns whose workbook kind does not determine them. Figures of a discrepancy are sums, numbers or
 * words, so they are text.
 */
const TYPES: Readonly<Record<string, ParquetType>> = {
  invoices_reported: 'count',
  invoices_listed: 'count',
  invoices_difference: 'count',
  accepted: 'count',
  claimed: 'count',
  fee_rate: 'rate',
  gateway: 'boolean',
  counted: 'boolean',
  banked_on: 'date',
  reported: 'text',
  expected: 'text',
}

const typeOf = ({ name, kind }: LedgerColumnFacts): ParquetType => TYPES[name] ?? (kind === 'number' ? 'money' : kind)

const isInFile = ({ name }: LedgerColumnFacts): boolean => !PARTITIONS.some((partition) => partition === name)

export const parquetColumns = (of: ParquetLedger, zone: Zone): readonly ParquetColumn[] => {
  const columns: readonly LedgerColumnFacts[] = PARQUET_LEDGERS[of].columns
  return columns
    .map((column, at) => ({ column, at }))
    .filter(({ column }) => isInFile(column))
    .map(({ column, at }) => ({ name: column.name, type: typeOf(column), at, zone }))
}

/** The schema file next to the folders: each column with its type and meaning. */
export const parquetSchemaDocument = (): Json => ({
  schemaVersion: 1,
  partitions: PARTITIONS.map((name) => ({
    name,
    type: name === 'date' ? PARQUET_TYPES.date.sql : PARQUET_TYPES.text.sql,
  })),
  ledgers: Object.fromEntries(
    Object.entries(PARQUET_LEDGERS).map(([name, { columns }]) => [name, columns.filter(isInFile).map(columnDocument)]),
  ),
})

const columnDocument = (column: LedgerColumnFacts): Json => ({
  name: column.name,
  type: PARQUET_TYPES[typeOf(column)].sql,
  meaning: column.meaning,
})
