import type { SchemaElement } from 'hyparquet'
import type { Zone } from '../../core/calendar/calendar.ts'
import type { Cell } from '../../core/cell.ts'
import { toPesos } from '../../core/money.ts'
import { asSlotDate } from '../../core/slot.ts'

/** The type of a Parquet column. */
export type ParquetType = 'text' | 'date' | 'time' | 'money' | 'count' | 'rate' | 'boolean'

/** A column, and its place in the rows of a ledger. Times in ledgers are local times of the zone. */
export interface ParquetColumn {
  readonly name: string
  readonly type: ParquetType
  readonly at: number
  readonly zone: Zone
}

export type ParquetValue = string | bigint | number | boolean | null

interface TypeInFile {
  /** Its SQL type, for the schema file. */
  readonly sql: string
  readonly element: Omit<SchemaElement, 'name'>
}

const decimal = (precision: number, scale: number): TypeInFile => ({
  sql: `DECIMAL(${precision},${scale})`,
  element: {
    type: 'INT64',
    converted_type: 'DECIMAL',
    precision,
    scale,
    logical_type: { type: 'DECIMAL', precision, scale },
  },
})

export const PARQUET_TYPES: Readonly<Record<ParquetType, TypeInFile>> = {
  text: {
    sql: 'VARCHAR',
    element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  },
  date: { sql: 'DATE', element: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } } },
  time: {
    sql: 'TIMESTAMP WITH TIME ZONE',
    element: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    },
  },
  money: decimal(18, 2),
  rate: decimal(9, 4),
  count: { sql: 'INTEGER', element: { type: 'INT32' } },
  boolean: { sql: 'BOOLEAN', element: { type: 'BOOLEAN' } },
}

const DAY_MS = 86_400_000
const CLOCK = /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d):(\d\d)$/

/**
 * The Parquet value of a ledger's cell: money in whole centavos, days since 1970, instants in ms. Null when the cell
 * cannot be converted.
 */
export const parquetValue = (type: ParquetType, cell: Cell, zone: Zone): ParquetValue => {
  if (cell === null) return null
  switch (type) {
    case 'text':
      return textOf(cell)
    case 'date':
      return typeof cell === 'string' && asSlotDate(cell) !== null ? Date.parse(`${cell}T00:00:00Z`) / DAY_MS : null
    case 'time':
      return typeof cell === 'string' ? instantOf(cell, zone) : null
    case 'money':
      return typeof cell === 'number' ? BigInt(cell) * 100n : typeof cell === 'bigint' ? cell : null
    case 'rate':
      return typeof cell === 'object' ? tenThousandths(cell.decimal) : null
    case 'count':
      return typeof cell === 'number' ? cell : null
    case 'boolean':
      return typeof cell === 'boolean' ? cell : null
  }
}

const textOf = (cell: NonNullable<Cell>): string => {
  if (typeof cell === 'bigint') return toPesos(cell)
  return typeof cell === 'object' ? cell.decimal : String(cell)
}

const instantOf = (clock: string, zone: Zone): bigint | null => {
  const [, day = '', hours, minutes, seconds] = CLOCK.exec(clock) ?? []
  const date = asSlotDate(day)
  if (date === null) return null
  return BigInt(zone.instantOf(date, Number(hours) * 60 + Number(minutes)) + Number(seconds) * 1000)
}

const tenThousandths = (decimal: string): bigint => {
  const [whole = '', rest = ''] = decimal.replace('-', '').split('.')
  const size = BigInt(whole + rest.padEnd(4, '0').slice(0, 4))
  return decimal.startsWith('-') ? -size : size
}
