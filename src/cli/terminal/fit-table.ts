import { cutTo, type Display, type DisplayTone, paint } from './display.ts'

export interface TableColumn<Row> {
  readonly head: string
  readonly of: (row: Row) => string
  /** Numbers are aligned to the right. */
  readonly isNumber?: true
  /** The fewest characters to which words are cut when the table is too wide. */
  readonly least?: number
  /** The column whose text has the colour of its row. */
  readonly tone?: (row: Row) => DisplayTone
}

/** The lines of a table: the header, then one line for each row. */
export interface FittedTable {
  readonly head: string
  readonly rows: readonly string[]
  readonly width: number
}

/**
 * Lays out the first set of columns that fits the width; sets are given from the richest to the poorest. When none
 * fits, words of the last set are cut. Two spaces separate columns, or one when that makes the table fit.
 */
export const fitTable = <Row>(
  sets: readonly (readonly TableColumn<Row>[])[],
  rows: readonly Row[],
  display: Display,
): FittedTable => {
  const layouts = sets.flatMap((columns) => [layoutOf(columns, rows, 2), layoutOf(columns, rows, 1)])
  const layout = layouts.find(({ width }) => width <= display.width) ?? layouts.at(-1)
  return layout === undefined ? { head: '', rows: [], width: 0 } : linesOf(layout, rows, display)
}

interface Layout<Row> {
  readonly columns: readonly TableColumn<Row>[]
  readonly widths: readonly number[]
  readonly gap: number
  /** The width before any word is cut. */
  readonly width: number
}

const layoutOf = <Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[], gap: number): Layout<Row> => {
  const widths = columns.map(({ head, of }) => Math.max(head.length, ...rows.map((row) => of(row).length)))
  return { columns, widths, gap, width: sumOf(widths) + gap * (columns.length - 1) }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

const linesOf = <Row>(
  { columns, widths, gap, width: whole }: Layout<Row>,
  rows: readonly Row[],
  display: Display,
): FittedTable => {
  const excess = Math.max(0, whole - display.width)
  const fitted = columns.map(({ least }, at) => {
    const width = widths[at] ?? 0
    return least === undefined ? width : Math.max(Math.min(width, least), width - excess)
  })
  const padded = (column: TableColumn<Row>, at: number, text: string): string => {
    const width = fitted[at] ?? 0
    if (column.isNumber) return text.padStart(width)
    return at === columns.length - 1 ? cutTo(text, width) : cutTo(text, width).padEnd(width)
  }
  const line = (textOf: (column: TableColumn<Row>, at: number) => string): string =>
    columns.map(textOf).join(' '.repeat(gap)).trimEnd()
  return {
    head: line((column, at) => padded(column, at, column.head)),
    rows: rows.map((row) =>
      line((column, at) => paint(padded(column, at, column.of(row)), column.tone?.(row) ?? 'plain', display)),
    ),
    width: sumOf(fitted) + gap * (columns.length - 1),
  }
}
