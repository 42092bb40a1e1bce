import type { Cell, Row } from '../../core/cell.ts'
import { type Centavos, plus, toPesos, ZERO } from '../../core/money.ts'
import { cellXml, fitsNumber, textCell } from './cells.ts'
import type { Column, SplitTotal } from './workbook.ts'
import { letterOf } from './xml.ts'

/** The columns of a table, and the label of its total row or how its rows are summed separately. */
export interface TotalledColumns {
  readonly columns: readonly Column[]
  readonly total?: string | SplitTotal
}

/** The total rows of some rows of a sheet. */
interface SheetTotals {
  /** The most total rows. */
  readonly mostRows: number
  readonly add: (row: Row) => void
  /** `lastRow`: the last row of data; the first one is below the headings. */
  readonly xml: (lastRow: number) => string
}

/**
 * The total rows below a sheet's rows, which leave out filtered rows. Their formulas are the only ones of a workbook,
 * made only of our own letters and numbers; each carries its value for programs that do not calculate. A table without
 * a total has none.
 */
export const totalsOf = ({ columns, total }: TotalledColumns): SheetTotals => {
  const parts =
    total === undefined ? [] : typeof total === 'string' ? [wholePart(columns, total)] : splitParts(columns, total)
  return {
    mostRows: parts.length,
    add: (row: Row): void => {
      for (const part of parts) if (part.takes(row)) addRow(part, row)
    },
    xml: (lastRow: number): string =>
      parts
        .filter(({ rows }) => rows > 0)
        .map((part, at) => rowXml(part, lastRow, lastRow + 1 + at))
        .join(''),
  }
}

/** A total row while its rows are read. */
interface TotalRow {
  readonly label: string
  readonly sums: readonly Total[]
  rows: number
  readonly takes: (row: Row) => boolean
  /** Sums this column from row 2 to the last one. */
  readonly formula: (letter: string, lastRow: number) => string
}

interface Total {
  /** The column, from 0. */
  readonly at: number
  money: Centavos
  number: number
  isMoney: boolean
  /** Whether the column is empty; it then has no total. */
  isEmpty: boolean
}

const sumsOf = (columns: readonly Column[]): readonly Total[] =>
  columns.flatMap(({ isSummed = false }, at) =>
    isSummed ? [{ at, money: ZERO, number: 0, isMoney: false, isEmpty: true }] : [],
  )

const wholePart = (columns: readonly Column[], label: string): TotalRow => ({
  label,
  sums: sumsOf(columns),
  rows: 0,
  takes: () => true,
  formula: (letter, lastRow) => `SUBTOTAL(109,${letter}2:${letter}${lastRow})`,
})

const splitParts = (columns: readonly Column[], { column, withValue, withoutValue }: SplitTotal): TotalRow[] => {
  const key = letterOf(column)
  const part = (label: string, hasValue: boolean): TotalRow => ({
    label,
    sums: sumsOf(columns),
    rows: 0,
    takes: (row) => ((row[column] ?? null) !== null) === hasValue,
    formula: (letter, lastRow) => {
      const visible = `SUBTOTAL(109,OFFSET(${letter}2,ROW(${letter}2:${letter}${lastRow})-2,0))`
      return `SUMPRODUCT(${visible}*(${key}2:${key}${lastRow}${hasValue ? '&lt;&gt;' : '='}&quot;&quot;))`
    },
  })
  return [part(withValue, true), part(withoutValue, false)]
}

const rowXml = ({ label, sums, formula }: TotalRow, lastRow: number, row: number): string => {
  const cells = sums
    .filter(({ isEmpty }) => !isEmpty)
    .map(({ at, money, number, isMoney }) => {
      const look = isMoney ? 'strongMoney' : 'strongCount'
      const value = isMoney ? toPesos(money) : String(number)
      return cellXml(at, row, look, `<f>${formula(letterOf(at), lastRow)}</f><v>${value}</v>`)
    })
  return `<row r="${row}">${textCell(0, row, 'strongText', label)}${cells.join('')}</row>`
}

const addRow = (part: TotalRow, row: Row): void => {
  part.rows += 1
  for (const sum of part.sums) addTo(sum, row[sum.at] ?? null)
}

const addTo = (total: Total, value: Cell): void => {
  if (value !== null) total.isEmpty = false
  if (typeof value === 'number') total.number += value
  if (typeof value !== 'bigint') return
  total.isMoney = true
  if (!fitsNumber(value)) return
  total.money = plus(total.money, value)
}
