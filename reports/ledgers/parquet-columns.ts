import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Json } from '../../src/core/cell.ts'
import { PARQUET_TYPES, type ParquetColumn, type ParquetType } from '../../src/print/parquet/parquet-types.ts'
import type { ReportColumn } from '../../src/print/report.ts'
import { DISCREPANCY_LEDGER } from './discrepancy-row.ts'
import { INVOICE_LEDGER } from './invoice-ledger.ts'
import { SETTLEMENT_LEDGER } from './settlement-ledger.ts'

/** The ledgers by the name of their folder. */
export const PARQUET_LEDGERS = {
  settlements: SETTLEMENT_LEDGER,
  invoices: INVOICE_LEDGER,
  discrepancies: DISCREPANCY_LEDGER,
} as const satisfies Readonly<Record<string, { readonly columns: readonly ReportColumn[] }>>
export type ParquetLedger = keyof typeof PARQUET_LEDGERS

/** The columns that are encoded in folder names and not repeated in the files. */
export const PARTITIONS = ['date', 'merchant'] as const

/** Columns of another type than their kind says. Figures of a discrepancy are sums, numbers or words, so they are text. */
const TYPES: Readonly<Record<string, ParquetType>> = {
  gateway: 'boolean',
  counted: 'boolean',
  banked_on: 'date',
  reported: 'text',
  expected: 'text',
}

const isOfParquet = (kind: string): kind is ParquetType => kind in PARQUET_TYPES

const typeOf = ({ name, kind }: ReportColumn): ParquetType => TYPES[name] ?? (isOfParquet(kind) ? kind : 'text')

const isInFile = ({ name }: ReportColumn): boolean => !PARTITIONS.some((partition) => partition === name)

export const parquetColumns = (of: ParquetLedger, zone: Zone): readonly ParquetColumn[] => {
  const columns: readonly ReportColumn[] = PARQUET_LEDGERS[of].columns
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

const columnDocument = (column: ReportColumn): Json => ({
  name: column.name,
  type: PARQUET_TYPES[typeOf(column)].sql,
  meaning: column.meaning ?? '',
})
